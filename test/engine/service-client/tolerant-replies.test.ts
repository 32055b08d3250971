// Tests replies with correct content in an unexpected form: they are accepted with every digit. Content that cannot
// be understood is reported with its place, and only a reply that does not come from the service asks to check the
// address.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseInstant } from '../../../shared/sending/instant.ts'
import { classifyCreate } from '../../../electron/engine/sending/service-client/classify.ts'
import { readStatus, readValidate } from '../../../electron/engine/sending/service-client/read-replies.ts'
import { closedBy, isSignIn } from '../../../electron/engine/sending/service-client/refusal-words.ts'
import { withoutJson } from '../../../electron/engine/sending/service-client/read-json.ts'
import type { TransportReply } from '../../../electron/engine/sending/service-client/transport.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { parseExactJson } from '../../../shared/payload/exact-json.ts'
import { serviceAnswers } from '../../../shared/sending/service-answers.ts'
import { english } from '../../support/english.ts'

const now = Date.UTC(2026, 2, 4)
const settings = connectionSettings.parse({
  baseUrl: 'https://data.example.org',
  tokenUrl: 'https://data.example.org/token',
})

function reply(status: number, text: string, headers: Record<string, string> = {}): TransportReply {
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(text),
  }
}

describe('numbers where text was expected', () => {
  test('keep every digit, however long and however written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (digits) => {
        const read = parseExactJson(`{"id":${digits}}`) as { id: unknown }
        expect(String(read.id)).toBe(String(digits))
      }),
    )
    expect(parseExactJson('[1.0, 1e3, 12345678901234567890, 7]')).toEqual([
      '1.0',
      '1e3',
      '12345678901234567890',
      7,
    ])
  })

  test('in a status record count, a Unix time as its instant', () => {
    const text =
      '{"status":"PROCESSED","platform_identifier":12345678901234567891,"created_at":1772613000.5,' +
      '"latest_event":"DONE","latest_error":{"code":5,"detail":7}}'
    const read = readStatus(reply(200, text), settings.baseUrl)
    expect(read).toMatchObject({
      kind: 'record',
      record: {
        status: 'PROCESSED',
        platform_identifier: '12345678901234567891',
        latest_event: { event: 'DONE' },
        latest_error: { code: '5', detail: '7' },
      },
    })
    const created = read.kind === 'record' ? read.record.created_at : null
    expect(parseInstant(created)).toBe(Date.parse('2026-03-04T08:30:00.500Z'))
  })

  test.each([
    ['1772613000', '2026-03-04T08:30:00.000Z'],
    ['1772613000123', '2026-03-04T08:30:00.123Z'],
    ['1772613000123456', '2026-03-04T08:30:00.123Z'],
    ['1772613000123456789', '2026-03-04T08:30:00.123Z'],
  ])('%s is an instant', (text, instant) => {
    expect(new Date(parseInstant(text) ?? 0).toISOString()).toBe(instant)
  })

  test('a number of an account, a code and a domain count in refusals', () => {
    const there =
      '{"non_field_errors":{"code":"account_import_process_already_imported"},"account_id":90071992547409931}'
    const answers = serviceAnswers.parse({})
    expect(classifyCreate(reply(400, there), now, answers)).toMatchObject({
      class: 'already_exists',
      existingAccountId: '90071992547409931',
    })
    const paused = serviceAnswers.parse({ pausedCodes: ['4711'], closedDomains: ['8'] })
    expect(closedBy(400, parseExactJson('{"code":4711,"detail":["odd"],"domain":8}'), paused)).toMatchObject({
      state: 'paused',
      code: '4711',
    })
  })
})

