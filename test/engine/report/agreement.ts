// One generated batch that is edited, then reported while it is sent, with all files of the report compared with the source
// file and with each other: every source row once with its own text and ending, every cell that differs now, and sums that
// agree. Some batches are reported once more with a withheld column, whose texts are then in none of the files.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { expect } from 'vitest'
import { z } from 'zod'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { changeColumns } from '../../../electron/engine/report/rows/row-files.ts'
import { readReference, referenceColumn } from '../../../electron/engine/report/rows/fix-reference.ts'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import {
  type OfferedColumn,
  optionalFiles,
  type ReportChoice,
  usualReportChoice,
} from '../../../shared/contract/report.ts'
import { type Ending, endings } from '../../../shared/sending/endings.ts'
import { unguard } from '../../../shared/sheet/formula-guard.ts'
import { generateAccounts } from '../../files/generate.ts'
import { freshFolder, type Harness, openHarness } from '../api/harness.ts'
import { collect, type WholeReading } from '../import/reading-files.ts'
import { holding } from './all-bytes.ts'
import { createEdits, type ExpectedChange, type GeneratedEdit, generatedEdit } from './generated-edits.ts'

/** What the service does while the batch is sent. */
const moods = ['smooth', 'slow', 'lossy', 'failing'] as const

export const generatedBatch = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  count: fc.integer({ min: 1, max: 12 }),
  shape: fc.constantFrom('wide', 'linked', 'grouped'),
  damage: fc.constantFrom(0, 0.2, 0.6),
  mood: fc.constantFrom(...moods),
  edits: fc.array(generatedEdit, { maxLength: 10, size: 'max' }),
  /** Made once the release has begun, on whatever accounts may still be edited. */
  lateEdits: fc.array(
    generatedEdit.filter(({ kind }) => kind !== 'fix'),
    { maxLength: 2 },
  ),
  /** Accounts by their place in the file: held, excluded; the others are released up to the limit. */
  held: fc.uniqueArray(fc.nat(11), { maxLength: 3 }),
  excluded: fc.uniqueArray(fc.nat(11), { maxLength: 2 }),
  released: fc.nat(12),
  validated: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t'),
  /** Which column the second report withholds; null: there is none. */
  withheld: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(30) }),
  /** The report is made as soon as the release has begun, or when all is done. */
  early: fc.boolean(),
})
export type GeneratedBatch = typeof generatedBatch extends fc.Arbitrary<infer T> ? T : never

const sandbox: SandboxOptions = { speed: 100 }

function setMood({ sandbox: { faults } }: Harness, mood: GeneratedBatch['mood']): void {
  faults.clear()
  if (mood === 'slow') faults.add({ route: 'create', effect: { kind: 'latency', ms: 15 } })
  if (mood === 'lossy')
    faults.add({ route: 'create', every: 3, effect: { kind: 'reset', when: 'after_work' } })
  if (mood === 'failing')
    faults.add({ route: 'create', every: 2, count: 3, effect: { kind: 'reset', when: 'before_work' } })
}

export function openAgreement(): Promise<Harness> {
  return openHarness({ sandbox, limits: { concurrency: 3, pollFirstMs: 20 } })
}

