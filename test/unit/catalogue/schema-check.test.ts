// Tests the local check of a payload against the shipped example catalogue: the error codes and their attr paths.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createSchemaCheck, schemaFailure } from '../../../electron/engine/accounts/build/schema-check.ts'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import { joinLocalProblems, schemaProblems } from '../../../shared/catalogue/schema-problems.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

const shippedSchema = (name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../shared/catalogue/examples/${name}.json`, import.meta.url), 'utf8'),
  )
const read = readCatalogue(shippedSchema('example'))
if (!read.ok) throw new Error(inEnglish(read.failure.message))
const { catalogue } = read
const check = createSchemaCheck(catalogue, { now: () => Date.UTC(2026, 10, 21, 12), phoneRegion: 'GB' })
const account = { import_supplier: 'ACME', external_account_number: 'A1' }
const reported = (change: Record<string, unknown>): string[] =>
  check({ ...account, ...change }).map((problem) => `${problem.attr} ${problem.code}`)
const customer = (fields: Record<string, unknown>): string[] => reported({ customers: [fields] })

describe('the schema check', () => {
  it('accepts a valid account, with fictional numbers and regions that are not checked', () => {
    expect(
      customer({
        landline: '020 7946 0123',
        mobile: '07700 900123',
        email: 'ann@example.org',
        date_of_birth: '2026-11-21',
      }),
    ).toEqual([])
    expect(customer({ mobile: '+447700900999', landline: '+12125550123' })).toEqual([])
  })
  it.each<[string, Record<string, unknown>, string[]]>([
    ['a missing field', { import_supplier: undefined }, ['import_supplier required']],
    [
      'a missing field deep down',
      {
        supply_addresses: [
          {
            street_address: 'A',
            postal_code: 'B',
            occupied_from: '2026-01-01',
            meter_points: [{ identifier: '1', supply_type: 'GAS' }],
          },
        ],
      },
      ['supply_addresses.0.meter_points.0.supply_start_date required'],
    ],
    ['an unknown choice', { account_type: 'domestic' }, ['account_type invalid_choice']],
    ['too long a text', { external_account_number: 'x'.repeat(129) }, ['external_account_number max_length']],
    ['a blank', { billing_name: '' }, ['billing_name blank']],
    ['a null', { billing_name: null }, ['billing_name null']],
    ['a number for text', { billing_name: 7 }, ['billing_name invalid']],
    ['no list', { customers: {} }, ['customers not_a_list']],
    ['an empty list', { customers: [] }, ['customers empty']],
    ['no object', { billing_address: 'here' }, ['billing_address not_a_dict']],
    ['an undocumented field', { nickname: 'x' }, ['nickname undocumented_field']],
    ['a bad decimal', { transfer_balance: '1,5' }, ['transfer_balance invalid']],
    ['an impossible date', { date_of_sale: '2026-02-30' }, ['date_of_sale invalid']],
    [
      'a climbing document path',
      { documents: [{ path: '/a/../b' }] },
      ['documents.0.path unsafe_document_path'],
    ],
    [
      'numbers beyond limits',
      { payment_schedules: [{ day_of_month: 0 }, { day_of_month: 29 }] },
      ['payment_schedules.0.day_of_month min_value', 'payment_schedules.1.day_of_month max_value'],
    ],
    [
      'a moment without Z',
      { notes: [{ body: 'x', created_at: '2026-01-01T00:00:00' }] },
      ['notes.0.created_at invalid'],
    ],
  ])('reports %s', (_, change, expected) => expect(reported(change)).toEqual(expected))
  it.each([
    [{ landline: '12345' }, 'landline invalid_phone_number'],
    [{ landline: 'Tel: 020 7946 0123' }, 'landline invalid_phone_number'],
    [{ mobile: '07700 90012' }, 'mobile invalid_phone_number'],
    [{ email: 'nobody' }, 'email invalid'],
    [{ email: 'a@b@example.org' }, 'email invalid'],
    [{ email: 'test@example.org' }, 'email possible_test_email_address'],
    [{ email: 'ann@test.com' }, 'email possible_test_email_address'],
    [{ date_of_birth: '2026-11-22' }, 'date_of_birth date_in_future'],
  ])('reports %j of a customer', (fields, expected) =>
    expect(customer(fields)).toEqual([`customers.0.${expected}`]),
  )
  it('names the field and the value, but not personal data that is masked', () => {
    expect(english(check({ ...account, customers: [{ landline: '12' }] })[0]?.message)).toBe(
      'Landline “12” is not a valid phone number.',
    )
    expect(english(check({ ...account, customers: [{ date_of_birth: '2031-01-01' }] })[0]?.message)).toBe(
      'Date of birth is in the future.',
    )
  })
  it('without a known region checks only the shape of numbers without +', () => {
    const anywhere = createSchemaCheck(catalogue, { now: () => 0, phoneRegion: null })
    const codes = (landline: string): (string | null)[] =>
      anywhere({ ...account, customers: [{ landline }] }).map((problem) => problem.code)
    expect(codes('0123 456')).toEqual([])
    expect(codes('12')).toEqual(['invalid_phone_number'])
    expect(codes('none')).toEqual(['invalid_phone_number'])
    expect(codes('+44 1')).toEqual(['invalid_phone_number'])
  })
  it('refuses a catalogue that is no JSON Schema', () => {
    const odd = readCatalogue({ type: 'object', properties: { a: { type: 'string', pattern: '(' } } })
    expect(odd.ok ? schemaFailure(odd.catalogue)?.code : '').toBe('catalogue_not_usable')
  })
  it.each(['example', 'documented'])('finds the shipped catalogue “%s” to be a JSON Schema', (name) => {
    const shipped = readCatalogue(shippedSchema(name))
    expect(shipped.ok ? schemaFailure(shipped.catalogue) : shipped.failure).toBeNull()
  })
})

describe('schema errors', () => {
  const error = (instancePath: string, keyword: string, params = {}) => ({
    instancePath,
    keyword,
    params,
    schemaPath: '#',
  })
  it('omits wrapper errors if there is a specific one, and keeps a lone wrapper', () => {
    expect(schemaProblems([error('/a', 'anyOf'), error('/a', 'type')], catalogue)).toHaveLength(1)
    expect(
      schemaProblems([error('/a', 'anyOf'), error('/ab', 'type')], catalogue).map((problem) => problem.attr),
    ).toEqual(['/ab', '/a'].map((path) => path.slice(1)))
  })
  it('gives each problem an attr and a code, with decoded pointers', () => {
    expect(
      schemaProblems([error('/a~1b', 'pattern'), error('/a~1b', 'format')], catalogue).map(
        (problem) => problem.attr,
      ),
    ).toEqual(['a/b'])
  })
  it('does not repeat problems that building already reported', () => {
    const one = { source: 'local', attr: 'a', code: 'invalid', message: '' } as const
    expect(
      joinLocalProblems(
        [one],
        [
          { ...one, code: 'required' },
          { ...one, attr: 'b' },
        ],
      ).map((problem) => `${problem.attr} ${problem.code}`),
    ).toEqual(['a invalid', 'b invalid'])
  })
})
