// Workbooks that LibreOffice wrote, beside what LibreOffice itself shows in their first sheets (exported by it as
// text): an oracle that is not ours. Its text files are read by our own reader, which other tests judge.
import { expect, test } from 'vitest'
import { fileURLToPath } from 'node:url'
import { readHere } from '../../../electron/engine/reading/read-here.ts'
import { cellsOf, gather, headersOf, type WholeReading } from './reading-files.ts'

function fixture(name: string): Promise<WholeReading> {
  const path = fileURLToPath(new URL(`../../files/reading/${name}`, import.meta.url))
  return gather(readHere(path, {}, new AbortController().signal))
}

test.each([
  ['numbers', 170],
  ['dates-1900', 91],
  ['dates-1904', 91],
  ['texts', 12],
])('%s: every cell is the text that LibreOffice shows', async (name, cells) => {
  const book = await fixture(`libreoffice-${name}.xlsx`)
  const shown = await fixture(`libreoffice-${name}.csv`)
  expect(book.failure).toBeNull()
  expect(headersOf(book.sheets[0])).toEqual(headersOf(shown.sheets[0]))
  expect(cellsOf(book.sheets[0])).toEqual(cellsOf(shown.sheets[0]))
  expect(cellsOf(book.sheets[0]).flat()).toHaveLength(cells)
})

test('dates keep their ISO form, by either epoch', async () => {
  const isoOf = (book: WholeReading) => book.sheets[0]?.rows[0]?.kept?.['2']
  expect(isoOf(await fixture('libreoffice-dates-1900.xlsx'))).toEqual({
    kind: 'date',
    raw: '46085',
    iso: '2026-03-04',
  })
  expect(isoOf(await fixture('libreoffice-dates-1904.xlsx'))).toEqual({
    kind: 'date',
    raw: '46085',
    iso: '2030-03-05',
  })
})

test('hidden rows and sheets, merged ranges and formulas are told', async () => {
  const { sheets, warnings } = await fixture('libreoffice-texts.xlsx')
  expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['Åccounts & more', false],
    ['Hidden', true],
  ])
  expect(new Set(warnings.map(({ code }) => code))).toEqual(
    new Set(['error_value', 'formula', 'hidden_rows', 'hidden_sheet', 'merged_cells']),
  )
})