/** Loads and edits the batch, releases it, makes the report and compares its files. Returns how many cells differ. */
export async function agree(harness: Harness, given: GeneratedBatch): Promise<number> {
  const client = harness.client()
  const sample = await generateAccounts({ ...given, format: 'xlsx', folder: freshFolder() })
  const batch = await harness.load(sample)
  const source = await collect(readHere(sample.file, {}, new AbortController().signal))
  const edits = createEdits(client, batch, source)
  const edit = async (all: readonly GeneratedEdit[]): Promise<void> => {
    for (const one of all) {
      await edits.make(one)
      // Accounts are built again where a key was changed.
      await harness.until(batch, ({ stage, work }) => stage === 'open' && work === null)
    }
  }
  await edit(given.edits)
  const { accounts } = await client.accounts.list({
    batch,
    states: ['invalid', 'unvalidated', 'validated', 'rejected'],
    offset: 0,
    limit: 50,
  })
  const at = (places: readonly number[]): number[] => places.flatMap((place) => accounts[place]?.id ?? [])
  const held = at(given.held)
  if (held.length > 0) await client.accounts.hold({ accounts: held, reason: 'Wait', until: null })
  const excluded = at(given.excluded)
  if (excluded.length > 0)
    await client.accounts.hold({ accounts: excluded, reason: 'Not ours', until: null, exclude: true })
  setMood(harness, given.mood)
  if (given.validated) await harness.validate(batch)
  if (given.validated && given.released > 0)
    await client.batches.release({ batch, limit: given.released }).catch(() => undefined)
  await edit(given.lateEdits)
  if (!given.early)
    await harness.until(batch, ({ states }) => states.queued + states.sending + states.processing === 0)
  const { columns } = await client.report.choice({ batch })
  const summed = columns.filter(({ column }, at) => at === 0 || column === 'Balance')
  const choice: ReportChoice = {
    files: [...optionalFiles],
    csv: { delimiter: given.delimiter, bom: true },
    withheld: [],
    // The results are compared with every text of the source.
    shown: 'all',
    totals: summed.map(({ sheet, column }) => ({
      sheet,
      column,
      style: { decimal: '.', thousands: null, brackets: false },
    })),
  }
  await client.report.choose({ batch, choice })
  const { files } = await client.batches.report({ batch, folder: null })
  await expectAgreement(source, files, given.delimiter)
  const changes = edits.changes()
  expectChanges(source, files, given.delimiter, changes)
  await expectCurrentTexts(source, files, edits.textOf)
  const hidden = given.withheld === null ? null : columnToHide(source, columns, edits.textOf, given.withheld)
  if (hidden !== null) {
    const { sheet, column } = hidden
    await client.report.choose({ batch, choice: { ...choice, shown: [], withheld: [{ sheet, column }] } })
    const { files: without } = await client.batches.report({ batch, folder: null })
    expectHidden(without, given.delimiter, hidden)
  }
  await client.report.choose({ batch, choice: usualReportChoice })
  return changes.length
}

const counts = z.record(z.enum(endings), z.number())
const group = z.object({ accounts: z.number(), endings: counts })
const summaryFile = z.object({
  totals: z.object({
    rows: z.number(),
    accounts: z.number(),
    problems: z.number(),
    leftToService: z.number(),
    fixMe: z.object({ rows: z.number(), strayRows: z.number() }),
    controlTotals: z.array(
      z.object({
        sheet: z.string(),
        column: z.string(),
        source: z.object({ cells: z.number(), sum: z.string().nullable() }),
        parts: z.record(z.string(), z.object({ cells: z.number(), sum: z.string().nullable() })),
      }),
    ),
  }),
  endings: counts,
  waves: z.array(group),
  suppliers: z.array(group),
  reconciliation: z.object({
    unexplained: z.number(),
    sheets: z.array(z.object({ sheet: z.string(), rowsRead: z.number(), endings: counts })),
  }),
})
const auditLine = z.object({
  account: z.string(),
  ending: z.enum(endings),
  rows: z.array(z.object({ sheet: z.string(), row: z.number() })),
  held: z
    .object({
      reason: z.string(),
      until: z.string().nullable(),
      by: z.string().nullable(),
      excluded: z.boolean(),
    })
    .nullable(),
  problems: z.array(
    z.object({
      code: z.string().nullable(),
      attr: z.string().nullable(),
      columns: z.array(z.string()),
      message: z.string(),
      leftToService: z.boolean(),
    }),
  ),
  firstSentAt: z.string().nullable(),
  doneAt: z.string().nullable(),
})

type Files = Readonly<Record<string, string | undefined>>
type Line = Readonly<Record<string, string>>

const textOf = (files: Files, kind: string): string => readFileSync(files[kind] ?? '', 'utf8')

