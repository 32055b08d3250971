// Tests the results as a workbook: its overview, charts and sheets of accounts agree with the summary, its parts name each
// other, and no cell of it is a formula.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { readXlsx } from 'hucre/xlsx'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeReport } from '../../../electron/engine/report/write-report.ts'
import { endingSql } from '../../../electron/engine/store/report/ending-sql.ts'
import { type Ending, endingOf } from '../../../shared/sending/endings.ts'
import { accountStates, outcomes } from '../../../shared/sending/states.ts'
import { inEnglish, message, sentenceOf } from '../../../shared/texts/message.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { need } from '../../tools.ts'
import { account, linkedSource, sheet, sourceOf } from './report-fixture.ts'
import type { ReportSource } from '../../../electron/engine/report/report-source.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-results-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const german = createMessageFormat('de', 'de-DE')

async function written(source: ReportSource, format = createMessageFormat('en', 'en-GB')) {
  const result = await writeReport(source, folder, {
    now: () => Date.UTC(2026, 10, 21, 9),
    version: '0.1.0',
    format,
  })
  if (!result.ok) throw new Error(inEnglish(result.failure.message))
  const { sheets } = await readXlsx(new Uint8Array(readFileSync(join(folder, 'results.xlsx'))))
  return { totals: result.totals, sheets }
}

test('the overview comes first, and its figures are numbers that are those of the summary', async () => {
  const { sheets, totals } = await written(linkedSource({ name: '=1+1' }))
  expect(sheets.map(({ name }) => name).slice(0, 4)).toEqual(['Overview', 'Accounts', 'Customers', 'Ideas'])
  const rows = sheets[0]?.rows ?? []
  expect(rows[0]?.[0]).toBe('=1+1')
  const facts = new Map(rows.slice(1, 14).map(([name, value]) => [name, value]))
  expect(facts.get('As of')).toBe('2026-11-21 09:00 UTC')
  expect(facts.get('Prepared by')).toBe('Priya Nair')
  expect(facts.get('Environment')).toBe('PRACTICE')
  expect(facts.get('Connection')).toBe('Sandbox, http://127.0.0.1:4010')
  expect(facts.get('Mapping')).toBe('applied 2026-11-21 08:00 UTC, version aaaaaaaaaaaaaaaa')
  expect(facts.get('Catalogue')).toBe('Example fields (illustrative)')
  expect(facts.get('Program')).toBe('Carryover 0.1.0')
  const valueOf = (name: string): unknown[] =>
    (rows.find(([first]) => first === name) ?? []).slice(1).filter((cell) => cell !== null)
  const summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'))
  for (const [ending, count] of Object.entries(summary.endings) as [Ending, number][]) {
    const name = inEnglish(message('report.ending', { ending }))
    expect([name, ...valueOf(name)]).toEqual(count === 0 ? [name] : [name, count, count / 12])
  }
  expect(valueOf('All accounts')[0]).toBe(12)
  expect(valueOf('All problems')[0]).toBe(totals.problems)
  expect(valueOf('invalid_phone_number')).toEqual([1, 1])
  expect(valueOf('BETA').slice(0, 4)).toEqual([1, 0, 0, 1])
  expect(rows.some(([first]) => first === 'Accounts by wave')).toBe(true)
})

test('each ending and each problem code has a sheet with one line an account, in the language of the report', async () => {
  const { sheets, totals } = await written(linkedSource(), german)
  const linesOf = (name: string): unknown[][] => sheets.find((one) => one.name === name)?.rows.slice(1) ?? []
  for (const [ending, count] of Object.entries(totals.endings) as [Ending, number][])
    expect(linesOf(sentenceOf(message('report.ending_sheet', { ending }), german))).toHaveLength(count)
  const toFix = linesOf('Zu korrigieren')
  expect(toFix.map(([key]) => key)).toEqual(['A2', 'A3'])
  expect(toFix[0]).toEqual([
    'A2',
    'Accounts!3; Customers!2; Customers!4',
    'ACME',
    null,
    'Mit Fehlern oder abgelehnt',
    null,
    null,
    null,
    null,
    null,
    null,
    'invalid_phone_number; ohne Code',
    'Not valid. Not valid.',
    null,
    null,
  ])
  expect(linesOf('Zurückgehalten')[0]?.slice(5, 8)).toEqual([
    'asked to wait',
    '2027-03-01T08:00:00.000Z',
    'Ina Berg',
  ])
  expect(linesOf('invalid_phone_number').map(([key]) => key)).toEqual(['A2'])
  expect(linesOf('account_creation_failed').map(([key]) => key)).toEqual(['A4'])
  expect(linesOf('ohne Code').map(([key]) => key)).toEqual(['A2'])
  const accounts = sheets.slice(4)
  for (const { rows } of accounts) expect(rows[0]?.slice(0, 2)).toEqual(['Konto', 'Quellzeilen'])
  expect(accounts.flatMap(({ rows }) => rows.flat()).filter((one) => typeof one === 'number')).toEqual([])
})

