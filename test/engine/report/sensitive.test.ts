// Tests that a report withholds the texts of sensitive columns until a person shows them: in no byte of any file, whatever
// the mapping becomes later, and with a line of the audit log where they are shown.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { optionalFiles, type ReportChoice, usualReportChoice } from '../../../shared/contract/report.ts'
import { type ColumnMapping, mappingFile } from '../../../shared/mapping/file.ts'
import { header, mapping, openedFile } from '../accounts/small-batch.ts'
import { type Harness, type HarnessOptions, openHarness } from '../api/harness.ts'
import { quotingService } from '../api/quoting-service.ts'
import { isLoaded, isOver } from '../api/waiting.ts'
import { holding } from './all-bytes.ts'

const sheet = 'accounts'
const born = '1977-03-29'
/** Refused by our own check, and by the service. */
const badlyBorn = '31/02/1971'
const earlier = '1966-06-06'
const token = 'tok-Zwiebelfisch-77'
const secrets = [born, badlyBorn, earlier, token]
const line = (key: string, date: string, paid = ''): string =>
  `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,,${date},${paid}`
const bornColumn: ColumnMapping = { column: 'Born', field: 'customers.0.date_of_birth' }
const paidIgnored: ColumnMapping = { column: 'Paid by', ignore: true }
const files = [...optionalFiles]

async function apply(harness: Harness, batch: number, more: readonly ColumnMapping[]): Promise<void> {
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, columns: [...mapping.columns, ...more] }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  await harness.until(batch, isLoaded)
}

async function loaded(
  more: readonly ColumnMapping[] = [bornColumn, paidIgnored],
  options: HarnessOptions = {},
) {
  const harness = await openHarness({ sandbox: { speed: 200 }, ...options })
  await harness.client().operator.set({ name: 'Priya Nair' })
  const lines = [line('S-1', born), line('S-2', badlyBorn, token), line('S-3', ''), line('S-4', earlier)]
  const batch = await openedFile(harness, lines, `${header},Born,Paid by`)
  await apply(harness, batch, more)
  return { harness, batch }
}

async function made(harness: Harness, batch: number, choice: Partial<ReportChoice> = {}): Promise<string> {
  await harness.client().report.choose({ batch, choice: { ...usualReportChoice, files, ...choice } })
  return (await harness.client().batches.report({ batch, folder: join(harness.folder, 'made') })).folder
}

const actionsOf = async (harness: Harness) =>
  (await harness.client().audit.page({ after: 0 })).lines.map(({ action, details }) => ({ action, details }))

test('a report that nobody chose anything for holds no sensitive text in any byte of any file', async () => {
  const { harness, batch } = await loaded()
  const { client } = harness
  // An earlier text, words that quote one, and a reason that does.
  await client().edits.apply({
    batch,
    words: `Born ${earlier} becomes ${born}, and a note`,
    cells: [
      { sheet: 0, row: 5, column: 12, text: born },
      { sheet: 0, row: 5, column: 11, text: 'asked' },
    ],
  })
  await harness.until(batch, isLoaded)
  const { rows } = await client().sheets.page({ batch, sheet: 0, offset: 0, limit: 9 })
  const account = rows[1]?.account?.id ?? 0
  await client().accounts.hold({ accounts: [account], reason: `Was ${badlyBorn} meant?`, until: null })
  await harness.validate(batch)
  await harness.release(batch)
  await harness.until(batch, isOver)
  const folder = await made(harness, batch)
  for (const secret of [born, badlyBorn, earlier]) expect(holding(folder, secret)).toEqual([])
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
  for (const name of ['results.csv', 'errors.csv', 'changes.csv', 'accounts.jsonl'])
    expect([name, text(name).includes('[withheld]')]).toEqual([name, true])
  expect(holding(folder, '[withheld]')).toEqual(
    expect.arrayContaining([expect.stringContaining('fix-me.xlsx'), expect.stringContaining('results.xlsx')]),
  )
  expect(text('errors.csv')).toContain('its column is sensitive')
  for (const name of ['summary.html', 'summary.pdf/pages'])
    expect(holding(folder, 'because they are')).toContain(name)
  expect(text('summary.html')).toContain(`${sheet}: Born`)
  expect(JSON.parse(text('summary.json'))).toMatchObject({
    withheld: [{ sheet, column: 'Born', isSensitive: true }],
  })
  expect((await actionsOf(harness)).map(({ action }) => action)).not.toContain('report.showSensitive')
})