/** Texts as they were before they were guarded from running as formulas. */
function tableOf(
  files: Files,
  kind: string,
  delimiter: string,
): { readonly header: string[]; readonly lines: string[][] } {
  const { data } = Papa.parse<string[]>(textOf(files, kind).replace(/^\uFEFF/, ''), {
    delimiter,
    skipEmptyLines: true,
  })
  const [header = [], ...lines] = data.map((cells) => cells.map(unguard))
  return { header, lines }
}

/** By header; our own columns come last, so a source column of the same name does not hide them. */
const asLine = (header: readonly string[], cells: readonly string[]): Line =>
  Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))

async function expectAgreement(source: WholeReading, files: Files, delimiter: string): Promise<void> {
  const summary = summaryFile.parse(JSON.parse(textOf(files, 'summary_json')))
  const { header, lines } = tableOf(files, 'results_csv', delimiter)
  const results = lines.map((cells) => asLine(header, cells))
  const place = (line: Line): string => `${line['carryover_sheet']}!${line['carryover_row']}`
  const sourceRows = source.sheets.flatMap((sheet) =>
    sheet.rows.map(({ row, cells }) => ({ at: `${sheet.name}!${row}`, sheet, cells })),
  )
  // Every source row once, with its own text.
  expect(results.map(place).toSorted()).toEqual(sourceRows.map(({ at }) => at).toSorted())
  const byPlace = new Map(results.map((line) => [place(line), line]))
  const workbook = linesByPlace(await readXlsx(readFileSync(files['results_xlsx'] ?? '')))
  for (const { at, sheet, cells } of sourceRows)
    for (const [column, { header: name }] of sheet.columns.entries())
      if (sheet.columns.filter((one) => one.header === name).length === 1)
        expect([at, name, byPlace.get(at)?.[name], workbook.get(at)?.[name]]).toEqual([
          at,
          name,
          cells[column] ?? '',
          cells[column] ?? '',
        ])
  expectSameLines(workbook, byPlace)

  // Each account once, with the ending that its rows have.
  const accounts = textOf(files, 'accounts_jsonl')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => auditLine.parse(JSON.parse(line)))
  const named = accounts.flatMap(({ rows, ending, account }) =>
    rows.map(({ sheet, row }) => `${sheet}!${row} ${ending} ${account}`),
  )
  // An account may have an empty key, but none is without rows.
  const inAccounts = results.filter((line) => line['carryover_rows'] !== '')
  expect(named.toSorted()).toEqual(
    inAccounts.map((line) => `${place(line)} ${line['ending']} ${line['carryover_account']}`).toSorted(),
  )

  for (const account of accounts) expectSameFacts(account, byPlace)

  // Sums.
  const counted = (of: readonly (string | undefined)[]): Record<Ending, number> =>
    Object.fromEntries(
      endings.map((ending) => [ending, of.filter((one) => one === ending).length]),
    ) as Record<Ending, number>
  expect(summary.endings).toEqual(counted(accounts.map(({ ending }) => ending)))
  expect(summary.totals.accounts).toBe(accounts.length)
  expect(summary.totals.rows).toBe(sourceRows.length)
  expect(summary.reconciliation.unexplained).toBe(0)
  for (const groups of [summary.waves, summary.suppliers])
    for (const ending of endings)
      expect([ending, groups.reduce((sum, one) => sum + one.endings[ending], 0)]).toEqual([
        ending,
        summary.endings[ending],
      ])
  for (const sheet of summary.reconciliation.sheets)
    expect(sheet.endings).toEqual(
      counted(
        inAccounts.filter((line) => line['carryover_sheet'] === sheet.sheet).map((line) => line['ending']),
      ),
    )
  expect(tableOf(files, 'errors_csv', delimiter).lines).toHaveLength(
    summary.totals.problems + summary.totals.leftToService,
  )
  const fixMe = await readXlsx(readFileSync(files['fix_me_xlsx'] ?? ''))
  const fixRows = fixMe.sheets
    .filter(({ name }) => source.sheets.some((sheet) => sheet.name === name))
    .reduce((sum, { rows }) => sum + Math.max(0, rows.length - 1), 0)
  expect(fixRows).toBe(summary.totals.fixMe.rows + summary.totals.fixMe.strayRows)
  for (const { sheet, column, source: total, parts } of summary.totals.controlTotals) {
    const columnOf = source.sheets.find(({ name }) => name === sheet)
    const index = columnOf?.columns.findIndex(({ name }) => name === column) ?? -1
    const cells = (columnOf?.rows ?? [])
      .map((row) => row.cells[index] ?? '')
      .filter((text) => text.trim() !== '')
    expect(total.cells).toBe(cells.length)
    expect(Object.values(parts).reduce((sum, part) => sum + part.cells, 0)).toBe(total.cells)
    if (cells.length === 0 || !cells.every((text) => decimal.test(text))) continue
    const wanted = sumOf(cells)
    expect([column, millionths(total.sum ?? '')]).toEqual([column, wanted])
    expect(sumOf(Object.values(parts).flatMap(({ sum }) => sum ?? []))).toBe(wanted)
  }
}

