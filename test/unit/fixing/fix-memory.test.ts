// Tests the memory of repairs: which columns have the same meaning, which repairs apply to a value, and which are
// certain.
import { describe, expect, test } from 'vitest'
import {
  basisOf,
  chosenOf,
  columnMeanings,
  fieldsOf,
  isSure,
  isValueRepair,
} from '../../../shared/fixing/repair-match.ts'
import { mappingFile, type MappingInput } from '../../../shared/mapping/file.ts'

function meanings(mapping: MappingInput | null, columns: readonly string[], sheet = 'Customers') {
  const info = {
    name: sheet,
    hidden: false,
    headerRow: 1,
    columns: columns.map((name, index) => ({ index, header: name, name })),
  }
  const read = mapping === null ? null : mappingFile.parse(mapping)
  return columnMeanings(read, [{ position: 0, info }])
}

const mapped = (columns: MappingInput['columns']): MappingInput => ({ version: 1, key: 'No', columns })

describe('the meaning of a column', () => {
  test('is its field, whatever the column’s name; the index distinguishes the items of a list', () => {
    const [first, second] = meanings(
      mapped([
        { column: 'Phone 1', field: 'customers.0.landline' },
        { column: 'Phone 2', field: 'customers.1.landline' },
      ]),
      ['Phone 1', 'Phone 2'],
    )
    const [other] = meanings(mapped([{ column: 'Tel', field: 'customers.0.landline' }]), ['Tel'], 'April')
    expect(first?.feeds).toBe(second?.feeds)
    expect(first?.place).not.toBe(second?.place)
    expect([other?.feeds, other?.place]).toEqual([first?.feeds, first?.place])
    expect(fieldsOf(first?.feeds ?? '')).toEqual(['customers.*.landline'])
  })

  test('is its name without case if it feeds nothing; the main sheet may have any name', () => {
    const [one] = meanings(mapped([{ column: 'Notes', ignore: true }]), ['Notes'])
    const [two] = meanings(null, ['notes '], 'April')
    expect([two?.feeds, two?.place]).toEqual([one?.feeds, one?.place])
    expect(fieldsOf(one?.feeds ?? '')).toEqual([])
  })

  test('differs if its dates or amounts are read by another pattern', () => {
    const dated = (pattern: string) =>
      meanings(mapped([{ column: 'Sold', field: 'date_of_sale', conversion: { kind: 'date', pattern } }]), [
        'Sold',
      ])[0]
    expect(dated('dd/MM/yyyy')?.feeds).toBe(dated('dd/MM/yyyy')?.feeds)
    expect(dated('dd/MM/yyyy')?.feeds).not.toBe(dated('MM/dd/yyyy')?.feeds)
    expect(fieldsOf(dated('dd/MM/yyyy')?.feeds ?? '')).toEqual(['date_of_sale'])
  })

  test('is that of all fields that it feeds', () => {
    const conversion = (part: number) => ({ kind: 'split' as const, separator: ' ', part })
    const [both] = meanings(
      mapped([
        { column: 'Name', field: 'customers.0.given_name', conversion: conversion(1) },
        { column: 'Name', field: 'customers.0.family_name', conversion: conversion(2) },
      ]),
      ['Name'],
    )
    const [one] = meanings(mapped([{ column: 'Name', field: 'customers.0.given_name' }]), ['Name'])
    expect(both?.feeds).not.toBe(one?.feeds)
    expect(fieldsOf(both?.feeds ?? '')).toEqual(['customers.*.family_name', 'customers.*.given_name'])
  })
})

test.each([
  ['typed once', 'x', [{ after: 'y', cells: 1, typed: true }], true],
  ['changed once among others', 'x', [{ after: 'y', cells: 1, typed: false }], false],
  ['changed twice among others', 'x', [{ after: 'y', cells: 2, typed: false }], true],
  ['empty before', ' ', [{ after: 'y', cells: 9, typed: true }], false],
  [
    'repaired in six ways',
    'x',
    ['a', 'b', 'c', 'd', 'e', 'f'].map((after) => ({ after, cells: 1, typed: true })),
    false,
  ],
])('a repair of a value: %s', (_, before, ways, holds) => {
  expect(isValueRepair(before, ways)).toBe(holds)
})

test.each([
  ['account', 2, 1, true],
  ['choice', 1, 0, true],
  ['choice', 2, 0, false],
  ['choice', 1, 1, false],
  ['format', 1, 0, true],
  ['value', 1, 0, false],
  ['other_customer', 1, 0, false],
] as const)('ticked from the start: %s, %i ways, %i stayed: %s', (basis, ways, stayed, sure) => {
  expect(isSure(basis, ways, stayed)).toBe(sure)
})

test.each([
  ['choice', 'PIGEON', 'PRINT', false, 'choice'],
  ['telephone', '+44 117 496 0after six', '+44 117 496 0123', true, 'other_customer'],
  ['telephone', '(020) 7946-0010', '020 7946 0010', false, 'format'],
  ['telephone', 'none', '', false, 'value'],
  ['email', 'none', 'ann@example.com', true, 'other_customer'],
  ['identifier', 'x', 'A-1', true, 'other_customer'],
  ['sensitive', '31/02/1971', '28/02/1971', true, 'other_customer'],
  ['date', '31/02/2021', '28/02/2021', false, 'other_customer'],
  ['date', '31/02/2021', '28/02/2021', true, 'value'],
  ['name', 'Lee', 'Ann Lee', false, 'other_customer'],
  ['address', 'Bristl', 'Bristol', true, 'value'],
  ['address', 'Bristl', 'Bristol', false, 'other_customer'],
  ['number', 'nil', '0', false, 'value'],
  ['unknown', 'x', 'y', true, 'value'],
] as const)(
  'the basis of a repair: %s, “%s” to “%s”, of several accounts %s: %s',
  (kind, before, after, shared, basis) => {
    expect(basisOf(kind, { before, after, shared })).toBe(basis)
  },
)

test('defaults take all sure offers or none; single offers can be switched', () => {
  const offers = [
    { id: 'a', sure: true, basis: 'choice' },
    { id: 'b', sure: true, basis: 'account' },
    { id: 'c', sure: false, basis: 'value' },
    { id: 'd', sure: false, basis: 'other_customer' },
  ] as const
  const ids = (sure: boolean, but: string[]) => chosenOf(offers, { sure, but }).map(({ id }) => id)
  expect(ids(true, [])).toEqual(['a', 'b'])
  expect(ids(true, ['b', 'c', 'd'])).toEqual(['a', 'c'])
  expect(ids(false, ['c', 'd', 'gone'])).toEqual(['c'])
})
