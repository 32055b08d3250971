// Tests which rows are recognised as no customer by comparison with the sheet's usual row, and which only look
// similar.
import { describe, expect, test } from 'vitest'
import { createFillCount, type OddKind, oddKindOf, oddRowProblem } from '../../../shared/sheet/odd-rows.ts'
import { english } from '../../support/english.ts'

const header = ['Account No', 'Name', 'Street', 'Town', 'Postcode', 'Phone', 'Start date', 'Balance']
const wide = { header, usual: 8 }
const narrow = { header: ['Name', 'Amount'], usual: 2 }
const cells = (text: string): string[] => text.split('|')

const odd: readonly (readonly [kind: OddKind, row: string])[] = [
  ['total', 'TOTAL'],
  ['total', 'Total|||||||1,234.50'],
  ['total', '|Total||||||£1,234.50'],
  ['total', 'Total:|||||||(45.10)'],
  ['total', '** GRAND TOTAL **|||||||1234'],
  ['total', 'Subtotal|||||||12'],
  ['total', 'Sub-total|||||||12'],
  ['total', 'Total (12)'],
  ['total', 'Total 12 accounts|||||||99'],
  ['total', 'Total North|||||||99.00'],
  ['total', 'North total|||||||99.00'],
  ['total', 'Total for March|12||||||99.00'],
  ['total', 'Sum|||||||=|'.replace('=|', '12')],
  ['total', 'Number of records|80'],
  ['total', 'Carried forward|||||||12.00'],
  ['total', 'Summe|||||||1.234,50 €'],
  ['total', 'Zwischensumme|||||||12'],
  ['total', 'Gesamt|||||||EUR 12,00'],
  ['total', 'insgesamt|80'],
  ['total', 'Total général|||||||1 234,50'],
  ['total', 'Sous-total|||||||12'],
  ['total', 'Totale|||||||12'],
  ['total', 'Totaal|||||||12'],
  ['total', 'Razem|||||||12'],
  ['total', 'Összesen|||||||12'],
  ['total', 'Celkem|||||||12'],
  ['total', 'Yhteensä|||||||12'],
  ['total', 'I alt|||||||12'],
  ['total', 'TOPLAM|||||||12'],
  ['total', 'Genel Toplam|||||||12'],
  ['total', 'Итого|||||||12'],
  ['total', 'Всего:|||||||12'],
  ['total', 'Σύνολο|||||||12'],
  ['total', '合計|||||||12'],
  ['total', '總計|||||||12'],
  ['total', '합계|||||||12'],
  ['total', 'المجموع|||||||12'],
  ['total', 'סה"כ|||||||12'],
  ['note', '* balances as at 13 March'],
  ['note', '** 504 has a dog'],
  ['note', '† estimated'],
  ['note', 'Note: closed accounts are not listed'],
  ['note', 'NB. see sheet 2'],
  ['note', 'Source: billing system'],
  ['note', 'Generated on 12/03/2024 09:12'],
  ['note', 'Printed by jsmith'],
  ['note', 'Page 1 of 3'],
  ['note', 'End of report'],
  ['note', 'Hinweis: nur aktive Konten'],
  ['note', 'Stand: 31.12.2023'],
  ['note', 'Remarque : comptes actifs'],
  ['note', 'Balances are taken from the ledger of last month'],
  ['note', '|Rows in red were added by hand last week'],
  ['header', header.join('|')],
  ['header', header.join('|').toUpperCase()],
  ['header', ' account no |name|Street|Town'],
  ['section', 'Region North'],
  ['section', 'Domestic'],
  ['section', '|Business customers (closed)'],
  ['section', 'Región Norte'],
  ['section', 'Nördliches Gebiet'],
  ['separator', '-----'],
  ['separator', '====|====|===='],
  ['separator', '***'],
  ['separator', '––––'],
]
test.each(odd)('%s: %s', (kind, row) => {
  expect(oddKindOf(cells(row), wide)).toBe(kind)
})

