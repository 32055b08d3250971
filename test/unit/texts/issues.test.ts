// Tests that whatever a schema refuses is said in both languages, without zod's own English sentences.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { networkForm } from '../../../renderer/steps/connect/network/network-form.ts'
import { connectionForm, emptyForm, faultText } from '../../../renderer/steps/connect/form/connection-form.ts'
import { contract } from '../../../shared/contract/contract.ts'
import { fix } from '../../../shared/fixing/fix.ts'
import { conversion, mappingFile } from '../../../shared/mapping/file.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { quietHours } from '../../../shared/sending/quiet-hours.ts'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'
import { ruleMessages } from '../../../shared/texts/en/rules.ts'
import {
  firstFault,
  innermostIssues,
  inputFaults,
  type Issue,
  issueFault,
} from '../../../shared/texts/issues.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { type Message, sentenceOf } from '../../../shared/texts/message.ts'

const formats = { en: createMessageFormat('en', 'en-GB'), de: createMessageFormat('de', 'de-DE') }

function inBoth(words: Message): readonly [string, string] {
  return [sentenceOf(words, formats.en), sentenceOf(words, formats.de)]
}

/** Words of zod's English sentences that ours never use. */
const zodWords = /invalid|too (?:big|small)|expected|received|unrecognized|undefined|[<>]=?\s*\d|\[object/i
const englishWords = /\b(?:must|is|are|has|have|the|not|allowed|with|than|characters?|entries|entry)\b/

function expectSaid(words: Message): void {
  const [en, de] = inBoth(words)
  expect(en).not.toMatch(zodWords)
  expect(de).not.toMatch(zodWords)
  expect(en).not.toMatch(/^(?:issues|rules)\./)
  expect(de).not.toMatch(englishWords)
  expect(de).not.toBe(en)
}

function faultsOf(schema: z.ZodType, value: unknown): readonly Issue[] {
  const parsed = schema.safeParse(value)
  if (parsed.success) throw new Error(`${JSON.stringify(value)} was accepted`)
  return parsed.error.issues
}

const cases: readonly (readonly [string, z.ZodType, unknown, string, string])[] = [
  [
    'a missing text',
    z.object({ a: z.string() }),
    {},
    'is missing: it must be text',
    'fehlt: Hier muss Text stehen',
  ],
  ['a number for a text', z.string(), 1, 'must be text', 'muss Text sein'],
  ['a text for a number', z.number(), 'x', 'must be a number', 'muss eine Zahl sein'],
  ['no number at all', z.number(), Number.NaN, 'must be a number', 'muss eine Zahl sein'],
  ['a fraction', z.number().int(), 1.5, 'must be a whole number', 'muss eine ganze Zahl sein'],
  ['a text for yes or no', z.boolean(), 'x', 'must be true or false', 'muss true oder false sein'],
  ['a text for a list', z.array(z.string()), 'x', 'must be a list', 'muss eine Liste sein'],
  ['a text for an object', z.object({}), 'x', 'must be an object', 'muss ein Objekt sein'],
  ['a text for a record', z.record(z.string(), z.string()), 'x', 'must be an object', 'muss ein Objekt sein'],
  ['a text for nothing', z.null(), 'x', 'must be empty', 'muss leer sein'],
  ['a text for a date', z.date(), 'x', 'is of the wrong kind', 'ist von der falschen Art'],
  ['a number below', z.number().min(10_000), 1, 'must be at least 10,000', 'muss mindestens 10.000 sein'],
  ['zero', z.number().positive(), 0, 'must be more than 0', 'muss größer als 0 sein'],
  ['a number above', z.number().max(64), 65, 'must be at most 64', 'darf höchstens 64 sein'],
  ['a number too high', z.number().lt(5), 5, 'must be less than 5', 'muss kleiner als 5 sein'],
  ['an odd number', z.number().multipleOf(5), 7, 'must be a multiple of 5', 'muss ein Vielfaches von 5 sein'],
  [
    'an empty text',
    z.string().min(1),
    '',
    'is empty: it must hold something',
    'ist leer: Es muss etwas enthalten',
  ],
  [
    'an empty list',
    z.array(z.string()).min(1),
    [],
    'is empty: it must hold something',
    'ist leer: Es muss etwas enthalten',
  ],
  [
    'a short text',
    z.string().min(3),
    'a',
    'must have at least 3 characters',
    'muss mindestens 3 Zeichen haben',
  ],
  ['a long text', z.string().max(1), 'ab', 'must have at most 1 character', 'darf höchstens 1 Zeichen haben'],
  [
    'another length',
    z.string().length(2),
    'GBR',
    'must have exactly 2 characters',
    'muss genau 2 Zeichen haben',
  ],
  [
    'a short list',
    z.array(z.number()).min(2),
    [1],
    'must have at least 2 entries',
    'muss mindestens 2 Einträge haben',
  ],
  [
    'a long list',
    z.array(z.number()).max(1),
    [1, 2],
    'must have at most 1 entry',
    'darf höchstens 1 Eintrag haben',
  ],
  [
    'another number of entries',
    z.array(z.number()).length(1),
    [1, 2],
    'must have exactly 1 entry',
    'muss genau 1 Eintrag haben',
  ],
  ['another date', z.date().min(new Date(9)), new Date(1), 'is not right', 'ist nicht richtig'],
  ['another beginning', z.string().startsWith('/'), 'x', 'must begin with “/”', 'muss mit „/“ beginnen'],
  ['another end', z.string().endsWith('/'), 'x', 'must end with “/”', 'muss mit „/“ enden'],
  [
    'without a placeholder',
    z.string().includes('{token}'),
    'x',
    'must contain “{token}”',
    'muss „{token}“ enthalten',
  ],
  [
    'another pattern',
    z.string().regex(/^[A-Z]{2}$/),
    'x',
    'must match the pattern /^[A-Z]{2}$/',
    'muss dem Muster /^[A-Z]{2}$/ entsprechen',
  ],
  [
    'no address',
    z.url(),
    'x',
    'must be an address such as https://example.org',
    'muss eine Adresse sein, etwa https://example.org',
  ],
  [
    'no date and time',
    z.iso.datetime(),
    'x',
    'must be a date and time such as 2026-01-31T12:00:00Z',
    'muss Datum und Uhrzeit sein, etwa 2026-01-31T12:00:00Z',
  ],
  ['no base64', z.base64(), '?', 'has the wrong form', 'hat die falsche Form'],
  [
    'none of the choices',
    z.enum(['test', 'production']),
    'x',
    'must be "test" or "production"',
    'muss "test" oder "production" sein',
  ],
  ['another version', z.literal(1), 2, 'must be 1', 'muss 1 sein'],
  [
    'unknown names',
    z.strictObject({}),
    { feild: 1, b: 2 },
    'has “feild”, “b”, which is not known: check the spelling or take it out',
    'enthält „feild“, „b“, was nicht bekannt ist: Prüfen Sie die Schreibweise, oder nehmen Sie es heraus',
  ],
  [
    'a wrong name',
    z.record(z.string().max(1), z.number()),
    { ab: 1 },
    'has a name that is not allowed',
    'enthält einen Namen, der nicht erlaubt ist',
  ],
  [
    'a wrong entry',
    z.map(z.object({}), z.number()),
    new Map([[{}, 'x']]),
    'has an entry that is not allowed',
    'enthält einen Eintrag, der nicht erlaubt ist',
  ],
  [
    'an unknown kind',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]),
    { kind: 'b' },
    'has an unknown “kind”, or fits none of the allowed shapes',
    'hat ein unbekanntes „kind“ oder passt zu keiner der erlaubten Formen',
  ],
  ['a rule without a text', z.string().refine(() => false), 'x', 'is not right', 'ist nicht richtig'],
  [
    'a rule with a text of its own',
    z.string().refine(() => false, 'Expected better'),
    'x',
    'is not right',
    'ist nicht richtig',
  ],
]

