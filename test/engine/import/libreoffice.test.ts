// Compares our reading of files that LibreOffice wrote with the text that LibreOffice itself exports from their
// sheets: an independent oracle. Made by make-libreoffice-files.ts from the tables of libreoffice-books.ts; the four
// files in `reading` are older. The exported texts are parsed by the bare parser.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { differences } from './libreoffice-differences.ts'
import { cellsOf, collect, headersOf, type WholeReading, type WholeSheet } from './reading-files.ts'
import { workbookWarnings } from './workbook-warnings.ts'

function fixture(path: string): Promise<WholeReading> {
  const full = fileURLToPath(new URL(`../../files/${path}`, import.meta.url))
  return collect(readHere(full, { headerRow: 1 }, new AbortController().signal))
}

const shownTexts = z.record(z.string(), z.record(z.string(), z.string()))
function shownIn(kind: string): [book: string, sheets: Record<string, string>][] {
  const path = fileURLToPath(new URL(`../../files/libreoffice/shown-${kind}.json`, import.meta.url))
  return Object.entries(shownTexts.parse(JSON.parse(readFileSync(path, 'utf8'))))
}

/** The texts of a sheet by row number; padding that aligns a number in its cell is not part of its text. */
function gridOf({ headerRow, columns, rows }: WholeSheet): Map<number, readonly string[]> {
  const grid = new Map<number, readonly string[]>(rows.map(({ row, cells }) => [row, cells]))
  if (headerRow !== null)
    grid.set(
      headerRow,
      columns.map(({ header }) => header),
    )
  return grid
}

function unlike(sheet: WholeSheet, shown: string): { readonly cells: number; readonly unlike: string[] } {
  const wanted = Papa.parse<string[]>(shown, { delimiter: ',', newline: '\n' }).data
  const grid = gridOf(sheet)
  const numbers = new Set(
    sheet.rows.flatMap(({ row, kept = {} }) =>
      Object.entries(kept).flatMap(([at, { kind }]) =>
        kind === 'text' ? [] : [`R${row}C${Number(at) + 1}`],
      ),
    ),
  )
  const found: string[] = []
  let cells = 0
  for (let row = 1; row <= Math.max(wanted.length, ...grid.keys()); row += 1) {
    const width = Math.max(wanted[row - 1]?.length ?? 0, grid.get(row)?.length ?? 0)
    for (let column = 1; column <= width; column += 1) {
      const place = `R${row}C${column}`
      const text = wanted[row - 1]?.[column - 1] ?? ''
      const expected = numbers.has(place) || /^ *-?\d+(\.\d+)? *$/.test(text) ? text.trim() : text
      const read = grid.get(row)?.[column - 1] ?? ''
      if (read !== '' || expected !== '') cells += 1
      if (read !== expected) found.push(`${place} ${JSON.stringify(expected)} ${JSON.stringify(read)}`)
    }
  }
  return { cells, unlike: found }
}

describe.each(['xlsx', 'ods'])('%s files written by LibreOffice', (kind) => {
  test.each(shownIn(kind))('%s: every cell has the text shown by LibreOffice', async (book, shown) => {
    const { sheets, failure } = await fixture(`libreoffice/${book}.${kind}`)
    expect(failure).toBeNull()
    expect(sheets.map(({ name }) => name)).toEqual(Object.keys(shown))
    const compared = sheets.map((sheet) => unlike(sheet, shown[sheet.name] ?? ''))
    expect(compared.flatMap((sheet) => sheet.unlike)).toEqual(differences[`${book}.${kind}`] ?? [])
    expect(compared.reduce((sum, { cells }) => sum + cells, 0)).toBeGreaterThan(3)
  })
})

test('enough files exist, and every known difference belongs to one of them', () => {
  const names = ['xlsx', 'ods'].flatMap((kind) => shownIn(kind).map(([book]) => `${book}.${kind}`))
  expect(names.filter((name) => name.endsWith('.xlsx')).length).toBeGreaterThanOrEqual(40)
  expect(names.filter((name) => name.endsWith('.ods')).length).toBeGreaterThanOrEqual(10)
  expect(names).toEqual(expect.arrayContaining(Object.keys(differences)))
})

test.each([
  ['numbers', 170],
  ['dates-1900', 91],
  ['dates-1904', 91],
  ['texts', 12],
])('%s: the older workbook and its CSV text give the same cells', async (name, cells) => {
  const book = await fixture(`reading/libreoffice-${name}.xlsx`)
  const shown = await fixture(`reading/libreoffice-${name}.csv`)
  expect(book.failure).toBeNull()
  expect(headersOf(book.sheets[0])).toEqual(headersOf(shown.sheets[0]))
  expect(cellsOf(book.sheets[0])).toEqual(cellsOf(shown.sheets[0]))
  expect(cellsOf(book.sheets[0]).flat()).toHaveLength(cells)
})

test('dates keep their ISO form with either epoch', async () => {
  const isoOf = (book: WholeReading) => book.sheets[0]?.rows[0]?.kept?.['2']
  expect(isoOf(await fixture('reading/libreoffice-dates-1900.xlsx'))).toEqual({
    kind: 'date',
    raw: '46085',
    iso: '2026-03-04',
  })
  expect(isoOf(await fixture('reading/libreoffice-dates-1904.xlsx'))).toEqual({
    kind: 'date',
    raw: '46085',
    iso: '2030-03-05',
  })
})

test('a workbook and an OpenDocument spreadsheet of the same sheet give the same dates', async () => {
  const daysOf = async (path: string) =>
    (await fixture(path)).sheets.flatMap(({ rows }) =>
      rows.flatMap(({ row, kept = {} }) =>
        Object.entries(kept).map(([at, { iso }]) => `${row} ${at} ${iso?.slice(0, 10)}`),
      ),
    )
  for (const book of ['dates-british', 'date-times']) {
    const days = await daysOf(`libreoffice/${book}.ods`)
    expect(days.length).toBeGreaterThan(40)
    expect(days).toEqual(await daysOf(`libreoffice/${book}.xlsx`))
  }
})

test('hidden rows and sheets, merged ranges, formulas and errors are reported', async () => {
  const codesOf = async (path: string) => new Set((await fixture(path)).warnings.map(({ code }) => code))
  const { sheets, warnings } = await fixture('reading/libreoffice-texts.xlsx')
  expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['Åccounts & more', false],
    ['Hidden', true],
  ])
  expect(new Set(workbookWarnings(warnings).map(({ code }) => code))).toEqual(
    new Set(['error_value', 'formula', 'hidden_rows', 'hidden_sheet', 'merged_cells']),
  )
  for (const kind of ['xlsx', 'ods']) {
    expect(await codesOf(`libreoffice/hidden-rows.${kind}`)).toContain('hidden_rows')
    expect(await codesOf(`libreoffice/hidden-columns.${kind}`)).toContain('hidden_columns')
    expect(await codesOf(`libreoffice/hidden-sheets.${kind}`)).toContain('hidden_sheet')
    expect(await codesOf(`libreoffice/merged-cells.${kind}`)).toContain('merged_cells')
    expect(await codesOf(`libreoffice/formulas.${kind}`)).toContain('formula')
    expect(await codesOf(`libreoffice/errors.${kind}`)).toContain('error_value')
  }
})
