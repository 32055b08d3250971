// Tests the classification of answers to a create: the table of all answers, class by class, with the special cases
// that services of this kind are known for. The same table follows once more as a rule, checked for every status.
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyCreate } from '../../../electron/engine/sending/service-client/classify.ts'
import { serviceAnswers } from '../../../shared/sending/service-answers.ts'
import type {
  TransportReply,
  TransportResult,
} from '../../../electron/engine/sending/service-client/transport.ts'
import {
  type AttemptClass,
  attemptClasses,
} from '../../../electron/engine/store/sending/attempts/attempts.ts'

const now = Date.UTC(2026, 2, 4, 9, 30)
const answers = serviceAnswers.parse({})
const html = { 'content-type': 'text/html; charset=utf-8' }

function reply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): TransportReply {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return { kind: 'reply', status, headers, body: bytes }
}
const page = (status: number): TransportReply => reply(status, '<!doctype html><title>Gateway</title>', html)
const coded = (status: number, code: string): TransportReply => reply(status, { code, detail: 'in words' })
const failed = (maybeSent: boolean, code: string): TransportResult => ({
  kind: 'failed',
  maybeSent,
  code,
  message: 'it broke',
})

const alreadyImported = 'account_import_process_already_imported'
const imported = {
  non_field_errors: { code: alreadyImported, detail: 'Account A-1 is there.' },
  account_id: 'P-77',
}

type Line = readonly [evidence: string, answer: TransportResult, code: string | null]