test.each(cases)('%s is said in both languages', (_, schema, value, en, de) => {
  const [first] = faultsOf(schema, value).flatMap((issue) => innermostIssues(issue))
  if (first === undefined) throw new Error('no issue')
  expect(inBoth(issueFault(first))).toEqual([en, de])
})

test('the table has every code of an issue', () => {
  const codes = new Set(cases.flatMap(([, schema, value]) => faultsOf(schema, value).map(({ code }) => code)))
  const all: Readonly<Record<Issue['code'], true>> = {
    custom: true,
    invalid_element: true,
    invalid_format: true,
    invalid_key: true,
    invalid_type: true,
    invalid_union: true,
    invalid_value: true,
    not_multiple_of: true,
    too_big: true,
    too_small: true,
    unrecognized_keys: true,
  }
  expect([...codes].toSorted()).toEqual(Object.keys(all))
})

describe('a rule of our own', () => {
  test.each(Object.keys(ruleMessages))('%s is said by its message', (name) => {
    const [issue] = faultsOf(
      z.string().refine(() => false, `rules.${name}`),
      'x',
    )
    if (issue === undefined) throw new Error('no issue')
    expect(issueFault(issue)).toEqual({ key: `rules.${name}` })
    expectSaid(issueFault(issue))
  })
})

