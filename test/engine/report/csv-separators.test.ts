// Tests our CSV files in programs that use another separator or quotation mark: no cell runs as a formula, checked by
// a small reader for every combination and by LibreOffice for some. Our own reader returns what was written.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { array, assert, asyncProperty, constantFrom, property, tuple } from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { createCsvFile, csvLine } from '../../../electron/engine/report/csv-file.ts'
import { need } from '../../tools.ts'
import { cellsOf, collect, headersOf } from '../import/reading-files.ts'
import { patience, times } from '../../support/repeats.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-separators-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const separators = [',', ';', '\t', '|']
const quotes = ['"', "'", null]
const mark = '=1+1'
const part = constantFrom(...separators, "'", '"', mark, '+44', '@a', '＝1', ' ', '\n', 'x', 'Mill Lane')
const cell = array(part, { maxLength: 7 }).map((parts) => parts.join(''))

type Variant = { readonly separator: string; readonly quote: string | null }

/** The fields of all lines as a program parses them: quoted when one begins with the quote, otherwise as written. */
function fieldsOf(text: string, { separator, quote }: Variant): string[] {
  const fields: string[] = []
  for (let at = 0; at <= text.length; at += 1) {
    let field = ''
    if (quote !== null && text[at] === quote) {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === quote && text[at + 1] === quote) at += 1
        else if (text[at] === quote) break
        field += text[at]
      }
      at += 1
    }
    for (; at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? ''); at += 1)
      field += text[at]
    fields.push(field)
  }
  return fields
}

test('no field becomes a formula with any separator or quotation mark', () => {
  assert(
    property(array(tuple(cell, cell, cell), { minLength: 1, maxLength: 4 }), (rows) => {
      const text = rows.map((row) => csvLine(row)).join('')
      for (const separator of separators)
        for (const quote of quotes)
          for (const field of fieldsOf(text, { separator, quote }))
            expect(field.trim(), `${separator} ${quote} ${text}`).not.toMatch(/^[=+\-@＝＋－＠]/)
    }),
    { numRuns: times(50) },
  )
})

test(
  'our reader returns every header and cell of our own file unchanged',
  async () => {
    const path = join(folder, 'results.csv')
    const row = tuple(cell, cell).map(([one, other]) => [one, other, 'A1', 'done'])
    await assert(
      asyncProperty(cell, array(row, { minLength: 1, maxLength: 12 }), async (header, rows) => {
        const headers = ['Note', `h${header}`, 'carryover_account', 'state']
        const file = await createCsvFile(path, headers)
        for (const cells of rows) file.line(cells)
        await file.finish()
        await file.part.keep()
        const { sheets, failure } = await collect(
          readHere(path, { headerRow: 1 }, new AbortController().signal),
        )
        expect(failure).toBeNull()
        expect(headersOf(sheets[0])).toEqual(headers)
        expect(cellsOf(sheets[0])).toEqual(rows)
      }),
      { numRuns: times(120) },
    )
  },
  patience,
)

/** `separator` and `quote` as character codes, in the form of LibreOffice's text filter. */
async function formulasIn(
  connectionManager: string,
  path: string,
  separator: string,
  quote: string,
): Promise<string[]> {
  const asks = [
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--headless',
    `--infilter=Text - txt - csv (StarCalc):${separator},${quote},76,1,,1033,false,false`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    path,
  ]
  await promisify(execFile)(connectionManager, asks, { timeout: 100_000 })
  const xml = readFileSync(path.replace(/\.csv$/, '.fods'), 'utf8')
  return [...xml.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula ?? '')
}

test('LibreOffice finds no formula in our files with comma, semicolon, tab or pipe as separator', async (context) => {
  const connectionManager = need(context, 'libreoffice')
  const around = ['', ' ', '"', "'", "''"]
  const cells = around.flatMap((before) => [
    `${before}${mark}${before}`,
    ...[...separators, '\n'].map((separator) => `x${separator}${before}${mark}${before}${separator}y`),
  ])
  const path = join(folder, 'ours.csv')
  // The first line is not ours: it proves that a formula would be detected.
  writeFileSync(path, `=2+2\r\n${cells.map((text, at) => csvLine([`r${at}`, text, 'end'])).join('')}`)
  const only = ['of:=2+2']
  expect(await formulasIn(connectionManager, path, '59', '34')).toEqual(only)
  expect(await formulasIn(connectionManager, path, '9', '39')).toEqual(only)
  expect(await formulasIn(connectionManager, path, '44/124', '39')).toEqual(only)
}, 300_000)
