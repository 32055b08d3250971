// Tests the connection form: loading and saving settings leaves them unchanged, and invalid input gets a message.
import { zodResolver } from '@hookform/resolvers/zod'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  connectionForm,
  emptyForm,
  exampleStatusAddress,
  formOf,
  settingsOf,
  usualStatusPath,
  type FormInput,
} from '../../../renderer/steps/connect/form/connection-form.ts'
import { durationIn, durationText } from '../../../renderer/components/fields/duration-text.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'

const ms = fc.integer({ min: 1, max: 999_999_999 })
const address = fc.constantFrom(
  'https://data.example.org',
  'http://127.0.0.1:8080/base',
  'https://example.org/v1/x',
)
const codes = fc.uniqueArray(fc.constantFrom('a_code', 'B-2', '4711', 'c.d'), { maxLength: 4 })
const settings = fc
  .record({
    baseUrl: address,
    tokenUrl: address,
    headerTemplate: fc.constantFrom('Token {token}', '{token}', 'Bearer {token}', ' JWT  {token} '),
    statusPath: fc.constantFrom(null, '/', '/v2/{import_supplier}/'),
    tokenKeyField: fc.constantFrom('APIKey', 'refreshToken'),
    attrPrefix: fc.constantFrom('', 'payload'),
    phoneRegion: fc.constantFrom(null, 'GB', 'DE'),
    environment: fc.constantFrom('test' as const, 'production' as const),
    catalogue: fc.constantFrom(null, 'example', '7'),
    tokenAnswer: fc.constantFrom('obtainPlatformToken', 'login'),
    tokenField: fc.constantFrom('token', 'jwt'),
    tokenLifeMs: ms,
    tokenRenewAfterPercent: fc.integer({ min: 10, max: 99 }),
    suppliers: fc.uniqueArray(
      fc.record({
        code: fc.string({ minLength: 1 }).filter((code) => code.trim() === code && code !== ''),
        note: fc.string().map((note) => note.trim()),
      }),
      { selector: ({ code }) => code, maxLength: 4 },
    ),
    answers: fc.record({
      pausedCodes: codes,
      completeCodes: codes,
      closedCodes: codes,
      closedStatuses: fc.uniqueArray(fc.integer({ min: 400, max: 599 }), { minLength: 1, maxLength: 5 }),
      closedDomains: codes,
      signInCodes: codes,
      refusalsInARow: fc.integer({ min: 2, max: 1000 }),
      sameProblemInARow: fc.option(fc.integer({ min: 10, max: 100_000 })),
    }),
    limits: fc.record({
      concurrency: fc.integer({ min: 1, max: 64 }),
      rate: fc.option(fc.integer({ min: 1, max: 10_000_000 }).map((thousandths) => thousandths / 1_000)),
      connectTimeoutMs: ms,
      validateTimeoutMs: ms,
      createTimeoutMs: ms,
      statusTimeoutMs: ms,
      pollFirstMs: ms,
      pollLongestMs: ms,
      quietMs: fc.option(ms),
      adaptive: fc.boolean(),
      readsPerMinute: fc.option(fc.integer({ min: 1, max: 600_000 })),
      bodyBytes: fc.option(fc.integer({ min: 100, max: 1_000_000_000 })),
      validationMaxAgeMs: fc.option(ms),
      quietHours: fc.array(
        fc.record({
          days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
          from: fc.constantFrom('22:00', '00:00', '07:30'),
          to: fc.constantFrom('06:00', '23:59', '07:30'),
        }),
        { maxLength: 4 },
      ),
      recheckMs: fc.option(ms),
      stuckAfterMs: fc.record({
        unconfirmed: ms,
        notVisible: ms,
        pending: ms,
        inProgress: ms,
        otherWord: ms,
      }),
      resumeAfterCrash: fc.boolean(),
    }),
  })
  .map((one) => connectionSettings.parse(one))

const good: FormInput = { ...emptyForm(), name: 'Practice', baseUrl: 'https://data.example.org' }