/** Wrong values of every kind, so that each schema raises most of its issues. */
const wrongValues = [
  '',
  'x',
  -1,
  0.5,
  1e12,
  Number.NaN,
  true,
  null,
  undefined,
  [],
  {},
  ['', 1],
  { kind: 'x' },
]

/** The schema with each of its members, members of lists and choices replaced by each wrong value. */
function* wrongInputs(sound: unknown): Generator {
  yield* wrongValues
  if (typeof sound !== 'object' || sound === null) return
  for (const [name, value] of Object.entries(sound))
    for (const wrong of wrongInputs(value))
      yield Array.isArray(sound) ? sound.with(Number(name), wrong) : { ...sound, [name]: wrong }
  if (!Array.isArray(sound)) yield { ...sound, extra: 1 }
}

const settings = connectionSettings.parse({
  baseUrl: 'https://a.example',
  tokenUrl: 'https://a.example/v1/graphql/',
  suppliers: [{ code: 'A', note: '' }],
  network: { proxy: 'manual', proxyUrl: 'http://p.example:1', caFile: '/a' },
  limits: { quietHours: [{ from: '22:00', to: '06:00' }] },
})
const mapping = {
  version: 1,
  key: 'A',
  columns: [
    { column: 'A', field: 'a', conversion: { kind: 'split', separator: ' ', part: 1 } },
    { column: 'B', ignore: true },
    {
      column: 'C',
      field: 'c',
      conversion: { kind: 'steps', steps: [{ kind: 'phone', to: 'e164', region: 'GB' }] },
    },
  ],
  fixed: [{ field: 'x', value: 1 }],
  linked: [{ sheet: 'S', key: ['A'], list: 'l', columns: [] }],
}

describe.each([
  ['the settings of a connection', connectionSettings, settings],
  ['quiet hours', quietHours, { days: [1], from: '22:00', to: '06:00' }],
  ['a sending plan', sendingPlan, sendingPlan.parse({})],
  ['a mapping file', mappingFile, mapping],
  ['a conversion', conversion, { kind: 'join', with: ['a'], separator: '' }],
  ['a fix', fix, { kind: 'phone', region: 'GB', form: 'e164', bare: false }],
] as const)('%s', (_, schema, sound) => {
  test('says everything that is wrong in both languages', () => {
    expect(schema.safeParse(sound).error).toBeUndefined()
    let refused = 0
    for (const wrong of wrongInputs(sound)) {
      const parsed = schema.safeParse(wrong)
      if (parsed.success) continue
      refused += 1
      expectSaid(firstFault(parsed.error))
      for (const issue of parsed.error.issues.flatMap((one) => innermostIssues(one)))
        expectSaid(issueFault(issue))
    }
    expect(refused).toBeGreaterThan(20)
  })
})

test('a form shows each fault by its own text, or by ours', () => {
  for (const wrong of wrongInputs({ ...emptyForm(), name: 'A' })) {
    const parsed = connectionForm.safeParse(wrong, { error: faultText })
    for (const { message } of parsed.error?.issues ?? []) {
      expect(message).not.toMatch(zodWords)
      expect(message).not.toMatch(/^(?:issues|rules)\./)
    }
  }
  expect(networkForm.safeParse({}, { error: faultText }).error?.issues[0]?.message).toBe(
    'It must be "system" or "none" or "manual" or "pac".',
  )
})

test('what the contract refuses of an input is said with its place', () => {
  const schema = contract.connections.save['~orpc'].inputSchema
  const parsed = schema?.safeParse({ name: '', settings: { baseUrl: 'x', tokenUrl: 'http://a.example' } })
  const faults = inputFaults({ issues: parsed?.error?.issues })
  if (faults === null) throw new Error('not a refused input')
  expectSaid(faults)
  expect(inBoth(faults)[0]).toMatch(/^This was refused, and nothing was changed: name is empty: /)
  expect(inBoth(faults)[0]).toContain('settings.baseUrl must be an http or https address')
  expect(inputFaults({ code: 'changed' })).toBeNull()
})