const decimal = /^-?\d+(?:\.\d{1,6})?$/

function millionths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

const sumOf = (texts: readonly string[]): bigint => texts.reduce((sum, text) => sum + millionths(text), 0n)

type HiddenColumn = { readonly sheet: string; readonly column: string; readonly texts: readonly string[] }

/**
 * One of the columns that may be withheld, with texts of it that stand in no cell of another column, as read or now. Null:
 * none has such texts.
 */
function columnToHide(
  source: WholeReading,
  offered: readonly Pick<OfferedColumn, 'sheet' | 'column' | 'isKey'>[],
  textNow: (cell: { sheet: number; row: number; column: number }) => string,
  which: number,
): HiddenColumn | null {
  const texts = source.sheets.flatMap((sheet, at) =>
    sheet.rows.flatMap(({ row, cells }) =>
      sheet.columns.map(({ name }, column) => ({
        sheet: sheet.name,
        column: name,
        read: cells[column] ?? '',
        now: textNow({ sheet: at, row, column }),
      })),
    ),
  )
  const found = offered.flatMap(({ sheet, column, isKey }): HiddenColumn[] => {
    if (isKey) return []
    const isHere = (one: (typeof texts)[number]): boolean => one.sheet === sheet && one.column === column
    const others = texts.filter((one) => !isHere(one)).flatMap(({ read, now }) => [read, now])
    const own = texts.filter(isHere).map(({ read }) => read)
    const telling = own.filter((text) => text.length >= 6 && !others.some((other) => other.includes(text)))
    return telling.length === 0 ? [] : [{ sheet, column, texts: [...new Set(telling)].slice(0, 3) }]
  })
  return found[which % Math.max(1, found.length)] ?? null
}

function expectHidden(files: Files, delimiter: string, { sheet, column, texts }: HiddenColumn): void {
  const folder = dirname(files['summary_json'] ?? '')
  for (const text of texts)
    expect([sheet, column, text, holding(folder, text)]).toEqual([sheet, column, text, []])
  const { lines } = tableOf(files, 'results_csv', delimiter)
  expect(lines.some((cells) => cells.includes('[withheld]'))).toBe(true)
  const { totals } = summaryFile.parse(JSON.parse(textOf(files, 'summary_json')))
  for (const total of totals.controlTotals)
    if (total.sheet === sheet && total.column === column) expect(total.source.sum).toBeNull()
}

/** The JSON line of an account says of its ending what each of its rows says. */
function expectSameFacts(account: z.infer<typeof auditLine>, byPlace: ReadonlyMap<string, Line>): void {
  const { held, firstSentAt, doneAt } = account
  const problems = account.problems.filter(({ leftToService }) => !leftToService)
  const left = account.problems.filter(({ leftToService }) => leftToService)
  const codesOf = (some: typeof problems): string =>
    some.map(({ code }) => code ?? 'no code given').join('; ')
  const facts = {
    held_reason: held?.reason ?? '',
    held_until: held?.until ?? '',
    held_by: held?.by ?? '',
    error_codes: codesOf(problems),
    error_attrs: problems.map(({ attr }) => attr ?? '').join('; '),
    error_columns: problems.map(({ columns }) => columns.join(', ')).join('; '),
    problems: problems.map(({ message }) => message).join(' '),
    left_to_service: codesOf(left),
    first_sent_at: firstSentAt ?? '',
    done_at: doneAt ?? '',
  }
  expect(held?.excluded ?? false).toBe(account.ending === 'excluded')
  for (const { sheet, row } of account.rows) {
    const at = `${sheet}!${row}`
    expect([at, byPlace.get(at)]).toEqual([at, expect.objectContaining(facts)])
  }
}

