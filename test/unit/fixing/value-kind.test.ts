// Tests the classification of a field's values as shared or personal, and the comparison of texts that write the
// same value differently.
import { describe, expect, test } from 'vitest'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import example from '../../../shared/catalogue/examples/example.json' with { type: 'json' }
import { isSameValue } from '../../../shared/fixing/rules/same-value.ts'
import { type ValueKind, valueKindOf, valueKindOfPaths } from '../../../shared/fixing/rules/value-kind.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

const read = readCatalogue(example)
if (!read.ok) throw new Error(inEnglish(read.failure.message))
const { catalogue } = read

const kinds: readonly (readonly [path: string, kind: ValueKind])[] = [
  ['account_type', 'choice'],
  ['unknown_occupier', 'choice'],
  ['communication_preference', 'choice'],
  ['customers.*.landline', 'telephone'],
  ['customers.*.mobile', 'telephone'],
  ['customers.*.email', 'email'],
  ['billing_email', 'email'],
  ['external_account_number', 'identifier'],
  ['supply_addresses.*.meter_points.*.identifier', 'identifier'],
  ['supply_addresses.*.meter_points.*.meters.*.serial_number', 'identifier'],
  ['notes.*.documents.*.path', 'identifier'],
  ['billing_name', 'name'],
  ['customers.*.given_name', 'name'],
  ['customers.*.family_name', 'name'],
  ['date_of_sale', 'date'],
  ['notes.*.created_at', 'date'],
  ['billing_address.street_address', 'address'],
  ['billing_address.locality', 'address'],
  ['billing_address.postal_code', 'address'],
  ['supply_addresses.*.street_address', 'address'],
  ['customers.*.date_of_birth', 'sensitive'],
  ['customers.*.priority_services.*.code', 'sensitive'],
  ['transfer_balance', 'number'],
  ['payment_schedules.*.amount', 'number'],
]
test.each(kinds)('the field %s holds: %s', (path, kind) => {
  const field = catalogue.fieldAt(path)
  if (field === null) throw new Error(`No field ${path}`)
  expect(valueKindOf(field)).toBe(kind)
})

describe('a column', () => {
  test('that feeds a choice and a name holds a name; without a known field it is unknown', () => {
    expect(valueKindOfPaths(['account_type', 'billing_name'], catalogue)).toBe('name')
    expect(valueKindOfPaths(['account_type', 'communication_preference'], catalogue)).toBe('choice')
    expect(valueKindOfPaths(['account_type', 'no_such_field'], catalogue)).toBe('unknown')
    expect(valueKindOfPaths([], catalogue)).toBe('unknown')
    expect(valueKindOfPaths(['account_type'], null)).toBe('unknown')
  })
})

const same: readonly (readonly [kind: ValueKind, before: string, after: string])[] = [
  ['telephone', '(020) 7946-0010', '020 7946 0010'],
  ['telephone', '020.7946.0010', '02079460010'],
  ['telephone', '020 7946 0010', '+44 20 7946 0010'],
  ['telephone', '+44 (0)20 7946 0010', '+442079460010'],
  ['telephone', '0044 20 7946 0010', '+44 20 7946 0010'],
  ['telephone', '2079460010', '020 7946 0010'],
  ['email', ' Ann.Lee@Example.COM', 'ann.lee@example.com'],
  ['date', '31.12.2021', '2021-12-31'],
  ['date', '4 Apr 2016', '2016-04-04'],
  ['date', '05/05/2021', '2021-05-05'],
  ['number', '£1,234.50', '1234.50'],
  ['number', '1234.5', '1234.50'],
  ['identifier', 'NQ-0000173', 'nq0000173'],
  ['identifier', '12-34-56', '123456'],
  ['name', 'LEE', 'Lee'],
  ['name', "O'Brien", 'O’Brien'],
  ['address', 'QX11AA', 'QX1 1AA'],
  ['unknown', 'a  b', 'A b'],
]
test.each(same)('%s: “%s” and “%s” are equal', (kind, before, after) => {
  expect(isSameValue(before, after, kind)).toBe(true)
  expect(isSameValue(after, before, kind)).toBe(true)
})

const different: readonly (readonly [kind: ValueKind, before: string, after: string])[] = [
  ['telephone', '+44 117 496 0after six', '+44 117 496 0123'],
  ['telephone', '020 7946 0010', '020 7946 0011'],
  ['telephone', 'none', '020 7946 0010'],
  ['telephone', '+44 20 7946 0010', '+49 20 7946 0010'],
  ['telephone', '020 7946 0010 / 0011', '020 7946 0010'],
  ['telephone', '12345', '0912345'],
  ['email', 'ann.lee@example.com', 'annlee@example.com'],
  ['email', 'ann@example.con', 'ann@example.com'],
  ['date', '31/02/2021', '28/02/2021'],
  ['date', '03/04/2023', '2023-04-03'],
  ['date', '03/04/23', '2023-04-03'],
  ['number', '1,234', '1234'],
  ['number', '-45.10', '45.10'],
  ['number', '(45.10)', '45.10'],
  ['identifier', 'A-1', 'A-2'],
  ['name', 'Lee', 'Ann Lee'],
  ['name', 'José', 'Jose'],
  ['name', 'Smith, John', 'John Smith'],
  ['address', '1.5 High St', '15 High St'],
  ['unknown', '1.234', '1234'],
  ['unknown', 'ref -5', 'ref 5'],
  ['unknown', '', 'x'],
  ['unknown', 'x', ' '],
]
test.each(different)('%s: “%s” and “%s” differ', (kind, before, after) => {
  expect(isSameValue(before, after, kind)).toBe(false)
  expect(isSameValue(after, before, kind)).toBe(false)
})
