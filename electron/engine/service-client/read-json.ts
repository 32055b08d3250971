// The JSON of a reply, read without losing a digit; and for what could not be read, words for a person: what answered, and
// which part of it was not understood.
import type { z } from 'zod'
import { parseExactJson } from '../../../shared/exact-json.ts'
import type { TransportReply } from './transport.ts'

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i

/** The reply's JSON, or undefined when it is not JSON by type and text. */
export function parseJson(reply: TransportReply): unknown {
  if (!saysJson(reply) || isPacked(reply)) return undefined
  try {
    return parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(reply.body))
  } catch {
    return undefined
  }
}

/**
 * Of a reply without JSON, as a clause. `elsewhere`: what answers is not the service, so the address is to be checked;
 * otherwise the service, or something on the way to it, answered what we cannot read.
 */
export function withoutJson(reply: TransportReply): { readonly clause: string; readonly elsewhere: boolean } {
  const type = (reply.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  const { status } = reply
  if (status >= 300 && status < 400) {
    // Its host only: the rest of such an address may hold a session.
    const to = reply.headers['location'] ?? ''
    const host = URL.canParse(to) ? ` to ${new URL(to).host}` : ''
    return { clause: `a redirect${host}`, elsewhere: true }
  }
  if (isPacked(reply))
    return { clause: `a packed body (${cut(reply.headers['content-encoding'] ?? '')})`, elsewhere: false }
  if (saysJson(reply)) return { clause: `JSON that cannot be read: ${cut(textOf(reply))}`, elsewhere: false }
  if (reply.body.length === 0) return { clause: 'nothing', elsewhere: status === 404 }
  const isPage = /html/i.test(type)
  const what = isPage
    ? 'a page (text/html)'
    : type === ''
      ? 'a body of no type'
      : `a body of type ${cut(type)}`
  // Only a path that is not there, or a page in the place of an answer, is another address.
  return { clause: `${what} instead of JSON`, elsewhere: status === 404 || status < 300 }
}

/** Where a JSON value is not what it should be, as a clause with the path and an excerpt. */
export function faultIn(error: z.ZodError, json: unknown): string {
  const path = deepest(error.issues).map(String)
  let value = json
  for (const part of path) value = memberOf(value, part)
  const name = path.length === 0 ? 'the answer' : path.join('.')
  return value === undefined ? `${name} is missing` : `${name} is ${kindOf(value)}: ${excerptOf(value)}`
}

/** A JSON value, cut for a person to look at. */
export function excerptOf(value: unknown): string {
  return cut(JSON.stringify(value) ?? 'nothing')
}

/** The issue that lies deepest says most. */
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
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
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

/** On one line, and short. */
function cut(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
