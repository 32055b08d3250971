import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReportAccount, ReportRow, ReportSource } from '../../../electron/engine/report/report-source.ts'
import { stagingName } from '../../../electron/engine/report/staging.ts'
import { writeReport } from '../../../electron/engine/report/write-report.ts'
import { reportFiles } from '../../../shared/contract/report.ts'
import { unguard } from '../../../shared/sheet/formula-guard.ts'
import { account, countsOf, linkedSource, sha256, sheet, sourceOf } from './report-fixture.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-report-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { accounts_jsonl: _, ...usual } = reportFiles
const usualFiles = Object.values(usual).toSorted()
const options = { now: () => Date.UTC(2026, 10, 21, 9), version: '0.1.0' }
const text = (file: string): string => readFileSync(join(folder, file), 'utf8')

async function written(source: ReportSource) {
  const result = await writeReport(source, folder, options)
  if (!result.ok) throw new Error(inEnglish(result.failure.message))
  return result
}

function csv(file: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text(file).replace(/^\uFEFF/, ''), { skipEmptyLines: true })
  expect(errors).toEqual([])
  return data
}

/** hucre decodes OOXML's `_xHHHH_` escapes itself. */
async function workbook(file: string): Promise<Map<string, string[][]>> {
  const { sheets } = await readXlsx(new Uint8Array(readFileSync(join(folder, file))))
  // The overview has figures.
  const ofTexts = sheets.filter(({ name }) => name !== 'Overview')
  return new Map(ofTexts.map(({ name, rows }) => [name, rows.map((cells) => cells.map(asText))]))
}

function asText(cell: unknown): string {
  if (cell === null || typeof cell === 'string') return cell ?? ''
  throw new Error(`not typed as text: ${JSON.stringify(cell)}`)
}

/** One sheet with one row per account; the first column is its key. */
function oneSheet(
  headers: string[],
  lines: string[][],
  more: Parameters<typeof account>[2] = {},
): ReportSource {
  const rows = lines.map((cells, at): ReportRow => {
    const place = { sheet: 'Data', row: at + 2 }
    return { ...place, cells, stray: null, account: account(cells[0] ?? '', [place], more) }
  })
  const accounts = rows.flatMap((row) => (row.account === null ? [] : [row.account]))
  return sourceOf({ sheets: [sheet('Data', headers, 'main', rows.length)], rows, accounts })
}

test('a result has the original columns in order, then the result columns, then the evidence', async () => {
  await written(oneSheet(['Account No', '', 'Phone', 'Phone'], [['A1', 'x', '007', '']]))
  expect(text('results.csv').startsWith('\uFEFFAccount No,,Phone,Phone,carryover_account,')).toBe(true)
  const [header, line] = csv('results.csv')
  expect(header?.slice(4)).toEqual(
    'carryover_account,carryover_rows,supplier,state,outcome,service_status,platform_identifier,existing_account_id,error_codes,error_attrs,error_columns,attempts,http_status,first_sent_at,done_at,held_reason,held_until,left_to_service,problems,filled_columns,ending,held_by,wave,service_created_at,service_modified_at,service_event,service_event_at,error_domain,carryover_sheet,carryover_row,source_sha256'.split(
      ',',
    ),
  )
  expect(line?.slice(0, 9)).toEqual(['A1', 'x', '007', '', 'A1', 'Data!2', 'ACME', 'done', 'created'])
  expect(line?.slice(-3)).toEqual(['Data', '2', sha256])
})

test('columns shared by sheets are merged, and a sheet with a repeated header keeps both columns', async () => {
  await written(linkedSource())
  const [header, ...lines] = csv('results.csv')
  expect(header?.slice(0, 6)).toEqual(['Account No', 'Note', 'Note', 'Phone', 'Extra', 'carryover_account'])
  const phones = lines.filter((line) => line[3] !== '').map((line) => [line[0], line[3], line[5]])
  expect(phones).toEqual([
    ['A2', '020 7946 0001', 'A2'],
    ['A1', '020 7946 0002', 'A1'],
    ['A2', '020 7946-0A10', 'A2'],
    ['A99', '020 7946 0004', ''],
  ])
})

test('every source row is in the results, with stray rows and rows of unused sheets marked', async () => {
  await written(linkedSource())
  const [, ...lines] = csv('results.csv')
  expect(lines).toHaveLength(17)
  expect(lines.at(-2)?.slice(8, 14)).toEqual(['stray', '', '', '', '', 'no_such_account'])
  expect(lines.at(-1)?.[8]).toBe('not mapped')
})