test('at most 30 codes have a sheet, those of the most accounts, and the overview names all', async () => {
  const accounts = Array.from({ length: 66 }, (_, at) => {
    const code = `code-${at < 33 ? at : Math.min(at - 33, 31)}`
    const problem = { code, attr: null, columns: [], message: 'No.', overruled: false }
    return account(`A${at}`, [{ sheet: 'Data', row: at + 2 }], {
      state: 'invalid',
      outcome: null,
      problems: [problem],
    })
  })
  const { sheets } = await written(
    sourceOf({
      sheets: [sheet('Data', ['Key'], 'main', accounts.length)],
      rows: accounts.map((one) => ({
        ...(one.rows[0] ?? { sheet: '', row: 0 }),
        cells: [one.key],
        account: one,
        stray: null,
      })),
      accounts,
      problems: accounts.flatMap(({ key, rows, problems }) =>
        problems.map(({ code, message: said }) => ({
          ...(rows[0] ?? { sheet: '', row: 0 }),
          columns: [],
          value: '',
          attr: null,
          source: 'local' as const,
          code,
          message: said,
          account: key,
          overruled: null,
        })),
      ),
    }),
  )
  const names = sheets.map(({ name }) => name).filter((name) => name.startsWith('code-'))
  expect(names).toHaveLength(30)
  expect(names[0]).toBe('code-31')
  const overview = sheets[0]?.rows.map(([first]) => String(first)) ?? []
  expect(overview.filter((name) => name.startsWith('code-'))).toHaveLength(33)
  expect(overview.some((text) => text.startsWith('3 codes have no sheet'))).toBe(true)
})

/** The parts of a workbook and their texts, by path. */
async function entriesOf(path: string): Promise<Map<string, string>> {
  const archive = await yauzl.fromBufferPromise(readFileSync(path), { lazyEntries: true })
  const found = new Map<string, string>()
  for await (const entry of archive.eachEntry())
    found.set(entry.fileName, String(await buffer(await archive.openReadStreamPromise(entry))))
  return found
}

/** Elements with their attributes; throws where the text is not well-formed XML. */
function elements(xml: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes }))
  parser.write(xml).close()
  return found
}

test('the parts of the package are well-formed and name each other, and each chart has its cells', async () => {
  const { sheets } = await written(linkedSource())
  const parts = await entriesOf(join(folder, 'results.xlsx'))
  const all = new Map([...parts].map(([path, xml]) => [path, elements(xml)]))
  const types = all.get('[Content_Types].xml') ?? []
  const overrides = types.flatMap(({ attributes }) => attributes['PartName']?.slice(1) ?? [])
  const others = [...parts.keys()].filter((path) => !path.endsWith('.rels') && path !== '[Content_Types].xml')
  expect(overrides.toSorted()).toEqual(others.toSorted())
  const targets = new Set<string>()
  for (const [path, found] of all) {
    if (!path.endsWith('.rels')) continue
    const from = dirname(dirname(path))
    const owner = path.replace('_rels/', '').replace(/\.rels$/, '')
    const ids = found.flatMap(({ attributes }) => attributes['Id'] ?? [])
    for (const { attributes } of found)
      if (attributes['Target'] !== undefined) targets.add(posix.join(from, attributes['Target']))
    if (owner === '') continue
    const asked = (all.get(owner) ?? []).flatMap(({ attributes }) => attributes['r:id'] ?? [])
    for (const id of asked) expect(ids, `${owner} ${id}`).toContain(id)
  }
  expect([...targets].toSorted()).toEqual(others.toSorted())
  const charts = [...parts].filter(([path]) => path.startsWith('xl/charts/'))
  expect(charts).toHaveLength(2)
  const rows = sheets[0]?.rows ?? []
  for (const [, xml] of charts) {
    const [, first = 0, last = 0] = /\$B\$(\d+):\$B\$(\d+)/.exec(xml)?.map(Number) ?? []
    const cached = [...xml.matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, text]) => text)
    const cells = rows.slice(first - 1, last)
    expect(cached.slice(cached.length / 2)).toEqual(cells.map(([, value]) => String(value)))
    expect(cached.length / 2).toBe(cells.length)
  }
})

test('every sheet of rows and accounts is filtered by its frozen header', async () => {
  await written(linkedSource())
  const parts = await entriesOf(join(folder, 'results.xlsx'))
  const withHeader = [...parts].filter(([path, xml]) => path.includes('/sheet') && xml.includes('<pane '))
  expect(withHeader).toHaveLength(17)
  for (const [, xml] of withHeader) expect(xml).toMatch(/<autoFilter ref="A1:[A-Z]+\d+"\/>/)
})

test('LibreOffice opens the results as they are, with the charts and without any formula', async (context) => {
  const program = need(context, 'libreoffice')
  const { sheets } = await written(linkedSource({ name: '=1+1' }))
  const asks = [
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--headless',
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    join(folder, 'results.xlsx'),
  ]
  await promisify(execFile)(program, asks, { timeout: 100_000 })
  const xml = readFileSync(join(folder, 'results.fods'), 'utf8')
  expect(xml.match(/table:formula=/g)).toBeNull()
  expect(xml.match(/<chart:chart /g)).toHaveLength(2)
  // A chart holds its cells in a table of its own.
  expect(xml.match(/<table:table table:name="(?!local-table)/g)).toHaveLength(sheets.length)
  expect(xml).toContain('<text:p>=1+1</text:p>')
  expect(xml).toContain('&lt;script&gt;')
})

test('SQL finds the same ending as the function, for every state, outcome and decision', () => {
  const database = new Database(':memory:')
  const read = database
    .prepare(`SELECT ${endingSql} FROM (SELECT ? AS state, ? AS outcome, ? AS held_reason, ? AS excluded)`)
    .pluck()
  const decisions = [
    ['no', null, 0],
    ['held', 'wait', 0],
    ['excluded', 'never', 1],
  ] as const
  for (const state of accountStates)
    for (const outcome of state === 'done' ? outcomes : [null])
      for (const [held, reason, excluded] of decisions)
        expect([state, outcome, held, read.get(state, outcome, reason, excluded)]).toEqual([
          state,
          outcome,
          held,
          endingOf(state, outcome, held),
        ])
  database.close()
})
