// What an answer to a create means: the table of reliability.md section 2, line by line, and the readers of what
// services of this family send beside it (field-notes.md section 2).
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  classifyCreate,
  httpDate,
  parseJson,
  readValidationErrors,
  retryAfter,
} from '../../../electron/engine/service-client/classify.ts'
import type { TransportReply } from '../../../electron/engine/service-client/transport.ts'

const now = Date.UTC(2026, 2, 4, 9, 30)

function reply(status: number, body: unknown, headers: Record<string, string> = {}): TransportReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(text),
  }
}
const page = (status: number) =>
  reply(status, '<!doctype html><title>Gateway</title>', { 'content-type': 'text/html' })
const coded = (code: string) => ({ code, detail: 'in words' })
const imported = {
  non_field_errors: { code: 'account_import_process_already_imported', detail: 'Account A-1 is there.' },
  account_id: 'P-77',
}
const gzipped: TransportReply = {
  kind: 'reply',
  status: 201,
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  body: gzipSync('{}'),
}
const failed = (maybeSent: boolean, code: string) =>
  ({ kind: 'failed', maybeSent, code, message: 'it broke' }) as const

describe('an answer to a create', () => {
  test.each([
    ['a refused connection', failed(false, 'ECONNREFUSED'), 'not_sent', 'ECONNREFUSED'],
    ['a time-out', failed(true, 'timeout'), 'unknown', 'timeout'],
    ['a reset', failed(true, 'ECONNRESET'), 'unknown', 'ECONNRESET'],
    ['an oversize reply', failed(true, 'reply_too_large'), 'unknown', 'reply_too_large'],
    ['201 and an empty object', reply(201, {}), 'yes', null],
    ['201 and an object with members of a later version', reply(201, { later: 1 }), 'yes', null],
    [
      '201 of a vendor type',
      reply(201, {}, { 'content-type': 'application/vnd.x+json; charset=utf-8' }),
      'yes',
      null,
    ],
    ['201 and a list', reply(201, []), 'unknown', null],
    ['201 and nothing', reply(201, ''), 'unknown', 'not_json'],
    ['201 and half an object', reply(201, '{"a":'), 'unknown', 'not_json'],
    ['201 of the wrong type', reply(201, {}, { 'content-type': 'text/plain' }), 'unknown', 'not_json'],
    ['201 in gzip that nobody asked for', gzipped, 'unknown', 'not_json'],
    [
      '201 that is no UTF-8',
      { ...reply(201, {}), body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
      'unknown',
      'not_json',
    ],
    ['201 and a page', page(201), 'unknown', 'not_json'],
    ['200 and an empty object', reply(200, {}), 'unknown', null],
    ['200 and a page', page(200), 'unknown', 'not_json'],
    ['202', reply(202, {}), 'unknown', null],
    ['204', reply(204, ''), 'unknown', 'not_json'],
    ['301', reply(301, '', { location: '/elsewhere/' }), 'unknown', 'not_json'],
    ['302 with JSON', reply(302, {}), 'unknown', null],
    ['307', page(307), 'unknown', 'not_json'],
    [
      'a failed validation',
      reply(400, coded('import_process_failed_validation')),
      'no',
      'import_process_failed_validation',
    ],
    ['already imported', reply(400, imported), 'exists', 'account_import_process_already_imported'],
    [
      'a closed supplier',
      reply(400, coded('import_supplier_migration_not_ongoing')),
      'closed',
      'import_supplier_migration_not_ongoing',
    ],
    ['400 with a code nobody listed', reply(400, coded('parse_error')), 'odd', 'parse_error'],
    ['400 with an object without a code', reply(400, { detail: 'no' }), 'odd', null],
    ['400 and a page', page(400), 'unknown', 'not_json'],
    ['400 and half an object', reply(400, '{"code": "import_pro'), 'unknown', 'not_json'],
    ['401', reply(401, coded('not_authenticated')), 'sign_in', 'not_authenticated'],
    ['401 and a page', page(401), 'sign_in', 'not_json'],
    ['403 with JSON', reply(403, coded('authentication_failed')), 'sign_in', 'authentication_failed'],
    ['403 and a page, which is a gateway', page(403), 'unknown', 'not_json'],
    ['404 with JSON', reply(404, coded('not_found')), 'odd', 'not_found'],
    ['404 and a page', page(404), 'unknown', 'not_json'],
    ['405 with JSON', reply(405, coded('method_not_allowed')), 'odd', 'method_not_allowed'],
    ['408', reply(408, {}), 'unknown', null],
    ['413 with JSON', reply(413, coded('too_large')), 'odd', 'too_large'],
    ['429', reply(429, coded('throttled')), 'slow_down', 'throttled'],
    ['429 and a page', page(429), 'slow_down', 'throttled'],
    ['500', reply(500, {}), 'unknown', null],
    ['502 and a page', page(502), 'unknown', 'not_json'],
    ['503 with Retry-After', reply(503, {}, { 'retry-after': '5' }), 'unknown', null],
    ['504', page(504), 'unknown', 'not_json'],
  ])('%s', (_name, result, kind, code) => {
    expect(classifyCreate(result, now)).toMatchObject({ class: kind, code })
  })

  test('only 201 with an object is a yes, and only a failure before the first byte is not sent', () => {
    const json = fc.json()
    const type = fc.constantFrom('application/json', 'text/html', 'application/problem+json')
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), json, type, (status, text, contentType) => {
        const result = reply(status, text, { 'content-type': contentType })
        const { class: kind } = classifyCreate(result, now)
        const isObject = /^\s*\{/.test(text) && contentType !== 'text/html'
        expect(kind === 'yes').toBe(status === 201 && isObject)
        expect(kind).not.toBe('not_sent')
        if (status >= 500 || status < 400) expect(['yes', 'unknown']).toContain(kind)
      }),
    )
  })

  test('already imported carries the account number, whether the service gives one or not', () => {
    expect(classifyCreate(reply(400, imported), now)).toMatchObject({
      existingAccountId: 'P-77',
      detail: 'Account A-1 is there.',
    })
    expect(classifyCreate(reply(400, { ...imported, account_id: null }), now).existingAccountId).toBeNull()
  })
})

