// Classifies the answer to a create, and reads the errors of a validate. Pure; the tests hold the table. The stable
// `code` decides, never the wording. Whatever does not fit the table is unknown, and unknown is resolved by reading the
// status (decide-create.ts), never by sending again.
import { z } from 'zod'
import type { ServiceAnswers } from '../../../../shared/sending/service-answers.ts'
import { cutMessage } from '../../../../shared/payload/problems.ts'
import {
  alreadyImportedReply,
  codedReply,
  codes,
  emptyReply,
  validationErrorItem,
} from '../../../../shared/sending/service.ts'
import type { AttemptClass } from '../../store/sending/attempts/attempts.ts'
import { excerptOf, parseJson, withoutJson } from './read-json.ts'
import { type Closed, closedBy, isSignIn, wordsOf } from './refusal-words.ts'
import { retryAfter, statedRate } from './retry-after.ts'
import type { TransportReply, TransportResult } from './transport.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

export type Classified = {
  readonly class: AttemptClass
  readonly httpStatus: number | null
  /** The service's code, or one of ours if it gave none (`timeout`, `not_json`). */
  readonly code: string | null
  /** The service's own text, or a clause of ours; shown, never parsed. */
  readonly detail: Said
  /** class `already_exists`: the platform's account number. */
  readonly existingAccountId: string | null
  /** HTTP 429 and 503: milliseconds to wait, or null if the service did not say. */
  readonly retryAfterMs: number | null
  /** class `rate_limited`: requests per second stated by the answer. */
  readonly statedRate?: number | null
  /** class `supplier_closed`: the supplier's state. */
  readonly closed?: Closed
}

/** `serviceNow`: our clock corrected to the service's as far as known; milliseconds since 1970. */
export function classifyCreate(
  result: TransportResult,
  serviceNow: number,
  answers: ServiceAnswers,
): Classified {
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
  const { code, detail } = wordsOfAnswer(result, json)
  const answered = {
    ...base,
    httpStatus: status,
    code: code ?? (json === undefined ? 'not_json' : null),
    detail,
    retryAfterMs: status === 503 ? retryAfter(result, serviceNow) : null,
  }
  if (status === 201)
    return emptyReply.safeParse(json).success
      ? { ...answered, class: 'accepted', code: null }
      : { ...answered, class: 'unknown', detail: unreadable(status, json, detail) }
  if (status === 429)
    return {
      ...answered,
      class: 'rate_limited',
      code: code ?? 'throttled',
      retryAfterMs: retryAfter(result, serviceNow),
      statedRate: statedRate(result),
    }
  if (isSignIn(status, json, answers)) return { ...answered, class: 'unauthorized' }
  // A page comes from a gateway: it does not tell whether the service received the request.
  if (status === 408 || json === undefined) return { ...answered, class: 'unknown' }
  return classifyRefusal(answered, json, answers)
}

/** The service's code and text, from whichever of its shapes the reply has. */
function wordsOfAnswer(
  reply: TransportReply,
  json: unknown,
): { readonly code: string | null; readonly detail: Said } {
  const { status } = reply
  const coded = codedReply.safeParse(json)
  const [word] = wordsOf(json)
  const isRefusal = status >= 400 && status < 500
  const code = coded.success ? coded.data.code : ((isRefusal ? word?.code : null) ?? null)
  const detail =
    (coded.success ? coded.data.detail : (word?.detail ?? detailOf(json))) ??
    (json === undefined
      ? message('service.http_with', { status, clause: withoutJson(reply).clause })
      : `HTTP ${status}`)
  return { code, detail }
}

type Answered = Omit<Classified, 'class' | 'httpStatus'> & { readonly httpStatus: number }

