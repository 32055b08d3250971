// Parses the JSON of a reply without losing a digit. For a reply that cannot be parsed, describes for a person what
// answered and which part was not understood.
import type { z } from 'zod'
import { cutMessage } from '../../../../shared/payload/problems.ts'
import { parseExactJson } from '../../../../shared/payload/exact-json.ts'
import { boundJson, type JsonCut } from './bounded-json.ts'
import type { TransportReply } from './transport.ts'
import { message, type Message, type Said } from '../../../../shared/texts/message.ts'
import { commaList } from '../../../../shared/texts/join.ts'

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i

/** Limits for one reply; an account has some hundred values, and a documented reply some dozen. */
export const replyLimits = { depth: 32, values: 5000, text: 16_384 } as const

type ReadReply = {
  /** Undefined if the reply is not JSON by type and text. */
  readonly json: unknown
  readonly cut: JsonCut | null
}

/** Cache: several callers ask about one reply, but it is parsed once. */
const alreadyRead = new WeakMap<TransportReply, ReadReply>()

function readReply(reply: TransportReply): ReadReply {
  const before = alreadyRead.get(reply)
  if (before !== undefined) return before
  const read = reread(reply)
  alreadyRead.set(reply, read)
  return read
}

function reread(reply: TransportReply): ReadReply {
  const none = { json: undefined, cut: null }
  if (!saysJson(reply) || isPacked(reply)) return none
  try {
    const bounded = boundJson(new TextDecoder('utf-8', { fatal: true }).decode(reply.body), replyLimits)
    return bounded === null ? none : { json: parseExactJson(bounded.text), cut: bounded.cut }
  } catch {
    return none
  }
}

/** The reply's JSON within our limits, or undefined when it is not JSON by type and text. */
export function parseJson(reply: TransportReply): unknown {
  return readReply(reply).json
}

/** Code of the problem that tells a person that an answer was cut. */
export const cutCode = 'answer_cut'

/** What was cut of the reply's JSON, as a sentence for a person; null if nothing was. */
export function cutOf(reply: TransportReply): Said | null {
  const { cut } = readReply(reply)
  if (cut === null) return null
  const { values, depth, text } = replyLimits
  const parts = [
    cut.leftOut > 0 ? message('service.values_left_out', { n: cut.leftOut, most: values }) : null,
    cut.tooDeep > 0 ? message('service.values_too_deep', { n: cut.tooDeep, most: depth }) : null,
    cut.longTexts > 0 ? message('service.texts_cut', { n: cut.longTexts, most: text }) : null,
  ].filter((part) => part !== null)
  return message('service.answer_cut', {
    bytes: reply.body.length,
    parts: commaList(parts),
  })
}

/**
 * Describes a reply without JSON, as a clause. `elsewhere`: what answers is not the service, so the address must be
 * checked; otherwise the service, or something on the way to it, sent an unreadable answer.
 */
export function withoutJson(reply: TransportReply): {
  readonly clause: Message
  readonly elsewhere: boolean
} {
  const type = (reply.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  const { status } = reply
  if (status >= 300 && status < 400) {
    // Host only: the rest of such an address may contain a session.
    const to = reply.headers['location'] ?? ''
    const clause = URL.canParse(to)
      ? message('service.a_redirect_to', { host: new URL(to).host })
      : message('service.a_redirect')
    return { clause, elsewhere: true }
  }
  if (isPacked(reply)) {
    const encoding = cut(reply.headers['content-encoding'] ?? '')
    return { clause: message('service.a_packed_body', { encoding }), elsewhere: false }
  }
  if (saysJson(reply))
    return { clause: message('service.unreadable_json', { text: cut(textOf(reply)) }), elsewhere: false }
  if (reply.body.length === 0) return { clause: message('service.nothing'), elsewhere: status === 404 }
  // Only a missing path, or a page instead of an answer, means a wrong address.
  return { clause: bodyOf(type), elsewhere: status === 404 || status < 300 }
}

function bodyOf(type: string): Message {
  if (/html/i.test(type)) return message('service.a_page')
  return type === '' ? message('service.a_body') : message('service.a_typed_body', { type: cut(type) })
}

/** Describes where a JSON value has the wrong shape, as a clause with path and excerpt. */
export function faultIn(error: z.ZodError, json: unknown): Message {
  const path = deepest(error.issues).map(String)
  let value = json
  for (const part of path) value = memberOf(value, part)
  const name = path.length === 0 ? message('service.the_answer') : path.join('.')
  return value === undefined
    ? message('service.is_missing', { name })
    : message('service.has_wrong_kind', { name, kind: kindOf(value), excerpt: excerptOf(value) })
}

/** A JSON value, shortened for a person. */
export function excerptOf(value: unknown): Said {
  const json = JSON.stringify(value) as string | undefined
  return json === undefined ? message('service.nothing') : cut(json)
}

/** The service's own words shortened; a message of ours is short already. */
export function cutSaid(words: Said, most?: number): Said {
  return typeof words === 'string' ? cutMessage(words, most) : words
}

/** The deepest issue is the most specific. */
function deepest(issues: readonly z.core.$ZodIssue[]): PropertyKey[] {
  const [first] = issues
  if (first === undefined) return []
  const inner = first.code === 'invalid_union' ? first.errors.map((errors) => deepest(errors)) : []
  const longest = inner.sort((left, right) => right.length - left.length)[0] ?? []
  return [...first.path, ...longest]
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

function saysJson(reply: TransportReply): boolean {
  return jsonType.test(reply.headers['content-type'] ?? '')
}

function isPacked(reply: TransportReply): boolean {
  const encoding = reply.headers['content-encoding']
  return encoding !== undefined && encoding !== 'identity'
}

function textOf(reply: TransportReply): string {
  return new TextDecoder().decode(reply.body.subarray(0, 200))
}

/** Shortens to one line. */
function cut(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
