// Parses the JSON answers to validate and status into one typed value each. Pure. An answer that cannot be understood
// is reported with place and excerpt; only an answer from something other than the service suggests checking the
// address.
import type { Trouble } from '../../../../shared/sending/network-trouble.ts'
import type { ConnectionSettings } from '../../../../shared/sending/connection.ts'
import {
  codedReply,
  codes,
  emptyReply,
  type StatusRecord,
  statusRecord,
} from '../../../../shared/sending/service.ts'
import { readValidationErrors, type ServiceProblem } from './classify.ts'
import { cutCode, cutOf, excerptOf, faultIn, parseJson } from './read-json.ts'
import { type Closed, closedBy, isSupplier, namesNoField, wordsOf } from './refusal-words.ts'

import type { SignInFailure } from './sign-in.ts'
import type { TransportReply } from './transport.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

/** Answers that say nothing about the account: what the queue does next does not depend on the call. */
export type NoAnswer =
  | {
      readonly kind: 'sign_in'
      readonly message: Said
      readonly failure: SignInFailure['kind']
      readonly trouble?: Trouble | undefined
    }
  | {
      readonly kind: 'slow_down'
      readonly retryAfterMs: number | null
      readonly message: Said
      /** The requests a second that the answer states. */
      readonly statedRate?: number | null
    }
  | {
      readonly kind: 'unreachable'
      readonly message: Said
      readonly code: string
      /** Where the service said when it is back. */
      readonly retryAfterMs?: number | null
      readonly trouble?: Trouble | undefined
    }
  /** An answer of something that is not the service: an HTML page, a redirect, an unrouted path. */
  | {
      readonly kind: 'not_this_service'
      readonly httpStatus: number
      readonly message: Said
      readonly trouble?: Trouble | undefined
    }

/**
 * Scope of a rejection. account: fields of the account. whole_account: exactly one documented validation error that
 * names no field. supplier: an error that names only the supplier. undocumented: no validation error at all.
 */
export type RefusalScope = 'account' | 'whole_account' | 'supplier' | 'undocumented'

/** The answer is JSON of an unknown shape. */
type NotUnderstood = {
  readonly kind: 'not_understood'
  readonly httpStatus: number
  readonly message: Said
}
type Elsewhere = Extract<NoAnswer, { kind: 'not_this_service' }>

export type ValidateReading =
  | { readonly kind: 'validated'; readonly httpStatus: number }
  | {
      readonly kind: 'rejected'
      readonly httpStatus: number
      readonly errors: readonly ServiceProblem[]
      readonly answer: string
      readonly scope: RefusalScope
    }
  | { readonly kind: 'closed'; readonly httpStatus: number; readonly closed: Closed }
  | NotUnderstood
  | Elsewhere

export type StatusReading =
  | {
      readonly kind: 'record'
      readonly record: StatusRecord
      readonly answer: string
      /** What was cut from the answer, as a sentence. */
      readonly cut: Said | null
    }
  | { readonly kind: 'not_found' }
  | NotUnderstood

export function readValidate(reply: TransportReply, settings: ConnectionSettings): ValidateReading {
  const json = parseJson(reply)
  const { status } = reply
  if (status === 200 && emptyReply.safeParse(json).success) return { kind: 'validated', httpStatus: 200 }
  const closed = closedBy(status, json, settings.answers)
  if (closed !== null) return { kind: 'closed', httpStatus: status, closed }
  const errors = status === 400 ? readValidationErrors(json) : null
  if (errors !== null && errors.length > 0)
    return {
      kind: 'rejected',
      httpStatus: 400,
      errors: withinLimit(errors, cutOf(reply)),
      answer: answerText(reply),
      scope: scopeOf(errors, settings.attrPrefix),
    }
  if (status === 404) {
    return {
      kind: 'not_this_service',
      httpStatus: status,
      message: message('service.no_validate_path', { url: settings.baseUrl }),
    }
  }
  if (status < 400) {
    return {
      kind: 'not_understood',
      httpStatus: status,
      message: message('service.validate_not_understood', { status, excerpt: excerptOf(json) }),
    }
  }
  const [word] = wordsOf(json)
  const whole = {
    attr: null,
    code: word?.code ?? `http_${status}`,
    detail: word?.detail ?? message('service.answered_with', { status, excerpt: excerptOf(json) }),
  }
  return {
    kind: 'rejected',
    httpStatus: status,
    errors: withinLimit([whole], cutOf(reply)),
    answer: answerText(reply),
    scope: 'undocumented',
  }
}

/** Most problems kept from one answer. */
export const mostProblems = 1000

/** Adds a problem for what is left out, so that window, report and command line show it. */
function withinLimit(errors: readonly ServiceProblem[], cut: Said | null): readonly ServiceProblem[] {
  const more = errors.length - mostProblems
  const makeCutProblem = (detail: Said): ServiceProblem => ({ attr: null, code: cutCode, detail })
  return [
    ...errors.slice(0, mostProblems),
    ...(more > 0
      ? [makeCutProblem(message('service.too_many_problems', { found: errors.length, most: mostProblems }))]
      : []),
    ...(cut === null ? [] : [makeCutProblem(cut)]),
  ]
}

function scopeOf(errors: readonly ServiceProblem[], prefix: string): RefusalScope {
  const places = errors.map(({ attr }) =>
    attr?.startsWith(prefix) === true ? attr.slice(prefix.length) : attr,
  )
  const [first] = errors
  const isOne = first !== undefined && errors.every(({ code }) => code === first.code && code !== null)
  if (!isOne || !places.every(namesNoField)) return 'account'
  return places.every(isSupplier) ? 'supplier' : 'whole_account'
}

export function readStatus(reply: TransportReply, baseUrl: string): StatusReading {
  const json = parseJson(reply)
  const { status } = reply
  const record = statusRecord.safeParse(json)
  if (status === 200 && record.success)
    return { kind: 'record', record: record.data, answer: answerText(reply), cut: cutOf(reply) }
  const coded = codedReply.safeParse(json)
  if (status === 404 && coded.success && coded.data.code === codes.notFound) return { kind: 'not_found' }
  return {
    kind: 'not_understood',
    httpStatus: status,
    message: whyNoRecord(status, json, record.error, baseUrl),
  }
}

function whyNoRecord(
  status: number,
  json: unknown,
  error: Parameters<typeof faultIn>[0] | undefined,
  baseUrl: string,
): Said {
  if (status === 200 && error !== undefined)
    return message('service.record_not_understood', {
      fault: faultIn(error, json),
      excerpt: excerptOf(json),
    })
  const [word] = wordsOf(json)
  const words =
    word === undefined
      ? excerptOf(json)
      : message('service.words_with_code', {
          words: word.detail ?? message('service.no_words'),
          code: word.code,
        })
  if (status === 403) return message('service.statuses_not_permitted', { words })
  if (status === 404) return message('service.status_unrouted', { url: baseUrl, code: codes.notFound, words })
  return message('service.status_not_understood', { status, words })
}

/** The reply's text for a person to read, shortened; stored with the attempt or the validation. */
export function answerText(reply: TransportReply): string {
  const text = new TextDecoder().decode(reply.body.subarray(0, 8192))
  return reply.body.length > 8192 ? `${text}…` : text
}