describe('Retry-After', () => {
  const date = 'Wed, 04 Mar 2026 09:30:00 GMT'
  test.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['none', { 'retry-after': '0' }, 0],
    ['more than an hour', { 'retry-after': '86400' }, 3_600_000],
    ['an absurd number', { 'retry-after': '9'.repeat(400) }, 3_600_000],
    ['absent', {}, null],
    ['empty', { 'retry-after': ' ' }, null],
    ['words', { 'retry-after': 'soon' }, null],
    ['negative', { 'retry-after': '-5' }, null],
    ['a fraction', { 'retry-after': '1.5' }, null],
    ['a date by our clock', { 'retry-after': 'Wed, 04 Mar 2026 09:30:30 GMT' }, 30_000],
    [
      "a date by the service's clock",
      { 'retry-after': 'Wed, 04 Mar 2026 12:00:30 GMT', date: 'Wed, 04 Mar 2026 12:00:00 GMT' },
      30_000,
    ],
    ['a date that has passed', { 'retry-after': 'Wed, 04 Mar 2026 09:00:00 GMT', date }, 0],
    ['a date years away', { 'retry-after': 'Wed, 04 Mar 2099 09:00:00 GMT', date }, 3_600_000],
    ['a date of no calendar', { 'retry-after': 'Wed, 04 Mxx 2026 09:00:00 GMT', date }, null],
  ])('%s', (_name, headers, ms) => {
    expect(retryAfter(reply(429, {}, headers), now)).toBe(ms)
    expect(classifyCreate(reply(429, {}, headers), now)).toMatchObject({
      class: 'slow_down',
      retryAfterMs: ms,
    })
  })
})

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sunday, 06-Nov-94 08:49:37 GMT', null],
  ['Sun Nov  6 08:49:37 1994', null],
  ['1994-11-06T08:49:37Z', null],
  ['', null],
])('the date %j', (text, at) => {
  expect(httpDate(text)).toBe(at)
})