test('a sensitive column with the separator of names in its own name is withheld where its cell is wrong', async () => {
  const harness = await openHarness({ sandbox: { speed: 200 } })
  const batch = await openedFile(harness, [line('S-1', badlyBorn)], `${header},Born; on,Paid by`)
  await apply(harness, batch, [{ ...bornColumn, column: 'Born; on' }, paidIgnored])
  await harness.validate(batch)
  const folder = await made(harness, batch)
  expect(holding(folder, badlyBorn)).toEqual([])
  expect(readFileSync(join(folder, 'errors.csv'), 'utf8')).toMatch(/Born; on"?,\[withheld\]/)
})

test('a sentence of the service that quotes a sensitive text has the mark in its place, also in other places', async () => {
  const refused = { 'S-1': null, 'S-4': 'customers.0.landline' }
  const { harness, batch } = await loaded(undefined, {
    through: (sandbox) => quotingService(sandbox, { quote: born, refused }),
  })
  await harness.client().edits.apply({
    batch,
    words: 'By hand',
    cells: [{ sheet: 0, row: 5, column: 12, text: born }],
  })
  await harness.until(batch, isLoaded)
  await harness.validate(batch)
  const folder = await made(harness, batch)
  expect(holding(folder, born)).toEqual([])
  const errors = readFileSync(join(folder, 'errors.csv'), 'utf8')
  expect(errors.match(/The value \[withheld\] is refused\./g)).toHaveLength(2)
  const shown = await made(harness, batch, { shown: 'all' })
  expect(readFileSync(join(shown, 'errors.csv'), 'utf8')).toContain(`The value ${born} is refused.`)
})

test('sensitive columns that a person shows are in the files as in the source, and the audit log says so', async () => {
  const { harness, batch } = await loaded()
  const folder = await made(harness, batch, { shown: 'all' })
  const results = readFileSync(join(folder, 'results.csv'), 'utf8')
  for (const text of [line('S-1', born), line('S-2', badlyBorn, token), line('S-4', earlier)])
    expect(results).toContain(text)
  expect(holding(folder, '[withheld]')).toEqual([])
  expect(holding(folder, badlyBorn)).toContain('errors.csv')
  expect(holding(folder, born)).toContain('accounts.jsonl')
  const lines = await actionsOf(harness)
  expect(lines).toContainEqual({
    action: 'report.choose',
    details: { files: files.join(', '), withheld: 0, allSensitiveShown: true, totals: 0 },
  })
  const asked = lines.findIndex(({ action }) => action === 'batches.report')
  expect(lines[asked + 1]).toEqual({
    action: 'report.showSensitive',
    details: { fields: 'customers.*.date_of_birth' },
  })
  expect(JSON.stringify(lines)).not.toContain(born)
})

test('a column that a later mapping makes sensitive is withheld, unless a person shows all or this one', async () => {
  const { harness, batch } = await loaded()
  const paid: ColumnMapping = { column: 'Paid by', field: 'customers.0.priority_services.0.code' }
  const shown = [{ sheet, column: 'Born' }]
  const before = await made(harness, batch, { shown })
  expect([holding(before, born).length > 0, holding(before, token).length > 0]).toEqual([true, true])
  await apply(harness, batch, [bornColumn, paid])
  const { columns, choice } = await harness.client().report.choice({ batch })
  expect(columns.filter(({ isSensitive }) => isSensitive).map(({ column }) => column)).toEqual([
    'Born',
    'Paid by',
  ])
  expect(choice.shown).toEqual(shown)
  const { folder } = await harness.client().batches.report({ batch, folder: join(harness.folder, 'later') })
  expect(holding(folder, token)).toEqual([])
  expect(holding(folder, born)).not.toEqual([])
  const single = await made(harness, batch, { shown: [{ sheet, column: 'Paid by' }] })
  expect(holding(single, token)).not.toEqual([])
  expect(holding(single, born)).toEqual([])
  const all = await made(harness, batch, { shown: 'all', withheld: [{ sheet, column: 'Born' }] })
  expect(holding(all, token)).not.toEqual([])
  for (const secret of [born, badlyBorn, earlier]) expect(holding(all, secret)).toEqual([])
})

test('a column that a conversion joins to a sensitive one is withheld and masked too', async () => {
  const joined: ColumnMapping = {
    column: 'Born',
    field: 'customers.0.priority_services.0.code',
    conversion: { kind: 'join', with: ['Paid by'], separator: ' ' },
  }
  const { harness, batch } = await loaded([joined])
  const folder = await made(harness, batch)
  for (const secret of secrets) expect(holding(folder, secret)).toEqual([])
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 9 })
  expect(rows[1]?.cells.slice(12)).toEqual(['••••', '••••'])
})
