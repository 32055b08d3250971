// Tests the shortening of long texts from a service where they are stored or reported, so that every sentence stays
// readable and nothing large is stored a thousand times.
import { describe, expect, test } from 'vitest'
import { closedPause, refusalPause } from '../../../electron/engine/sending/waves/supplier-pauses.ts'
import { classifyCreate } from '../../../electron/engine/sending/service-client/classify.ts'
import { readStatus, readValidate } from '../../../electron/engine/sending/service-client/read-replies.ts'
import { createSecrets } from '../../../electron/engine/sending/service-client/secrets.ts'
import { createTokens } from '../../../electron/engine/sending/service-client/tokens.ts'
import type { TransportReply } from '../../../electron/engine/sending/service-client/transport.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { longestMessage } from '../../../shared/payload/problems.ts'
import { createFakeClock } from '../sending/fake-clock.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

const settings = connectionSettings.parse({ baseUrl: 'http://127.0.0.1:1', tokenUrl: 'http://127.0.0.1:1/t' })
const long = 'w'.repeat(900_000)

function reply(status: number, body: unknown): TransportReply {
  const headers = { 'content-type': 'application/json' }
  return { kind: 'reply', status, headers, body: Buffer.from(JSON.stringify(body)) }
}

describe('the stored part of an answer is cut, and ends with …', () => {
  test.each([
    ['a coded refusal', { code: long, detail: long }],
    ['a refusal of the import', { code: 'import_process_failed_validation', detail: long, domain: long }],
    [
      'an account that is there already',
      {
        non_field_errors: { code: 'account_import_process_already_imported', detail: long },
        account_id: long,
      },
    ],
    [
      'the same without its envelope',
      { code: 'account_import_process_already_imported', detail: long, account_id: long },
    ],
    ['words without a code', { detail: long }],
  ])('of a create: %s', (_name, body) => {
    const { code, detail, existingAccountId } = classifyCreate(reply(400, body), Date.now(), settings.answers)
    for (const text of [code ?? '…', inEnglish(detail), existingAccountId ?? '…']) {
      expect(text.length).toBeLessThanOrEqual(longestMessage)
      if (text.startsWith('www')) expect(text).toMatch(/w…$/)
    }
  })

  test('of a status: its identifier, its error and its words', () => {
    const error = { code: long, detail: long, domain: long }
    const event = { event: long, data: error }
    const body = { status: long, platform_identifier: long, latest_event: event, latest_error: error }
    const read = readStatus(reply(200, body), 'http://h')
    if (read.kind !== 'record') throw new Error('It is a record')
    const { status, platform_identifier, latest_event, latest_error } = read.record
    for (const text of [
      status,
      platform_identifier,
      latest_event?.event,
      latest_error?.code,
      latest_error?.detail,
    ])
      expect(text).toMatch(/^w{499}…$/)
  })

  test('of a tree of messages: its paths, however long the names in it', () => {
    const tree = Array.from(
      { length: 20 },
      (_, at) => `name_${at}_${'n'.repeat(15_000)}`,
    ).reduceRight<unknown>(
      (inner, name) => ({ [name]: inner }),
      Array.from({ length: 1000 }, (_, at) => ({ [`leaf_${at}`]: 'No.' })),
    )
    const read = readValidate(reply(400, tree), settings)
    if (read.kind !== 'rejected') throw new Error('It is a refusal')
    expect(read.errors.length).toBeGreaterThan(500)
    for (const { attr } of read.errors) expect(attr?.length ?? 0).toBeLessThanOrEqual(longestMessage)
  })
})

describe('the text of a pause is short', () => {
  const detail = 'z'.repeat(longestMessage)
  const code = 'c'.repeat(longestMessage)
  test.each([
    ['of a supplier that is closed', closedPause('ACME', { state: 'closed', code, detail })],
    ['of a supplier that is complete', closedPause('ACME', { state: 'complete', code, detail })],
    [
      'for the same refusals',
      refusalPause({ supplier: 'ACME', httpStatus: 400, code, detail, times: 50, documented: true }),
    ],
    [
      'for odd answers',
      refusalPause({ supplier: 'ACME', httpStatus: 409, code, detail, times: 3, documented: false }),
    ],
  ])('%s', (_name, { message, code: whole }) => {
    expect(inEnglish(message).length).toBeLessThanOrEqual(longestMessage)
    expect(inEnglish(message)).toContain('zzz…”')
    // Problems are compared by their code.
    expect(whole).toBe(code)
  })

  test.each([
    ['words without end', long],
    // Finding the end of these took a second per 16 kB.
    ['dots and blanks', `No${' .'.repeat(8000)}x`],
  ])('of a refused key: %s', async (_name, message) => {
    const tokens = createTokens({
      settings,
      clock: createFakeClock(),
      readKey: () => Promise.resolve('sk_practice'),
      used: createSecrets(),
      transport: () => Promise.resolve(reply(200, { data: null, errors: [{ message }] })),
    })
    const answer = await tokens.get()
    expect(answer).toMatchObject({ ok: false, kind: 'refused' })
    expect(english(answer.ok ? '' : answer.message)).toMatch(
      /^The service refused the API key: “.{3,200}”\. Check the key\.$/,
    )
  })
})
