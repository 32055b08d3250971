// What an answer to a create means (reliability.md section 2): one pure function, with its table in the tests. The
// stable `code` decides, never the wording; whatever does not fit the table is unknown, and unknown is settled by
// reading the status, never by sending again.
import { z } from 'zod'
import {
  alreadyImportedReply,
  codedReply,
  codes,
  emptyReply,
  validationErrorItem,
} from '../../../shared/service.ts'
import type { AttemptClass } from '../store/sending.ts'
import { retryAfter, statedRate } from './retry-after.ts'
import type { TransportReply, TransportResult } from './transport.ts'

export type Classified = {
  readonly class: AttemptClass
  readonly httpStatus: number | null
  /** The service's code, or one of ours for what has none (`timeout`, `html_answer`). */
  readonly code: string | null
  /** The service's own words, or a clause of ours; shown, never parsed. */
  readonly detail: string
  /** class exists: the platform's account number. */
  readonly existingAccountId: string | null
  /** HTTP 429 and 503: milliseconds to wait, or null when the service did not say. */
  readonly retryAfterMs: number | null
  /** class slow_down: the requests a second that the answer states. */
  readonly statedRate?: number | null
}

/** `serviceNow`: our clock, set to the service's as far as it is known; milliseconds since 1970. */
export function classifyCreate(result: TransportResult, serviceNow: number): Classified {
  const base = { httpStatus: null, code: null, detail: '', existingAccountId: null, retryAfterMs: null }
  if (result.kind === 'failed') {
    return {
      ...base,
      class: result.maybeSent ? 'unknown' : 'not_sent',
      code: result.code,
      detail: result.message,
    }
  }
  const { status } = result
  const json = parseJson(result)
  const coded = codedReply.safeParse(json)
  const code = coded.success ? coded.data.code : null
  const detail = (coded.success ? coded.data.detail : detailOf(json)) ?? `HTTP ${status}`
  const answered = {
    ...base,
    httpStatus: status,
    code: code ?? (json === undefined ? 'not_json' : null),
    detail,
    retryAfterMs: status === 503 ? retryAfter(result, serviceNow) : null,
  }

  if (status === 201)
    return emptyReply.safeParse(json).success
      ? { ...answered, class: 'yes', code: null }
      : { ...answered, class: 'unknown' }
  if (status === 429)
    return {
      ...answered,
      class: 'slow_down',
      code: code ?? 'throttled',
      retryAfterMs: retryAfter(result, serviceNow),
      statedRate: statedRate(result),
    }
  if (status === 401 || (status === 403 && json !== undefined)) return { ...answered, class: 'sign_in' }
  // A page is a gateway's: whether the service saw the request before it, the page does not say.
  if (status === 408 || json === undefined) return { ...answered, class: 'unknown' }
  if (status === 400) {
    const exists = alreadyImportedReply.safeParse(json)
    if (exists.success) {
      return {
        ...answered,
        class: 'exists',
        code: codes.alreadyImported,
        detail: exists.data.non_field_errors.detail ?? detail,
        existingAccountId: exists.data.account_id ?? null,
      }
    }
    // The same word without its envelope.
    if (code === codes.alreadyImported)
      return { ...answered, class: 'exists', existingAccountId: accountIdOf(json) }
    if (code === codes.importFailedValidation || code === codes.accountFailedValidation)
      return { ...answered, class: 'no' }
    if (code === codes.supplierNotOngoing) return { ...answered, class: 'closed' }
  }
  if (status >= 400 && status < 500) return { ...answered, class: 'odd' }
  return { ...answered, class: 'unknown' }
}

/** The reply's JSON, or undefined when it is not JSON by type and text. */
export function parseJson(reply: TransportReply): unknown {
  const type = reply.headers['content-type'] ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) return undefined
  if (reply.headers['content-encoding'] !== undefined && reply.headers['content-encoding'] !== 'identity')
    return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(reply.body)) as unknown
  } catch {
    return undefined
  }
}

const withAccountId = z.looseObject({ account_id: z.string() })

function accountIdOf(json: unknown): string | null {
  const parsed = withAccountId.safeParse(json)
  return parsed.success ? parsed.data.account_id : null
}

const detailOnly = z.looseObject({ detail: z.string() })

function detailOf(json: unknown): string | null {
  const parsed = detailOnly.safeParse(json)
  return parsed.success ? parsed.data.detail : null
}

export type ServiceProblem = {
  readonly attr: string | null
  readonly code: string | null
  readonly detail: string
}

/**
 * The errors of a refused validate, none dropped: the documented list (service-spec.md section 7.1), the same list
 * without its envelope's code, or the nested object without codes of the same family (field-notes.md section 2).
 * Null when the body is no validation error at all.
 */
export function readValidationErrors(json: unknown): ServiceProblem[] | null {
  const listed = listOfErrors.safeParse(json)
  if (listed.success) return listed.data.errors.flatMap(readItem)
  const coded = codedReply.safeParse(json)
  if (coded.success || typeof json !== 'object' || json === null || Array.isArray(json)) return null
  // A sentence and nothing else is about the whole account.
  if (detailOnly.safeParse(json).success && Object.keys(json).length === 1) return null
  const flat = [...flatten(json, '')]
  return flat.length === 0 ? null : flat
}

const noText = 'The service gave no text.'
const listOfErrors = z.looseObject({ errors: z.array(z.unknown()) })

/** One item of the list; an item of another shape is shown leaf by leaf rather than dropped. */
function readItem(item: unknown): ServiceProblem[] {
  const read = validationErrorItem.safeParse(item)
  if (read.success) {
    const { attr, code, detail } = read.data
    return [{ attr: attr ?? null, code: code ?? null, detail: detail ?? noText }]
  }
  const leaves = [...flatten(item, '')]
  return leaves.length === 0 ? [{ attr: null, code: null, detail: noText }] : leaves
}

function* flatten(node: unknown, path: string): Generator<ServiceProblem> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries())
      yield* flatten(item, isLeaf(item) ? path : `${path}${path && '.'}${index}`)
  } else if (typeof node === 'object' && node !== null) {
    for (const [name, item] of Object.entries(node))
      yield* flatten(item, path === '' ? name : `${path}.${name}`)
  } else {
    const detail = node === null || node === undefined ? noText : textOf(node)
    yield { attr: path === '' ? null : path, code: null, detail }
  }
}

function textOf(leaf: unknown): string {
  return typeof leaf === 'string' ? leaf : JSON.stringify(leaf)
}

function isLeaf(node: unknown): boolean {
  return typeof node !== 'object' || node === null
}
