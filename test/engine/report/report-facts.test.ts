// Tests what a report says beside its counts, with values of the practice service and of the data folder: what the service's
// own record says of each account, and by which mapping, catalogue, program and person, in which environment it was made.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { usualReportChoice } from '../../../shared/contract/report.ts'
import { freshFolder, type Harness, inDatabase, type Line, openHarness, parseCsv } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver } from '../api/waiting.ts'
import { readPdf } from './pdf-text.ts'

/** Two accounts that the service could not create, two that it created and one that it is creating, reported with everything. */
async function reportedBatch() {
  const harness = await openHarness({ sandbox: { speed: 200 } })
  const { control } = harness.sandbox
  await harness.client().operator.set({ name: 'Ina Berg' })
  const batch = await harness.load(await plainAccounts(freshFolder(), numbered(5)))
  await harness.validate(batch)
  for (const failShare of [1, 0]) {
    control.setSwitches({ failShare })
    await harness.client().batches.release({ batch, limit: 2 })
    await harness.until(batch, (view) => isOver(view) && view.states.validated === 1 + 2 * failShare)
  }
  await createForever(harness, batch)
  await harness.client().report.choose({
    batch,
    choice: {
      ...usualReportChoice,
      files: ['results_csv', 'results_xlsx', 'accounts_jsonl', 'summary_pdf'],
      shown: 'all',
    },
  })
  const { files } = await harness.client().batches.report({ batch, folder: null })
  const { sheets } = await readXlsx(readFileSync(files['results_xlsx'] ?? ''))
  return { harness, batch, files, sheets }
}

/** The last account is in progress at the service, whose record of it was read. */
async function createForever(harness: Harness, batch: number): Promise<void> {
  harness.sandbox.control.setSwitches({ pendingSeconds: [20, 20], inProgressSeconds: [86_400, 86_400] })
  await harness.client().batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ states }) => states.processing === 1)
  const { accounts } = await harness
    .client()
    .accounts.list({ batch, states: ['processing'], offset: 0, limit: 1 })
  const id = accounts[0]?.id ?? 0
  await expect
    .poll(async () => (await harness.client().accounts.get({ account: id })).record?.text)
    .toContain('IN_PROGRESS')
}

const textOf = (files: Readonly<Record<string, string>>, kind: string): string =>
  readFileSync(files[kind] ?? '', 'utf8')

const errorSchema = z.object({ code: z.string(), detail: z.string(), domain: z.string() })
const recordSchema = z.looseObject({
  created_at: z.string(),
  modified_at: z.string(),
  latest_event: z.object({ event: z.string(), occurred_at: z.string(), data: errorSchema.nullable() }),
  latest_error: errorSchema.nullable(),
})
const auditLine = z.object({
  account: z.string(),
  record: z.object({ at: z.iso.datetime(), text: z.string() }),
})

const recordColumns = [
  'service_created_at',
  'service_modified_at',
  'service_event',
  'service_event_at',
  'error_domain',
  'error_codes',
  'problems',
] as const

test('results and audit lines have the service’s own record of each account: its times, last event, data and domain', async () => {
  const { harness, files, sheets } = await reportedBatch()
  const expected = [1, 2, 3, 4, 5].map((number) => {
    const { record } = harness.sandbox.control.process('ACME', `N-${number}`) ?? {}
    const { created_at, modified_at, latest_event, latest_error } = recordSchema.parse(record)
    const { event, occurred_at, data } = latest_event
    return {
      record,
      hasFailed: latest_error !== null,
      cells: [created_at, modified_at, event, occurred_at, data?.domain, data?.code, data?.detail].map(
        (value) => value ?? '',
      ),
    }
  })
  expect(expected.map(({ hasFailed }) => hasFailed)).toEqual([true, true, false, false, false])
  // No two of the times are the same for all accounts.
  for (const [one, other] of [
    [0, 1],
    [0, 3],
    [1, 3],
  ] as const)
    expect(expected.some(({ cells }) => cells[one] !== cells[other])).toBe(true)
  const [failed] = expected
  expect(failed?.cells.slice(4, 6)).toEqual(['import_process', 'account_creation_failed'])

  const inColumns = (line: Line): (string | undefined)[] => recordColumns.map((name) => line[name])
  const lines = parseCsv(textOf(files, 'results_csv'))
  expect(lines.map(inColumns)).toEqual(expected.map(({ cells }) => cells))
  const [header = [], ...rows] = sheets.find(({ name }) => name === 'Accounts')?.rows ?? []
  const cellsOf = (row: readonly unknown[]): unknown[] =>
    recordColumns.map((name) => row[header.indexOf(name)] ?? '')
  expect(rows.map(cellsOf)).toEqual(expected.map(({ cells }) => cells))

  const audit = textOf(files, 'accounts_jsonl').trimEnd().split('\n')
  const records = audit.map((line) => auditLine.parse(JSON.parse(line)))
  expect(records.map(({ account }) => account)).toEqual(['N-1', 'N-2', 'N-3', 'N-4', 'N-5'])
  expect(records.map(({ record }) => JSON.parse(record.text))).toEqual(expected.map(({ record }) => record))
})

const letters = (text: string): string => text.replaceAll(/[\s\u00ad]+/g, '')
const mappedRow = z.object({ mapping: z.string(), at: z.number(), catalogue: z.string() })

test('page, PDF and overview name the mapping’s version, the catalogue, the program, the environment and who prepared them', async () => {
  const { harness, batch, files, sheets } = await reportedBatch()
  const { mapping, at, catalogue } = inDatabase(harness.data, (database) =>
    mappedRow.parse(
      database.prepare('SELECT mapping, mapped_at AS at, catalogue FROM batch WHERE id = ?').get(batch),
    ),
  )
  const day = new Date(at).toISOString()
  const version = hash('sha256', mapping).slice(0, 16)
  const applied = `applied ${day.slice(0, 10)} ${day.slice(11, 16)} UTC, version`
  const { title } = z.looseObject({ title: z.string() }).parse(JSON.parse(catalogue))

  const html = textOf(files, 'summary_html')
  expect(html).toContain(`<dt>Mapping</dt><dd>${applied} <code>${version}</code></dd>`)
  expect(html).toContain(`<dt>Catalogue</dt><dd>${title} (illustrative)</dd>`)
  expect(html).toContain(`Batch ${batch} · Carryover 0.0.0-test`)
  expect(html).toContain('<span class="mark test">TEST SYSTEM</span>')
  expect(html).toContain('<p>Prepared by <b>Ina Berg</b></p>')

  const pdf = letters(
    readPdf(readFileSync(files['summary_pdf'] ?? ''))
      .pages.map(({ text }) => text)
      .join(' '),
  )
  for (const text of [
    `Mapping ${applied} ${version}`,
    `Catalogue ${title} (illustrative)`,
    `Batch ${batch} · Carryover 0.0.0-test`,
    'TEST SYSTEM',
    'Prepared by Ina Berg',
  ])
    expect(pdf).toContain(letters(text))

  const facts = new Map(sheets[0]?.rows.map(([name, value]) => [name, value]))
  expect(facts.get('Mapping')).toBe(`${applied} ${version}`)
  expect(facts.get('Catalogue')).toBe(`${title} (illustrative)`)
  expect(facts.get('Program')).toBe('Carryover 0.0.0-test')
  expect(facts.get('Environment')).toBe('TEST SYSTEM')
  expect(facts.get('Prepared by')).toBe('Ina Berg')
})