/** The lines of the sheets of source rows, by their place. */
function linesByPlace({ sheets }: Awaited<ReturnType<typeof readXlsx>>): Map<string, Line> {
  const lines = new Map<string, Line>()
  for (const { rows } of sheets) {
    const header = (rows[0] ?? []).map(String)
    if (!header.includes('carryover_sheet')) continue
    for (const cells of rows.slice(1)) {
      const line = asLine(header, cells.map(textIn))
      lines.set(`${line['carryover_sheet']}!${line['carryover_row']}`, line)
    }
  }
  return lines
}

const textIn = (cell: string | number | boolean | Date | null): string => (cell === null ? '' : String(cell))

/** The workbook has the same line for each row as the text file. */
function expectSameLines(workbook: ReadonlyMap<string, Line>, byPlace: ReadonlyMap<string, Line>): void {
  const own = ['ending', 'state', 'outcome', 'carryover_account', 'error_codes', 'wave', 'held_by'] as const
  for (const [at, line] of workbook)
    for (const name of own) expect([at, name, line[name]]).toEqual([at, name, byPlace.get(at)?.[name]])
  expect(workbook.size).toBe(byPlace.size)
}

/** Each cell that differs from the source, with its latest edit, once and in order, and no other cell. */
function expectChanges(
  source: WholeReading,
  files: Files,
  delimiter: string,
  expected: readonly ExpectedChange[],
): void {
  const { header, lines } = tableOf(files, 'changes_csv', delimiter)
  expect(header).toEqual(changeColumns)
  const results = tableOf(files, 'results_csv', delimiter)
  const accountAt = new Map(
    results.lines.map((cells) => {
      const line = asLine(results.header, cells)
      return [`${line['carryover_sheet']}!${line['carryover_row']}`, line['carryover_account'] ?? '']
    }),
  )
  const times = lines.map((cells) => Date.parse(cells[8] ?? ''))
  expect(lines.map((cells) => cells.toSpliced(8, 1))).toEqual(
    expected.map(({ sheet, row, column, old, new: text, edit }) => {
      const { name = '', columns } = source.sheets[sheet] ?? {}
      const account = accountAt.get(`${name}!${row}`) ?? ''
      const { number, words, by } = edit
      return [name, String(row), columns?.[column]?.name, old, text, account, String(number), words, by]
    }),
  )
  for (const [at, { edit }] of expected.entries()) {
    expect(times[at]).toBeGreaterThanOrEqual(edit.from)
    expect(times[at]).toBeLessThanOrEqual(edit.to)
  }
}

/** The file to fix has each of its rows as it says now. */
async function expectCurrentTexts(
  source: WholeReading,
  files: Files,
  textOf: (cell: { sheet: number; row: number; column: number }) => string,
): Promise<void> {
  const { sheets } = await readXlsx(readFileSync(files['fix_me_xlsx'] ?? ''))
  for (const { rows } of sheets) {
    const [header = [], ...lines] = rows.map((cells) => cells.map(textIn))
    const at = header.indexOf(referenceColumn)
    for (const cells of at === -1 ? [] : lines) {
      const reference = readReference(cells[at] ?? '')
      if (reference === null) throw new Error(`This is no reference: ${cells[at]}`)
      const { sheet, row } = reference
      const columns = source.sheets[sheet]?.columns ?? []
      expect([sheet, row, ...cells.slice(0, columns.length)]).toEqual([
        sheet,
        row,
        ...columns.map((_, column) => textOf({ sheet, row, column })),
      ])
    }
  }
}
