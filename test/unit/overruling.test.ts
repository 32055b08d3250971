// Tests which local checks may be left to the service: one table, with an entry for every code of every check.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { oddKinds } from '../../shared/sheet/odd-rows.ts'
import { overrulingFault, rulings } from '../../shared/fixing/overruling.ts'
import { paths } from '../../shared/sending/service.ts'
import { sentenceOf } from '../../shared/texts/message.ts'
import { english } from '../support/english.ts'

const root = join(import.meta.dirname, '..', '..')

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
}

/** The string literals of a union. */
function wordsOf(union: string): string[] {
  return [...union.replaceAll("['code']", '').matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)
}

/** Codes in the sources: next to `source: 'local'`, and in the unions that checks and conversions return. */
function codesInSources(): Set<string> {
  const all = [...sourcesIn('shared'), ...sourcesIn('electron/engine')]
  const beside = all.flatMap((text) =>
    [...text.matchAll(/source: 'local',[^{}]*?code: '([a-z_]+)'/g)].map(([, code = '']) => code),
  )
  const unions = all.flatMap((text) =>
    [...text.matchAll(/type (?:Field|Conversion)Code =([^=]*?)\n(?:export|\n|\/\*\*)/g)].flatMap(
      ([, union = '']) => wordsOf(union),
    ),
  )
  const faults = all.flatMap((text) =>
    [...text.matchAll(/type (?:DateFault|Fault|StatusPath) =[^]*?code: ((?:'[a-z_]+'(?: \| )?)+)/g)].flatMap(
      ([, union = '']) => wordsOf(union),
    ),
  )
  const named = all.flatMap((text) =>
    [...text.matchAll(/duplicateCode = '([a-z_]+)'/g)].map(([, code = '']) => code),
  )
  return new Set([...beside, ...unions, ...faults, ...named])
}

test('the table contains every code that a local check can give', () => {
  const found = codesInSources()
  for (const code of [
    'required',
    'invalid_phone_number',
    'digits_lost',
    'no_such_date',
    'key_missing',
    'identity_unsafe',
  ])
    expect(found, 'the search finds what is known to be there').toContain(code)
  expect([...found].filter((code) => !Object.hasOwn(rulings, code))).toEqual([])
})

test('each code has its reason in a sentence', () => {
  for (const { why } of Object.values(rulings)) expect(english(why)).toMatch(/^[A-Z].{20,}\.$/)
})

describe('a problem can be left to the service', () => {
  it.each([
    'required',
    'invalid',
    'invalid_choice',
    'max_length',
    'min_length',
    'max_value',
    'min_value',
    'invalid_phone_number',
    'possible_test_email_address',
    'date_in_future',
    ...oddKinds.map((kind) => `looks_like_${kind}`),
  ])('%s', (code) => {
    expect(overrulingFault({ code, field: 'customers.*.landline' }, paths.status)).toBeNull()
  })
})

describe('a problem cannot be left to the service', () => {
  it.each([
    ...['null', 'blank', 'empty', 'undocumented_field', 'unsafe_document_path'].map((code) => [
      code,
      /specification says/,
    ]),
    ...['not_a_list', 'not_a_dict'].map((code) => [code, /cannot be built/]),
    ...['digits_lost', 'no_such_date', 'two_digit_year', 'error_cell', 'withheld_text', 'zone_missing'].map(
      (code) => [code, /No value/],
    ),
    ...[
      'key_missing',
      'identity_missing',
      'identity_unsafe',
      'duplicate_account',
      'on_its_way_elsewhere',
    ].map((code) => [code, /created twice/]),
    ['conflicting_values', /would be lost/],
    ['only_a_key', /Nothing but its key/],
    ['payload_too_large', /no request of this size/],
    ['a_code_that_nobody_knows', /not one of the checks/],
    ['toString', /not one of the checks/],
    [null, /not one of the checks/],
  ] as readonly (readonly [string | null, RegExp])[])('%s', (code, words) => {
    expect(english(overrulingFault({ code, field: 'customers.*.landline' }, paths.status))).toMatch(words)
  })

  it('if the field is the import supplier or identifies the account at the service', () => {
    const fault = (field: string, statusPath: string | null): string | null =>
      sentenceOf(overrulingFault({ code: 'required', field }, statusPath))
    expect(fault('import_supplier', null)).toMatch(/specification requires/)
    expect(fault('external_account_number', paths.status)).toMatch(/knows the account by/)
    expect(fault('references.*.value', '/x/{references.0.value}/')).toMatch(/knows the account by/)
    expect(fault('external_account_number', null)).toBeNull()
  })

  it('if no value could be made', () => {
    const problem = { code: 'invalid_choice', field: 'account_type' }
    expect(english(overrulingFault({ ...problem, noValue: true }, paths.status))).toMatch(/No value/)
    expect(overrulingFault(problem, paths.status)).toBeNull()
  })
})