async function reported(change: Partial<FormInput>): Promise<Record<string, unknown>> {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await zodResolver(connectionForm)({ ...good, ...change }, undefined, options)
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

describe('the form of a connection', () => {
  it('returns the settings that it was filled with', () => {
    fc.assert(
      fc.property(settings, (before) => {
        const form = connectionForm.parse(formOf('Practice', before))
        expect(connectionSettings.parse(settingsOf(form))).toEqual(before)
      }),
    )
  })

  it('with only a name and an address gives the defaults', () => {
    const made = connectionSettings.parse(settingsOf(connectionForm.parse(good)))
    const usual = { baseUrl: good.baseUrl, tokenUrl: 'https://data.example.org/v1/graphql/' }
    expect(made).toEqual(connectionSettings.parse(usual))
  })

  it('accepts surrounding blanks, seconds with a fraction and a region in lowercase', () => {
    const form = connectionForm.parse({
      ...good,
      baseUrl: ' https://data.example.org/ ',
      phoneRegion: 'gb',
      rate: '  ',
      createTimeout: ' 1.5 ',
    })
    expect(settingsOf(form)).toMatchObject({
      baseUrl: 'https://data.example.org',
      phoneRegion: 'GB',
      limits: { rate: null, createTimeoutMs: 1_500 },
    })
  })

  const aDuration = 'A time with its unit, such as 30 min, 12 h or 4 d; at most ten years.'
  const anAddress = 'An http or https address, without user name, query or fragment.'
  it.each<[Partial<FormInput>, Record<string, string>]>([
    [{ name: ' ' }, { name: 'Enter a name for the connection.' }],
    [{ baseUrl: '' }, { baseUrl: anAddress }],
    [{ baseUrl: 'https://me:pw@example.org' }, { baseUrl: anAddress }],
    [{ tokenUrl: 'ftp://example.org' }, { tokenUrl: anAddress }],
    [{ rate: 'fast' }, { rate: 'Enter a number.' }],
    [{ rate: '0' }, { rate: 'Enter a number.' }],
    [{ rate: '10001' }, { rate: 'At most 10,000 requests a second.' }],
    [{ quiet: 'long' }, { quiet: 'Enter a number.' }],
    [{ createTimeout: '0' }, { createTimeout: 'Enter a number.' }],
    [{ createTimeout: '-1' }, { createTimeout: 'Enter a number.' }],
    [{ concurrency: '0' }, { concurrency: 'A whole number from 1 to 64.' }],
    [{ concurrency: '65' }, { concurrency: 'A whole number from 1 to 64.' }],
    [{ headerTemplate: 'Token' }, { headerTemplate: 'It must contain {token}.' }],
    [{ statusPath: 'v2' }, { statusPath: 'It begins with / and can contain {placeholders}.' }],
    [{ phoneRegion: 'GBR' }, { phoneRegion: 'Two letters, such as GB.' }],
    [{ tokenKeyField: ' ' }, { tokenKeyField: 'It cannot be empty.' }],
    [{ readsAMinute: '0' }, { readsAMinute: 'A whole number from 1 to 600,000.' }],
    [{ tokenRenewAfter: '100' }, { tokenRenewAfter: 'A whole number from 10 to 99.' }],
    [{ bodyBytes: '99' }, { bodyBytes: 'A whole number from 100 to 1,000,000,000.' }],
    [{ validationAge: '24' }, { validationAge: aDuration }],
    [{ recheck: 'tomorrow' }, { recheck: aDuration }],
    [{ stuckPending: '' }, { stuckPending: aDuration }],
    [{ stuckPending: '4000 d' }, { stuckPending: aDuration }],
  ])('reports %j in a sentence at its own field', async (change, errors) => {
    expect(await reported(change)).toEqual(errors)
  })
})

describe('a duration in the form', () => {
  it('is shown so that it is read back as the same milliseconds', () => {
    fc.assert(
      fc.property(ms, (length) => {
        expect(durationIn(durationText(length))).toBe(length)
      }),
    )
  })

  it.each([
    ['30 min', 1_800_000],
    [' 1.5 H ', 5_400_000],
    ['4 days', 345_600_000],
    ['0 min', null],
    ['4', null],
    ['4 constructor', null],
    ['four days', null],
  ])('%j means %j milliseconds', (text, length) => {
    expect(durationIn(text)).toBe(length)
  })
})

describe('the quiet hours of a connection', () => {
  async function summaryOf(quietHours: FormInput['quietHours']): Promise<unknown> {
    const options = { fields: {}, shouldUseNativeValidation: false }
    const { errors } = await zodResolver(connectionForm)({ ...good, quietHours }, undefined, options)
    return errors.quietHours?.map?.((one) => one?.days?.message ?? one?.from?.message ?? one?.to?.message)
  }

  it('need a day and two times', async () => {
    expect(await summaryOf([{ days: [1, 7], from: '22:00', to: '06:00' }])).toBe(undefined)
    expect(
      await summaryOf([
        { days: [], from: '22:00', to: '06:00' },
        { days: [1], from: '', to: '06:00' },
        { days: [1], from: '22:00', to: '25:00' },
      ]),
    ).toEqual(['At least one day.', 'A time of day, such as 22:00.', 'A time of day, such as 22:00.'])
  })
})

describe('the suppliers of a connection', () => {
  const row = (code: string, note = '') => ({ code, note })
  async function summaryOf(suppliers: FormInput['suppliers']): Promise<(string | undefined)[]> {
    const options = { fields: {}, shouldUseNativeValidation: false }
    const { errors } = await zodResolver(connectionForm)({ ...good, suppliers }, undefined, options)
    return suppliers.map((_, index) => errors.suppliers?.[index]?.code?.message)
  }
  const noCode = 'Enter the supplier code, or remove the supplier.'
  const twice = 'ACME is already in the list.'

  it.each<[string, FormInput['suppliers'], (string | undefined)[]]>([
    ['a list without a mistake', [row('ACME', 'Sends a letter.'), row('acme')], [undefined, undefined]],
    ['a code that is missing', [row('ACME'), row(' ', 'Sends a letter.')], [undefined, noCode]],
    ['a code that stands twice, blanks aside', [row('ACME'), row(' ACME ')], [undefined, twice]],
    ['both at once', [row('ACME'), row(''), row(''), row('ACME')], [undefined, noCode, noCode, twice]],
  ])('are validated row by row: %s', async (_, suppliers, sentences) => {
    expect(await summaryOf(suppliers)).toEqual(sentences)
  })

  it('are saved without surrounding blanks', () => {
    const form = connectionForm.parse({ ...good, suppliers: [row(' ACME ', '  Sends\na letter. ')] })
    expect(connectionSettings.parse(settingsOf(form)).suppliers).toEqual([row('ACME', 'Sends\na letter.')])
  })
})

describe('the example of a status address', () => {
  it('percent-encodes each value once', () => {
    expect(exampleStatusAddress('https://example.org/', usualStatusPath)).toBe(
      'https://example.org/v2/data-import/accounts/ACME%202026/NW-004117/',
    )
  })

  it('replaces an unknown placeholder with its own name', () => {
    expect(exampleStatusAddress('https://example.org', '/x/{constructor}/')).toBe(
      'https://example.org/x/constructor%201/',
    )
  })
})
