// Tests the parts of a fix file: references of rows, fingerprints of cells, and columns that are matched by header.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchColumns } from '../../../electron/engine/fixing/fix-file/match-columns.ts'
import {
  countRows,
  createFixRows,
  fingerprint,
  printAt,
  readReference,
  rowsIn,
  withheldPrint,
  writeReference,
} from '../../../electron/engine/report/rows/fix-reference.ts'
import { nameColumns } from '../../../shared/sheet/name-columns.ts'
import { english } from '../../support/english.ts'

test('a reference names its fix file, its row, and what each cell held', () => {
  fc.assert(
    fc.property(
      fc.nat(99),
      fc.integer({ min: 1, max: 1_048_576 }),
      fc.array(fc.string()),
      (sheet, row, texts) => {
        const place = { code: '0123456789ab', sheet, row }
        const read = readReference(` ${writeReference(place, texts.map(fingerprint))} `)
        expect(read).toEqual({ ...place, prints: texts.map(fingerprint).join('') })
        expect(texts.map((_, at) => printAt(read?.prints ?? '', at))).toEqual(texts.map(fingerprint))
      },
    ),
  )
  for (const text of ['', '0123456789ab-1', '0123456789ab-1-x-', 'A reference'])
    expect(readReference(text)).toBeNull()
})

test('line breaks are equal however a program writes them, and everything else counts', () => {
  expect(fingerprint('one\r\ntwo\rthree')).toBe(fingerprint('one\ntwo\nthree'))
  const unlike = ['', ' ', '0', '00', '1', 'a', 'A', 'a ', 'ä', '020 7946 0001', '020 7946 0002']
  expect(new Set(unlike.map(fingerprint)).size).toBe(unlike.length)
})

test('the fingerprint of a withheld cell tells neither its text nor that another cell has the same', () => {
  const cell = { sheet: 0, row: 2, column: 5 }
  const print = withheldPrint('secret', cell, '1977-03-29')
  expect(print).toHaveLength(fingerprint('').length)
  expect(withheldPrint('secret', cell, '1977-03-29')).toBe(print)
  expect(withheldPrint('secret', cell, 'one\r\ntwo')).toBe(withheldPrint('secret', cell, 'one\ntwo'))
  const others = [
    fingerprint('1977-03-29'),
    withheldPrint('another', cell, '1977-03-29'),
    withheldPrint('secret', cell, '1977-03-30'),
    withheldPrint('secret', { ...cell, row: 3 }, '1977-03-29'),
    withheldPrint('secret', { ...cell, column: 4 }, '1977-03-29'),
    withheldPrint('secret', { ...cell, sheet: 1 }, '1977-03-29'),
  ]
  expect(others).not.toContain(print)
})

test('rows are kept as ranges', () => {
  const rows = createFixRows()
  for (const row of [2, 3, 4, 7]) rows.add(0, row)
  rows.add(2, 5)
  expect(rows.rows()).toEqual({
    '0': [
      [2, 4],
      [7, 7],
    ],
    '2': [[5, 5]],
  })
  expect(countRows(rows.rows())).toBe(5)
  expect([...rowsIn(rows.rows())].map(({ sheet, row }) => `${sheet} ${row}`)).toEqual([
    '0 2',
    '0 3',
    '0 4',
    '0 7',
    '2 5',
  ])
})

test('columns with one header are matched in their order, and not at all once their number changed', () => {
  const batch = nameColumns(['Key', 'Note', 'Note', 'Two\nlines', 'carryover_problems'])
  const whole = matchColumns(nameColumns(['Note', 'Key', 'Two lines', 'Note', 'carryover_reference']), batch)
  expect(whole).toEqual({ places: [1, 0, 3, 2], unused: [] })
  const less = matchColumns(nameColumns(['Key', 'Note', 'Mine']), batch)
  expect(less.places).toEqual([0, null, null, null])
  expect(less.unused.map(({ header, why }) => [header, english(why)])).toEqual([
    ['Note', expect.stringContaining('2 columns “Note” and the file 1')],
    ['Mine', expect.stringContaining('no column “Mine”')],
  ])
})