test('no CSV cell starts like a formula, and each is read back unchanged', async () => {
  await written(linkedSource())
  for (const file of ['results.csv', 'errors.csv', 'changes.csv']) {
    for (const cell of csv(file).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
  }
  const notes = csv('results.csv')
    .slice(1, 13)
    .map((line) => unguard(line[1] ?? ''))
  expect(notes).toEqual([...linkedSource().rows()].slice(0, 12).map(({ cells }) => cells[1]))
})

test('the workbook has one sheet per source sheet before those of accounts, and hostile texts are read back as text', async () => {
  await written(linkedSource())
  const sheets = await workbook('results.xlsx')
  expect([...sheets.keys()].slice(0, 3)).toEqual(['Accounts', 'Customers', 'Ideas'])
  const notes = sheets
    .get('Accounts')
    ?.slice(1)
    .map((line) => line[1])
  expect(notes).toEqual([...linkedSource().rows()].slice(0, 12).map(({ cells }) => cells[1]))
})

test('control characters, lone surrogates and long texts do not break the workbook, and cuts are counted', async () => {
  const odd = 'nul\u0000 bell\u0007 \uFFFF \uD83D half _x0041_ 😀'
  const cells = ['A1', odd, 'x'.repeat(32_767), 'y'.repeat(32_768)]
  const { totals } = await written(oneSheet(['Account No', 'Odd', 'Fits', 'Long'], [cells]))
  const line = (await workbook('results.xlsx')).get('Data')?.[1]
  expect(line?.[1]).toBe(odd)
  expect(line?.[2]).toBe(cells[2])
  expect(String(line?.[3]).length).toBeGreaterThan(32_600)
  expect(String(line?.[3]).length).toBeLessThanOrEqual(32_767)
  expect(line?.[3]).toMatch(/cut by Carryover/)
  expect(totals.cutCells).toBe(1)
  expect(csv('results.csv')[1]?.[3]).toBe(cells[3])
})

test('errors.csv has one line per problem', async () => {
  await written(linkedSource())
  const [header, ...lines] = csv('errors.csv')
  expect(header?.join(',')).toBe(
    'sheet,row,column,value,attr,source,code,message,carryover_account,left_to_service_at',
  )
  expect(lines).toHaveLength(4)
  expect(lines[3]).toEqual([
    'Customers',
    '4',
    'Phone',
    '020 7946-0A10',
    'customers.1.landline',
    'validate',
    'invalid_phone_number',
    'Not a valid phone number.',
    'A2',
    '',
  ])
})

test('the fix file holds only failed accounts and stray rows, in the original layout, with problems', async () => {
  await written(linkedSource())
  const sheets = await workbook('fix-me.xlsx')
  expect(sheets.get('Accounts')?.[0]).toEqual(['Account No', 'Note', 'Note', 'carryover_problems'])
  expect(
    sheets
      .get('Accounts')
      ?.slice(1)
      .map((line) => line[0]),
  ).toEqual(['A2', 'A3', 'A4', 'A5'])
  expect(sheets.get('Customers')?.slice(1)).toEqual([
    ['A2', '020 7946 0001', ''].slice(0, sheets.get('Customers')?.[1]?.length),
    ['A2', '020 7946-0A10', 'Phone: Not a valid phone number. (invalid_phone_number)'],
    ['A99', '020 7946 0004', 'No account has the key A99. (no_such_account)'],
  ])
  expect(sheets.get('Ideas')).toEqual([['Account No', 'Note', 'Extra', 'carryover_problems']])
})

test('a fix file without failures still has the headers, and replaces an older error column', async () => {
  await written(oneSheet(['Account No', 'carryover_problems'], [['A1', 'old words']]))
  expect((await workbook('fix-me.xlsx')).get('Data')).toEqual([['Account No', 'carryover_problems']])
  await written(
    oneSheet(['Account No', 'carryover_problems'], [['A1', 'old words']], {
      state: 'invalid',
      outcome: null,
    }),
  )
  expect((await workbook('fix-me.xlsx')).get('Data')?.[1]?.[0]).toBe('A1')
  expect((await workbook('fix-me.xlsx')).get('Data')?.flat()).not.toContain('old words')
})

test('the summary adds up and names the hash of each other file', async () => {
  const { totals } = await written(linkedSource())
  const summary = JSON.parse(text('summary.json'))
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
  expect(sum(summary.states)).toBe(12)
  expect(sum(summary.outcomes)).toBe(12)
  expect(summary.reconciliation).toMatchObject({
    rowsRead: 17,
    rowsInAccounts: 15,
    strayRows: 1,
    rowsOnUnusedSheets: 1,
    unexplained: 0,
  })
  expect(summary.source[0].sha256).toBe(sha256)
  expect(totals.fixMe).toEqual({ accounts: 4, rows: 6, strayRows: 1 })
  for (const file of [
    'results.csv',
    'results.xlsx',
    'errors.csv',
    'changes.csv',
    'fix-me.xlsx',
    'summary.html',
    'summary.pdf',
  ]) {
    const bytes = readFileSync(join(folder, file))
    expect(summary.files[file]).toEqual({
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('each account has one ending, which the groups by sheet, wave and supplier add up to', async () => {
  const { totals } = await written(linkedSource())
  const { endings, waves, suppliers, reconciliation } = totals
  expect(Object.fromEntries(Object.entries(endings).filter(([, count]) => count > 0))).toEqual({
    created: 1,
    already_there: 1,
    failed: 1,
    cancelled: 1,
    dry_run: 1,
    in_progress: 2,
    unconfirmed: 1,
    queued: 1,
    to_fix: 2,
    held: 1,
  })
  expect(waves.map(({ wave, accounts }) => [wave?.number, wave?.by, accounts])).toEqual([
    [1, 'Ina Berg', 5],
    [2, null, 4],
    [undefined, undefined, 3],
  ])
  expect(suppliers.map(({ supplier, accounts }) => [supplier, accounts])).toEqual([
    ['ACME', 11],
    ['BETA', 1],
  ])
  const kinds = Object.keys(endings) as (keyof typeof endings)[]
  for (const groups of [waves, suppliers])
    for (const kind of kinds)
      expect(groups.reduce((sum, group) => sum + group.endings[kind], 0)).toBe(endings[kind])
  for (const { rowsInAccounts, endings: rows } of reconciliation.sheets)
    expect(Object.values(rows).reduce((sum, one) => sum + one, 0)).toBe(rowsInAccounts)
  const lines = csv('results.csv')
  const at = (name: string): number => lines[0]?.indexOf(name) ?? -1
  const ofAccounts = 'created to_fix to_fix failed cancelled already_there queued in_progress unconfirmed'
  const ofOthers = 'in_progress dry_run held to_fix created to_fix stray unmapped'
  expect(lines.slice(1).map((line) => line[at('ending')]?.replace('not mapped', 'unmapped'))).toEqual(
    `${ofAccounts} ${ofOthers}`.split(' '),
  )
  expect(lines[12]?.[at('held_by')]).toBe('Ina Berg')
  expect(lines[7]?.[at('wave')]).toBe('2')
  const page = text('summary.html')
  for (const words of ['Accounts by wave', 'Accounts by supplier', 'Wave 2', 'BETA'])
    expect(page).toContain(words)
})

test('a row that is missing or belongs to no account is counted as unexplained', async () => {
  const whole = oneSheet(['Account No'], [['A1'], ['A2']])
  const rows = [...whole.rows()]
  const missing = await written({
    ...whole,
    rows: () => rows.slice(0, 1),
    counts: () => countsOf([...whole.accounts()].slice(0, 1)),
  })
  expect(missing.totals.reconciliation.unexplained).toBe(1)
  const orphan = rows.map((row) => (row.row === 3 ? { ...row, account: null } : row))
  const owned = await written({
    ...whole,
    rows: () => orphan,
    counts: () => countsOf([...whole.accounts()].slice(0, 1)),
  })
  expect(owned.totals.reconciliation.unexplained).toBe(1)
  expect(csv('results.csv')[2]?.[4]).toBe('unexplained')
})

test('one of two simultaneous reports into a folder is refused with a reason; the other is complete', async () => {
  const many = (prefix: string) =>
    oneSheet(
      ['Account No'],
      Array.from({ length: 2_000 }, (_, at) => [`${prefix}${at}`]),
    )
  const [first, second] = await Promise.all([
    writeReport(many('A'), folder, options),
    writeReport(many('B'), folder, options),
  ])
  const results = [first, second]
  const refused = results.find(({ ok }) => !ok)
  expect(refused).toMatchObject({ failure: { code: 'report_under_way' } })
  const letter = first.ok ? 'A' : 'B'
  const summary = JSON.parse(text('summary.json')) as { files: Record<string, { sha256: string }> }
  for (const [file, { sha256: hash }] of Object.entries(summary.files))
    expect([
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]).toEqual([file, hash])
  expect(
    csv('results.csv')
      .slice(1)
      .every(([key]) => key?.startsWith(letter)),
  ).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(usualFiles)
})

test('files left by a killed report are gone after the next report', async () => {
  const left = join(folder, stagingName)
  mkdirSync(left)
  writeFileSync(join(left, 'results.csv.part'), 'Zwiebelfisch')
  await written(oneSheet(['Account No'], [['A1']]))
  expect(readdirSync(folder).toSorted()).toEqual(usualFiles)
})

test('cancelling leaves no file behind', async () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => [`A${at}`])
  const stop = new AbortController()
  const onProgress = () => stop.abort()
  const result = await writeReport(oneSheet(['Account No'], lines), folder, {
    ...options,
    signal: stop.signal,
    onProgress,
  })
  expect(result).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
  expect(readdirSync(folder)).toEqual([])
})

test('a folder that is a file is reported with a reason', async () => {
  const path = join(folder, 'taken')
  writeFileSync(path, '')
  expect(await writeReport(linkedSource(), path, options)).toMatchObject({
    ok: false,
    failure: { code: 'folder_not_usable' },
  })
})

test('problems out of row order throw an error and leave no file behind', async () => {
  const source = linkedSource()
  const backwards = { ...source, problems: () => [...source.problems()].reverse() }
  await expect(writeReport(backwards, folder, options)).rejects.toThrow(/order of the rows/)
  expect(readdirSync(folder)).toEqual([])
})

test('a report is written in the language of the person who asks; file names, columns and codes stay', async () => {
  const format = createMessageFormat('de', 'de-DE')
  const result = await writeReport(linkedSource(), folder, { ...options, format })
  expect(result.ok).toBe(true)
  const page = text('summary.html')
  expect(page).toContain('<html lang="de">')
  expect(page).toContain('<h2>Abgleich</h2>')
  expect(page).not.toMatch(/Reconciliation|All accounts|Rows read|Sign-off/)
  expect(csv('results.csv')[0]).toContain('carryover_account')
  expect(csv('errors.csv')[0]).toContain('left_to_service_at')
})

/** One account a hold; all of them are ready to be sent. */
function heldSource(holds: readonly ReportAccount['held'][]): ReportSource {
  const accounts = holds.map((held, at) =>
    account(`A${at}`, [{ sheet: 'Data', row: at + 2 }], { state: 'validated', outcome: null, held }),
  )
  return sourceOf({
    sheets: [sheet('Data', ['Key'], 'main', accounts.length)],
    rows: accounts.map((one, at) => ({
      sheet: 'Data',
      row: at + 2,
      cells: [one.key],
      account: one,
      stray: null,
    })),
    accounts,
  })
}

test('the summary says of each reason who decided and until when, in one line however many times there are', async () => {
  const day = (number: number): string => new Date(Date.UTC(2027, 0, number, 8)).toISOString()
  const held = (by: string | null, until: string | null) => ({
    reason: 'Moves out',
    excluded: false,
    until,
    by,
  })
  await written(
    heldSource([
      ...Array.from({ length: 30 }, (_, at) => held('Ina Berg', day(at + 1))),
      ...Array.from({ length: 4 }, () => held('Ina Berg', null)),
      ...Array.from({ length: 3 }, () => held('Priya Nair', day(5))),
      ...Array.from({ length: 2 }, () => held(null, null)),
      { reason: 'Moves out', excluded: true, until: null, by: 'Ina Berg' },
    ]),
  )
  const page = text('summary.html')
  const table = page.slice(page.indexOf('<h2>Held and excluded</h2>'))
  const cells = [...(/<tbody>(.*?)<\/tbody>/s.exec(table)?.[1] ?? '').matchAll(/<tr>(.*?)<\/tr>/g)].map(
    ([, line = '']) => line.split(/<\/t[dh]>/).map((cell) => cell.replaceAll(/<[^>]*>/g, '')),
  )
  expect(cells).toEqual(
    [
      [
        'Moves out',
        'Held until 2027-01-01 08:00 UTC, the last ones until 2027-01-30 08:00 UTC (30 times); 4 accounts until someone ends the hold',
        'Ina Berg',
        '34',
      ],
      ['Moves out', 'Held until 2027-01-05 08:00 UTC', 'Priya Nair', '3'],
      ['Moves out', 'Held until someone ends the hold', 'Carryover', '2'],
      ['Moves out', 'Excluded', 'Ina Berg', '1'],
    ].map((line) => [...line, '']),
  )
})

test('of many decisions the summary lists twenty, and counts the accounts of the others', async () => {
  const reasons = Array.from({ length: 23 }, (_, at) => `Reason ${String(at + 10)}`)
  await written(
    heldSource(reasons.map((reason) => ({ reason, excluded: false, until: null, by: 'Ina Berg' }))),
  )
  const page = text('summary.html')
  expect(page.match(/<th scope="row">Reason \d+</g)).toHaveLength(20)
  expect(page).toContain(
    '<th scope="row">3 more decisions, all in results.csv</th><td></td><td></td><td class="n">3</td>',
  )
  expect(JSON.parse(text('summary.json')).holds).toHaveLength(23)
})