test('a total that counts is one also where half of the rows hold two cells', () => {
  expect(oddKindOf(cells('Total|5 accounts'), narrow)).toBe('total')
  expect(oddKindOf(cells('Total|Smith'), narrow)).toBeNull()
})

const data: readonly string[] = [
  // Customers with similar names, in an ordinary row.
  'A-1|Total Energy Ltd|1 High St|Leeds|LS1 1AA|020 7946 0001|2024-01-01|12.00',
  'A-2|Sum Ting|1 High St|Leeds|LS1 1AA|020 7946 0001|2024-01-01|12.00',
  'Total|Jo Total|1 High St|Leeds|LS1 1AA|020 7946 0001||',
  'Total Energy Ltd|||||||12.00',
  'Total Gas & Power|12345||||||12.00',
  'Summe GmbH|||||||12,00',
  'Fitness Total B.V.|||||||12,00',
  'Mr Sum|||||||12.00',
  '100017|Total Energy|||||| 12.00',
  'NQ-7|Subtotal|||||||',
  'Sumner|||||||12.00',
  'Totally Wicked|||||||12.00',
  'Somme Street Residents|||||||12.00',
  // Notes as cells of a full row, and names that begin like notes.
  'A-3|Note Ltd|1 High St|Leeds|LS1 1AA|020 7946 0001|2024-01-01|*',
  'Notes Café|Ann Lee|1 High St||||||',
  'Source Foods|12 High St',
  // A row with only a key is a customer without values, not a title.
  'NQ-0000173',
  '100017',
  'A_1',
  'ann.lee@example.com',
  // One cell far to the right continues the row above.
  '||||see the letter of last week about this one',
  '|||||020 7946 0001',
  // Two cells with the header's words are no header.
  'Name|Ann',
  'A-4|Town|Street||||||',
  '',
  '   |  ',
  '-|Ann Lee|1 High St|Leeds|LS1 1AA|||',
]
test.each(data)('a row of data: “%s”', (row) => {
  expect(oddKindOf(cells(row), wide)).toBeNull()
})

describe('compared with the usual row of its sheet', () => {
  test.each([
    ['Total|123', 'total'],
    ['Summe|12,00', 'total'],
    ['Ann Lee|12', null],
    ['Total Energy Ltd|12', null],
    ['Region North', null],
    ['Ann Lee', null],
    ['* estimated', 'note'],
    ['Name|Amount', 'header'],
  ] as const)('two cells wide: %s', (row, kind) => {
    expect(oddKindOf(cells(row), narrow)).toBe(kind)
  })
  test('in a row with one cell, only a line of symbols is odd', () => {
    const single = { header: ['Name'], usual: 1 }
    expect(['Total', 'Name', 'Region North', '* x', '----'].map((text) => oddKindOf([text], single))).toEqual(
      [null, null, null, null, 'separator'],
    )
  })
})

test('the usual row is the median of the rows with at least two cells', () => {
  const fill = createFillCount()
  expect(fill.usual()).toBe(0)
  for (const row of ['a|b|c', 'a|b|c', 'a||', 'a|b|c|d|e', 'TOTAL']) fill.add(cells(row))
  expect(fill.usual()).toBe(3)
  const lone = createFillCount()
  for (const row of ['a', 'b', 'c']) lone.add(cells(row))
  expect(lone.usual()).toBe(1)
  const few = createFillCount()
  for (const row of ['Region North', 'a|b|c|d', 'TOTAL', '* note', 'a|b|c|d']) few.add(cells(row))
  expect(few.usual()).toBe(4)
})

test('the problem of such a row has its own code and describes the solution', () => {
  expect(english(oddRowProblem('total'))).toEqual({
    code: 'looks_like_total',
    message:
      'This row looks like a total row, not like a customer. Leave it out at Load, or say there that it is a customer.',
  })
})