test('every date that a server writes is read back', () => {
  const dates = fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 0)), noInvalidDate: true })
  fc.assert(
    fc.property(dates, (date) => {
      expect(httpDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000)
    }),
  )
})

test('JSON is what says so and is so', () => {
  expect(parseJson(reply(200, { a: 1 }))).toEqual({ a: 1 })
  expect(parseJson(reply(200, { a: 1 }, { 'content-encoding': 'identity' }))).toEqual({ a: 1 })
  expect(parseJson(reply(200, 'null', { 'content-type': 'application/jsonp' }))).toBeUndefined()
  expect(parseJson(reply(200, {}, { 'content-type': '' }))).toBeUndefined()
})

describe('the errors of a refused validate', () => {
  test('as documented, in their order, doubles included', () => {
    const errors = [
      { detail: 'Not a number.', code: 'invalid_phone_number', attr: 'customers.0.landline' },
      { detail: 'Not a number.', code: 'invalid_phone_number', attr: 'customers.0.landline' },
      { detail: 'Needed.', code: 'required', attr: null },
    ]
    expect(readValidationErrors({ code: 'account_failed_validation', detail: 'no', errors })).toEqual(errors)
  })

  test('in an envelope', () => {
    expect(
      readValidationErrors({
        type: 'validation_error',
        errors: [{ code: 'required', detail: 'x', attr: 'a' }],
      }),
    ).toEqual([{ attr: 'a', code: 'required', detail: 'x' }])
  })

  test('nested without codes', () => {
    expect(readValidationErrors({ customers: { '0': { landline: ['Bad.', 'Worse.'] } }, a: 'b' })).toEqual([
      { attr: 'customers.0.landline', code: null, detail: 'Bad.' },
      { attr: 'customers.0.landline', code: null, detail: 'Worse.' },
      { attr: 'a', code: null, detail: 'b' },
    ])
    expect(readValidationErrors({ customers: [{}, { landline: ['Bad.'] }] })).toEqual([
      { attr: 'customers.1.landline', code: null, detail: 'Bad.' },
    ])
  })

  test('an item of another shape does not cost its neighbours', () => {
    const errors = [{ attr: 'a', code: 'required', detail: 'x' }, 'a bare sentence', { attr: 7, detail: 'y' }]
    const read = readValidationErrors({ code: 'account_failed_validation', errors }) ?? []
    expect(read.map(({ detail }) => detail)).toEqual(['x', 'a bare sentence', '7', 'y'])
  })

  test.each([
    ['a sentence', { detail: 'Malformed.' }],
    ['a code without a list', { code: 'parse_error', detail: 'Malformed.' }],
    ['a list', ['no']],
    ['a text', 'no'],
    ['null', null],
    ['nothing', undefined],
    ['an empty object', {}],
  ])('%s is no validation error', (_name, json) => {
    expect(readValidationErrors(json)).toBeNull()
  })

  test('as many leaves go in as problems come out, whatever the nesting', () => {
    const name = fc
      .stringMatching(/^[a-z_]{1,8}$/)
      .filter((text) => !['errors', 'code', 'detail'].includes(text))
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    const { tree } = fc.letrec<{ tree: unknown; object: Record<string, unknown> }>((tie) => ({
      tree: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('tree'), { maxLength: 4 }), tie('object')),
      object: fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
    }))
    fc.assert(
      fc.property(fc.dictionary(name, tree, { maxKeys: 4 }), (json) => {
        expect(readValidationErrors(json)?.length ?? 0).toBe(leaves(json))
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.record({ attr: fc.string(), code: name, detail: fc.string() })), (errors) => {
        expect(readValidationErrors({ code: 'account_failed_validation', errors })).toEqual(errors)
      }),
    )
  })
})

function leaves(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 1
  return Object.values(node).reduce((sum: number, item) => sum + leaves(item), 0)
}
