// Tests a public list of formula payloads on its whole way: a file has them in its cells, its headers and the name of its
// sheet, and every file of its report is opened by LibreOffice. None has a formula there, and telephone numbers and
// identifiers stay as they are.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { guard } from '../../shared/sheet/formula-guard.ts'
import { columnOf, header, inWorkbook, reportedPayloads, sheetOf } from '../engine/report/payload-reports.ts'
import { exactTexts, formulaPayloads } from '../files/formula-payloads.ts'
import { need } from '../tools.ts'

/** In the form of LibreOffice's text filter: separators and quotation mark as character codes, language, kind of columns. */
type AsText = {
  readonly separators: string
  readonly quote: string
  readonly language: number
  readonly columns?: string
}

/** Opens the files in LibreOffice and saves each as `to` into the folder. Returns their paths by the names without ending. */
async function converted(
  program: string,
  paths: readonly string[],
  to: 'fods' | 'xlsx',
  folder: string,
  asText: AsText | null = null,
): Promise<Record<string, string>> {
  const filter =
    asText === null
      ? []
      : [
          `--infilter=Text - txt - csv (StarCalc):${asText.separators},${asText.quote},76,1,${asText.columns ?? ''},${asText.language},false,true`,
        ]
  const asks = ['--headless', ...filter, '--convert-to', to, '--outdir', folder, ...paths]
  const profile = `-env:UserInstallation=file://${join(folder, '..', 'profile')}`
  await promisify(execFile)(program, [profile, ...asks], { timeout: 200_000 })
  return Object.fromEntries(
    paths.map((path) => {
      const bare = basename(path).replace(/\.[a-z]+$/, '')
      return [bare, join(folder, `${bare}.${to}`)]
    }),
  )
}

const formulasIn = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/table:formula="([^"]*)"|<table:dde-link/g)].map(
    ([whole, formula]) => formula ?? whole,
  )

const [english, german] = [1033, 1031]

const readings: readonly AsText[] = [
  { separators: '44', quote: '34', language: english },
  { separators: '59', quote: '34', language: german },
  { separators: '9', quote: '34', language: german },
  { separators: '44/59/9/124', quote: '39', language: english },
]

test('LibreOffice finds no formula in any CSV file of a report, whatever separates its fields', async (context) => {
  const program = need(context, 'libreoffice')
  const { harness, files } = await reportedPayloads()
  // It is not ours: it proves that a formula would be found.
  const control = join(harness.folder, 'all', 'control.csv')
  writeFileSync(control, `${formulaPayloads.slice(0, 3).join('\n')}\n`)
  const csv = Object.values(files).filter((path) => path.endsWith('.csv'))
  for (const [at, reading] of readings.entries()) {
    const to = join(harness.folder, `opened-${at}`)
    const opened = await converted(program, [...csv, control], 'fods', to, reading)
    expect(formulasIn(opened['control'] ?? '').length).toBeGreaterThan(0)
    for (const path of csv) {
      const bare = basename(path, '.csv')
      expect([reading, bare, formulasIn(opened[bare] ?? '')]).toEqual([reading, bare, []])
    }
  }
}, 600_000)

/** As LibreOffice keeps the ends of lines. */
const lines = (all: readonly string[]): string[] => all.map((text) => text.replaceAll(/\r\n?/g, '\n'))

test('LibreOffice finds no formula in the workbooks of a report, and saves every text of them as it is', async (context) => {
  const program = need(context, 'libreoffice')
  const { harness, files, read } = await reportedPayloads()
  const books = ['comma-results.xlsx', 'comma-fix-me.xlsx'].map((book) => files[book] ?? '')
  const saved = await converted(program, books, 'xlsx', join(harness.folder, 'saved'))
  const [results = '', fixMe = ''] = [saved['comma-results'], saved['comma-fix-me']]
  for (const path of [results, fixMe])
    for (const [part, bytes] of Object.entries(unzipSync(readFileSync(path))))
      expect([
        part,
        Buffer.from(bytes)
          .toString('utf8')
          .match(/<f[ >]|<ddeLink/g),
      ]).toEqual([part, null])
  const again = await sheetOf(results, inWorkbook)
  for (const column of header)
    expect([column, lines(columnOf(again, column))]).toEqual([column, lines(columnOf(read, column))])
  const notes = columnOf(await sheetOf(fixMe), '=1+2')
  expect(lines(notes)).toEqual(lines(columnOf(await sheetOf(files['comma-fix-me.xlsx'] ?? ''), '=1+2')))
  for (const text of lines(formulaPayloads)) expect(lines(notes)).toContain(text)
}, 600_000)

test('LibreOffice shows telephone numbers and identifiers of a CSV file as they are, where its columns are read as text', async (context) => {
  const program = need(context, 'libreoffice')
  const { harness, files } = await reportedPayloads()
  const columns = Array.from({ length: 60 }, (_, at) => `${at + 1}/2`).join('/')
  const reading = { separators: '44', quote: '34', language: english, columns }
  const csv = ['comma-results.csv', 'comma-changes.csv'].map((name) => files[name] ?? '')
  const opened = await converted(program, csv, 'fods', join(harness.folder, 'opened'), reading)
  for (const path of Object.values(opened)) {
    const shown = new Set(
      [...readFileSync(path, 'utf8').matchAll(/<text:p>([^<]*)<\/text:p>/g)].map(([, text = '']) =>
        text.replaceAll('&apos;', "'"),
      ),
    )
    // What could run is guarded by an apostrophe there too.
    for (const text of exactTexts) expect([text, shown.has(guard(text))]).toEqual([text, true])
  }
}, 600_000)