const table: Readonly<Record<AttemptClass, readonly Line[]>> = {
  not_sent: [
    ['the connection is refused', failed(false, 'ECONNREFUSED'), 'ECONNREFUSED'],
    ['the name is not found', failed(false, 'ENOTFOUND'), 'ENOTFOUND'],
    ['the certificate is not accepted', failed(false, 'CERT_HAS_EXPIRED'), 'CERT_HAS_EXPIRED'],
    ['no connection in time', failed(false, 'UND_ERR_CONNECT_TIMEOUT'), 'UND_ERR_CONNECT_TIMEOUT'],
    ['given up before the first byte', failed(false, 'aborted'), 'aborted'],
  ],
  accepted: [
    ['201 and an empty object', reply(201, {}), null],
    ['201 and an object with members of a later version', reply(201, { later: 1 }), null],
    ['201 and an object that looks like an error', coded(201, 'parse_error'), null],
    ['201 with a character set', reply(201, {}, { 'content-type': 'application/json; charset=utf-8' }), null],
    ['201 of a vendor type', reply(201, {}, { 'content-type': 'application/vnd.x+json' }), null],
    [
      '201 encoded as itself',
      reply(201, {}, { 'content-type': 'application/json', 'content-encoding': 'identity' }),
      null,
    ],
  ],
  rejected: [
    [
      '400 that names the failed validation',
      coded(400, 'import_process_failed_validation'),
      'import_process_failed_validation',
    ],
    ['400 in the words of validate', coded(400, 'account_failed_validation'), 'account_failed_validation'],
  ],
  already_exists: [
    ['400 already imported', reply(400, imported), alreadyImported],
    [
      '400 already imported without an account number',
      reply(400, { ...imported, account_id: null }),
      alreadyImported,
    ],
    [
      '400 already imported, the code outside',
      reply(400, { code: alreadyImported, detail: 'There.', account_id: 'P-77' }),
      alreadyImported,
    ],
  ],
  rate_limited: [
    ['429 with a code', coded(429, 'throttled'), 'throttled'],
    ['429 without a code', reply(429, {}), 'throttled'],
    ["429 with a gateway's page", page(429), 'throttled'],
    ['429 and nothing', reply(429, '', {}), 'throttled'],
  ],
  unauthorized: [
    ['401', coded(401, 'not_authenticated'), 'not_authenticated'],
    ['401 and a page', page(401), 'not_json'],
    ['401 and nothing', reply(401, '', {}), 'not_json'],
    ['403 with JSON', coded(403, 'authentication_failed'), 'authentication_failed'],
    ['403 with JSON without a code', reply(403, { detail: 'No.' }), null],
  ],
  supplier_closed: [
    [
      '400 of a supplier that is paused or complete',
      coded(400, 'import_supplier_migration_not_ongoing'),
      'import_supplier_migration_not_ongoing',
    ],
    [
      'the same in the shape of already imported',
      reply(400, { non_field_errors: { code: 'import_supplier_migration_not_ongoing', detail: 'No.' } }),
      'import_supplier_migration_not_ongoing',
    ],
  ],
  unexpected: [
    ['400 that is no validation error', coded(400, 'parse_error'), 'parse_error'],
    ['400 with an object without a code', reply(400, { detail: 'no' }), null],
    ['400 with fields and without a code', reply(400, { customers: { 0: { landline: ['Bad.'] } } }), null],
    ['400 with a list', reply(400, ['no']), null],
    ['403 with a code that is not about signing in', coded(403, 'permission_denied'), 'permission_denied'],
    ['404 with JSON', coded(404, 'not_found'), 'not_found'],
    ['405', coded(405, 'method_not_allowed'), 'method_not_allowed'],
    ['413 with JSON', coded(413, 'too_large'), 'too_large'],
    [
      'the code of a closed supplier under another status',
      coded(409, 'import_supplier_migration_not_ongoing'),
      'import_supplier_migration_not_ongoing',
    ],
  ],
  unknown: [
    ['a time-out after the first byte', failed(true, 'timeout'), 'timeout'],
    ['a reset', failed(true, 'ECONNRESET'), 'ECONNRESET'],
    ['a reply that was too large', failed(true, 'reply_too_large'), 'reply_too_large'],
    ['408', reply(408, {}), null],
    ['408 and a page', page(408), 'not_json'],
    ['200 and an empty object', reply(200, {}), null],
    ['200 and a page', page(200), 'not_json'],
    ['202', reply(202, {}), null],
    ['204', reply(204, '', {}), 'not_json'],
    ['301, as for a path without its slash', reply(301, '', { location: '/elsewhere/' }), 'not_json'],
    ['302 with JSON', reply(302, {}), null],
    ['307 and a page', page(307), 'not_json'],
    ['201 and a list', reply(201, []), null],
    ['201 and null', reply(201, 'null'), null],
    ['201 and a text', reply(201, '"created"'), null],
    ['201 and nothing', reply(201, ''), 'not_json'],
    ['201 and half an object', reply(201, '{"a":'), 'not_json'],
    ['201 and an object with something behind it', reply(201, '{}{}'), 'not_json'],
    ['201 of the wrong type', reply(201, {}, { 'content-type': 'text/plain' }), 'not_json'],
    ['201 without a type', reply(201, {}, {}), 'not_json'],
    ['201 and a page', page(201), 'not_json'],
    [
      '201 in gzip that nobody asked for',
      reply(201, gzipSync('{}'), { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      'not_json',
    ],
    ['201 that is no UTF-8', reply(201, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 'not_json'],
    ['400 and a page, as over the size that is allowed', page(400), 'not_json'],
    ['400 and half an object', reply(400, '{"code": "import_pro'), 'not_json'],
    ['403 and a page, which is a gateway', page(403), 'not_json'],
    ['404 and a page', page(404), 'not_json'],
    ['413 and a page', page(413), 'not_json'],
    ['500 with JSON', coded(500, 'error'), 'error'],
    [
      '500 with a code that would be a no',
      coded(500, 'import_process_failed_validation'),
      'import_process_failed_validation',
    ],
    ['500 with the body of already imported', reply(500, imported), null],
    ['502 and a page', page(502), 'not_json'],
    [
      '503 with Retry-After',
      reply(503, {}, { 'content-type': 'application/json', 'retry-after': '5' }),
      null,
    ],
    ['504 and nothing', reply(504, '', {}), 'not_json'],
  ],
}

describe.each(attemptClasses)('%s', (kind) => {
  test.each(table[kind])('%s', (_evidence, answer, code) => {
    expect(classifyCreate(answer, now, answers)).toMatchObject({ class: kind, code })
  })
})

test('already imported carries the account number, whether the service gives one or not', () => {
  expect(classifyCreate(reply(400, imported), now, answers)).toMatchObject({
    existingAccountId: 'P-77',
    detail: 'Account A-1 is there.',
  })
  expect(
    classifyCreate(reply(400, { ...imported, account_id: null }), now, answers).existingAccountId,
  ).toBeNull()
  const outside = { code: alreadyImported, detail: 'There.', account_id: 'P-78' }
  expect(classifyCreate(reply(400, outside), now, answers)).toMatchObject({
    existingAccountId: 'P-78',
    detail: 'There.',
  })
})

/** The table once more as a rule, written without a look at the code; `json` is undefined if the reply is not JSON. */
function ruled(status: number, json: unknown): AttemptClass {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  const members = isObject ? (json as Readonly<Record<string, unknown>>) : {}
  const inner = members['non_field_errors'] as { readonly code?: unknown } | null | undefined
  if (status === 201) return isObject ? 'accepted' : 'unknown'
  if (status === 429) return 'rate_limited'
  if (status === 401) return 'unauthorized'
  if (status < 400 || status >= 500 || status === 408 || json === undefined) return 'unknown'
  const isCode = (code: unknown): boolean => typeof code === 'string' || typeof code === 'number'
  const isNamed = isCode(members['code']) || isCode(inner?.code)
  if (status === 403)
    return isNamed && members['code'] !== 'not_authenticated' && members['code'] !== 'authentication_failed'
      ? 'unexpected'
      : 'unauthorized'
  if (status !== 400) return 'unexpected'
  if (inner?.code === alreadyImported || members['code'] === alreadyImported) return 'already_exists'
  const closed = 'import_supplier_migration_not_ongoing'
  if (members['code'] === closed || inner?.code === closed) return 'supplier_closed'
  const isNo =
    members['code'] === 'import_process_failed_validation' || members['code'] === 'account_failed_validation'
  return isNo ? 'rejected' : 'unexpected'
}

const types = ['application/json', 'application/problem+json; charset=utf-8', 'text/html', '']
const isJsonType = (type: string): boolean => type.startsWith('application/')
const knownBodies = [
  ...new Map(
    Object.values(table)
      .flatMap((lines) => lines.flatMap(([, answer]) => (answer.kind === 'reply' ? [answer.body] : [])))
      .map((body) => [Buffer.from(body).toString('latin1'), body]),
  ).values(),
]

function jsonOf(body: Uint8Array, type: string): unknown {
  if (!isJsonType(type)) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

test('every status with every type and every body of the table falls into the class of the rule', () => {
  const wrong: string[] = []
  for (let status = 100; status < 600; status += 1)
    for (const type of types)
      for (const body of knownBodies) {
        const answer = reply(status, Buffer.from(body), { 'content-type': type })
        const { class: kind } = classifyCreate(answer, now, answers)
        const expected = ruled(status, jsonOf(body, type))
        if (kind !== expected)
          wrong.push(`${status} ${type} ${Buffer.from(body).toString()}: ${kind}, not ${expected}`)
      }
  expect(wrong).toEqual([])
})

test('so does any other body; only a JSON 201 is an acceptance, and a missing reply is never classified as not sent', () => {
  const code = fc.constantFrom(
    alreadyImported,
    'import_process_failed_validation',
    'import_supplier_migration_not_ongoing',
    'other',
    7,
    null,
  )
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record(
        { code, detail: fc.string(), non_field_errors: fc.option(fc.record({ code, detail: fc.string() })) },
        { requiredKeys: [] },
      )
      .map((made) => JSON.stringify(made)),
  )
  const status = fc.oneof(
    fc.constantFrom(200, 201, 400, 401, 403, 408, 429, 500),
    fc.integer({ min: 100, max: 599 }),
  )
  fc.assert(
    fc.property(status, fc.constantFrom(...types), body, (answered, type, text) => {
      const answer = reply(answered, text, { 'content-type': type })
      const json = jsonOf(answer.body, type)
      const { class: kind } = classifyCreate(answer, now, answers)
      expect(kind).toBe(ruled(answered, json))
      expect(kind).not.toBe('not_sent')
      const isYes = answered === 201 && typeof json === 'object' && json !== null && !Array.isArray(json)
      expect(kind === 'accepted').toBe(isYes)
    }),
    { numRuns: 2000 },
  )
})

test('a failed request is classified as not sent only if no byte can have left', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.string(), (maybeSent, code) => {
      const { class: kind } = classifyCreate(failed(maybeSent, code), now, answers)
      expect(kind).toBe(maybeSent ? 'unknown' : 'not_sent')
    }),
  )
})