describe('replies that cannot be understood', () => {
  test.each([
    ['{"platform_identifier":"P-1"}', 'status is missing'],
    ['[]', 'the answer is a list: []'],
    ['{"status":"PROCESSED","platform_identifier":{"a":1}}', 'platform_identifier is an object: {"a":1}'],
    ['{"status":"PENDING","latest_event":{"event":[1]}}', 'latest_event.event is a list: [1]'],
  ])('a status of %s is named: %s', (text, words) => {
    const read = readStatus(reply(200, text), settings.baseUrl)
    expect(english(read)).toMatchObject({ kind: 'not_understood', message: expect.stringContaining(words) })
    expect(JSON.stringify(english(read))).not.toContain('address')
  })

  test('a validate that is neither yes nor no is shown as it came', () => {
    const read = readValidate(reply(200, '[1]'), settings)
    expect(english(read)).toMatchObject({
      kind: 'not_understood',
      message: expect.stringContaining('HTTP 200 and [1]'),
    })
    expect(JSON.stringify(english(read))).not.toContain('Check the')
  })

  test('a create whose 201 is no object says so, and stays unknown', () => {
    expect(english(classifyCreate(reply(201, '["made"]'), now, serviceAnswers.parse({})))).toMatchObject({
      class: 'unknown',
      detail: 'The answer to the create could not be understood (HTTP 201): ["made"]',
    })
  })

  test.each([
    ['a page where the path is not there', reply(404, '<html>', { 'content-type': 'text/html' }), true],
    ['a page in the place of an answer', reply(200, '<html>', { 'content-type': 'text/html' }), true],
    ['a redirect', reply(302, '', { 'content-type': '', location: '/login' }), true],
    ["a gateway's page", reply(403, '<html>', { 'content-type': 'text/html' }), false],
    ['half an object', reply(200, '{"status":'), false],
    ['a packed body', reply(200, 'x', { 'content-encoding': 'br' }), false],
  ])('%s: the address is in question or is not', (_name, answer, elsewhere) => {
    expect(withoutJson(answer).elsewhere).toBe(elsewhere)
  })
})

describe('codes that are settings', () => {
  const reported = serviceAnswers.parse({
    pausedCodes: ['on_hold'],
    completeCodes: ['done_with'],
    closedStatuses: [409, 423],
  })

  test.each([
    ['paused', 423, '{"code":"on_hold","detail":"Later."}', 'paused'],
    ['complete', 409, '{"code":"done_with"}', 'complete'],
    ['the code of both', 409, '{"code":"import_supplier_migration_not_ongoing"}', 'closed'],
    ['in the shape of already imported', 409, '{"non_field_errors":[{"code":"on_hold"}]}', 'paused'],
    [
      'in a list of errors, at no field',
      409,
      '{"code":"x","errors":[{"code":"done_with","attr":"non_field_errors"}]}',
      'complete',
    ],
    ['under another status', 400, '{"code":"on_hold"}', null],
    ['at a field', 409, '{"code":"x","errors":[{"code":"on_hold","attr":"customers.0.landline"}]}', null],
    ['another code', 409, '{"code":"conflict"}', null],
  ])('a supplier is %s', (_name, status, text, state) => {
    expect(closedBy(status, JSON.parse(text), reported)?.state ?? null).toBe(state)
    expect(classifyCreate(reply(status, text), now, reported).class === 'supplier_closed').toBe(
      state !== null,
    )
    expect(readValidate(reply(status, text), { ...settings, answers: reported }).kind === 'closed').toBe(
      state !== null,
    )
  })

  test('a 403 is a sign-in by its code, and where it has none', () => {
    expect(isSignIn(403, { code: 'not_authenticated' }, reported)).toBe(true)
    expect(isSignIn(403, { detail: 'No.' }, reported)).toBe(true)
    expect(isSignIn(403, undefined, reported)).toBe(false)
    expect(isSignIn(403, { code: 'permission_denied' }, reported)).toBe(false)
    expect(isSignIn(401, { code: 'permission_denied' }, reported)).toBe(true)
    expect(isSignIn(403, { code: 'KT-1' }, serviceAnswers.parse({ signInCodes: ['KT-1'] }))).toBe(true)
  })
})