/** An answer in JSON that is neither an acceptance nor about the pace or the token. */
function classifyRefusal(answered: Answered, json: unknown, answers: ServiceAnswers): Classified {
  const { httpStatus: status, code, detail } = answered
  const existing = status === 400 ? existingIn(answered, json) : null
  if (existing !== null) return existing
  const closed = closedBy(status, json, answers)
  if (closed !== null) {
    const words = closed.detail || detail
    return { ...answered, class: 'supplier_closed', code: closed.code, detail: words, closed }
  }
  const isNo = code === codes.importFailedValidation || code === codes.accountFailedValidation
  if (status === 400 && codedReply.safeParse(json).success && isNo) return { ...answered, class: 'rejected' }
  return { ...answered, class: status >= 400 && status < 500 ? 'unexpected' : 'unknown' }
}

/** The account exists at the service: by the documented reply, or by the same code without its envelope. */
function existingIn(answered: Answered, json: unknown): Classified | null {
  const exists = alreadyImportedReply.safeParse(json)
  if (exists.success) {
    return {
      ...answered,
      class: 'already_exists',
      code: codes.alreadyImported,
      detail: exists.data.non_field_errors.detail ?? answered.detail,
      existingAccountId: exists.data.account_id ?? null,
    }
  }
  return answered.code === codes.alreadyImported
    ? { ...answered, class: 'already_exists', existingAccountId: accountIdOf(json) }
    : null
}

/** Describes a 201 that is no object: its kind, and its text. */
function unreadable(status: number, json: unknown, detail: Said): Said {
  return json === undefined
    ? detail
    : message('service.create_not_understood', { status, excerpt: excerptOf(json) })
}

const withAccountId = z.looseObject({ account_id: z.union([z.string(), z.number().transform(String)]) })

function accountIdOf(json: unknown): string | null {
  const parsed = withAccountId.safeParse(json)
  return parsed.success ? cutMessage(parsed.data.account_id) : null
}

const detailOnly = z.looseObject({ detail: z.string() })

function detailOf(json: unknown): string | null {
  const parsed = detailOnly.safeParse(json)
  return parsed.success ? cutMessage(parsed.data.detail) : null
}

export type ServiceProblem = {
  readonly attr: string | null
  readonly code: string | null
  /** The service's own text, or a sentence of ours in its place. */
  readonly detail: Said
}

/**
 * The errors of a rejected validate, none dropped: the documented list (service-spec.md section 7.1), the same list
 * without its envelope's code, or the nested object without codes of the same family. Null
 * if the body is no validation error at all.
 */
export function readValidationErrors(json: unknown): ServiceProblem[] | null {
  const listed = listOfErrors.safeParse(json)
  if (listed.success) return listed.data.errors.flatMap(readItem)
  const coded = codedReply.safeParse(json)
  if (coded.success || typeof json !== 'object' || json === null || Array.isArray(json)) return null
  // The shape of section 7.3 with another code: a rejection of the whole account, and no list of fields.
  if (wordsOf(json).length > 0) return null
  // A single sentence is about the whole account.
  if (detailOnly.safeParse(json).success && Object.keys(json).length === 1) return null
  const flat = [...flatten(json, '')]
  return flat.length === 0 ? null : flat
}

const noText = message('service.no_text')
const listOfErrors = z.looseObject({ errors: z.array(z.unknown()) })

/** One item of the list; an item of another shape is shown value by value rather than dropped. */
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
      yield* flatten(item, isLeaf(item) ? path : below(path, String(index)))
  } else if (typeof node === 'object' && node !== null) {
    for (const [name, item] of Object.entries(node)) yield* flatten(item, below(path, name))
  } else {
    const detail = node === null || node === undefined ? noText : textOf(node)
    yield { attr: path === '' ? null : path, code: null, detail }
  }
}

/** Limits the path: nested names of many kilobytes would be repeated for each value below them. */
function below(path: string, name: string): string {
  return cutMessage(path === '' ? name : `${path}.${name}`)
}

function textOf(leaf: unknown): string {
  return cutMessage(typeof leaf === 'string' ? leaf : JSON.stringify(leaf))
}

function isLeaf(node: unknown): boolean {
  return typeof node !== 'object' || node === null
}
