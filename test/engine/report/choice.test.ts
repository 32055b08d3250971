// Tests what a person chooses to go into a report: files, separators, columns that are withheld, control totals, and the
// audit file.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { usualReportChoice } from '../../../shared/contract/report.ts'
import { good, mappedFile } from '../accounts/small-batch.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { isOver } from '../api/waiting.ts'
import { readPdf } from './pdf-text.ts'

const sheet = 'accounts'
const withStreet = (key: string, street: string): string => good(key).replace('1 High St', street)
const textOf = (files: Readonly<Record<string, string | undefined>>, kind: string): string =>
  readFileSync(files[kind] ?? '', 'utf8')

async function reported(harness: Harness, batch: number, choice: Partial<typeof usualReportChoice>) {
  await harness.client().report.choose({ batch, choice: { ...usualReportChoice, ...choice } })
  return harness.client().batches.report({ batch, folder: null })
}

test('a report has the chosen files only, and those of an earlier report go', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('C-1'), good('C-2')])
  const all = await harness.client().batches.report({ batch, folder: null })
  expect(readdirSync(all.folder)).toHaveLength(8)
  const some = await reported(harness, batch, {
    files: ['results_csv'],
    csv: { delimiter: ';', bom: false },
  })
  expect(readdirSync(some.folder).toSorted()).toEqual(['results.csv', 'summary.html', 'summary.json'])
  expect(Object.keys(some.files).toSorted()).toEqual(['results_csv', 'summary_html', 'summary_json'])
  expect(textOf(some.files, 'results_csv')).toMatch(/^Account No;/)
  const later = await mappedFile(harness, [good('C-3')])
  expect((await harness.client().report.choice({ batch: later })).choice).toMatchObject({
    files: ['results_csv'],
    csv: { delimiter: ';', bom: false },
  })
})

test('a withheld column is in no file: neither its cells, nor payloads, answers or sentences with its text', async () => {
  const harness = await openHarness({ sandbox: { speed: 200 } })
  const secret = 'Withheld Street 77'
  const batch = await mappedFile(harness, [
    withStreet('C-1', secret),
    withStreet('C-2', `${secret} b`).replace('020', 'zero'),
  ])
  const { columns } = await harness.client().report.choice({ batch })
  const key = columns.find((column) => column.isKey)
  await expect(
    harness.client().report.choose({
      batch,
      choice: { ...usualReportChoice, withheld: [{ sheet, column: key?.column ?? '' }] },
    }),
  ).rejects.toThrow(/cannot be withheld/)
  await expect(
    harness.client().report.choose({
      batch,
      choice: { ...usualReportChoice, withheld: [{ sheet, column: 'Nowhere' }] },
    }),
  ).rejects.toThrow(/no column Nowhere/)
  await harness.validate(batch)
  await harness.release(batch)
  await harness.until(batch, isOver)
  const { folder } = await reported(harness, batch, {
    files: [...usualReportChoice.files, 'accounts_jsonl'],
    withheld: [{ sheet, column: 'Street' }],
  })
  const names = readdirSync(folder)
  expect(names).toContain('fix-me.xlsx')
  const holding = names.filter((name) => readFileSync(`${folder}/${name}`, 'utf8').includes(secret))
  expect(holding).toEqual([])
  const pdf = readPdf(readFileSync(`${folder}/summary.pdf`)).pages.map(({ text }) => text)
  expect(pdf.join(' ')).toContain(`${sheet}: Street`)
  expect(pdf.join(' ')).not.toContain('Withheld Street')
  const workbook = await readXlsx(readFileSync(`${folder}/results.xlsx`))
  const cells = workbook.sheets.flatMap(({ rows }) => rows.flat())
  expect(cells).toContain('[withheld]')
  expect(cells.filter((cell) => String(cell).includes(secret))).toEqual([])
  expect(readFileSync(`${folder}/accounts.jsonl`, 'utf8')).toContain('[withheld]')
  expect(readFileSync(`${folder}/results.csv`, 'utf8')).toContain('[withheld]')
  expect(readFileSync(`${folder}/summary.html`, 'utf8')).toContain(`${sheet}: Street`)
})

const attemptFile = z.object({
  account: z.string(),
  request: z.object({ url: z.url(), body: z.string(), bodySha256: z.string() }),
  answer: z.object({ httpStatus: z.number() }),
})
const sha256 = (text: string): string => hash('sha256', text)

const auditLine = z.object({
  account: z.string(),
  ending: z.string(),
  validations: z.array(z.object({ verdict: z.string(), answer: z.string() })),
  attempts: z.array(z.object({ class: z.string(), httpStatus: z.number(), sha256: z.string() })),
  payloads: z.array(
    z.object({ sha256: z.string(), body: z.unknown(), origins: z.record(z.string(), z.unknown()) }),
  ),
})

test('the audit file and an attempt’s own file have the very payload, its origins, validations, answers and the service’s record', async () => {
  const harness = await openHarness({ sandbox: { speed: 200 } })
  const batch = await mappedFile(harness, [good('C-1'), good('C-2')])
  await harness.validate(batch)
  await harness.release(batch)
  await harness.until(batch, isOver)
  const { files } = await reported(harness, batch, { files: ['accounts_jsonl'] })
  const lines = textOf(files, 'accounts_jsonl').trimEnd().split('\n')
  const accounts = lines.map((line) => auditLine.parse(JSON.parse(line)))
  expect(accounts.map(({ account, ending }) => [account, ending])).toEqual([
    ['C-1', 'created'],
    ['C-2', 'created'],
  ])
  const recorded = z.object({ record: z.object({ at: z.iso.datetime(), text: z.string() }) })
  for (const line of lines) {
    const { record } = recorded.parse(JSON.parse(line))
    expect(JSON.parse(record.text)).toMatchObject({ status: 'PROCESSED' })
  }
  const [first] = (await harness.client().accounts.list({ batch, states: ['done'], offset: 0, limit: 1 }))
    .accounts
  const account = first?.id ?? 0
  const view = await harness.client().accounts.get({ account })
  expect(view.record?.facts).toMatchObject({ event: 'EVENT_ACCOUNT_IMPORT_PROCESS_PROCESSED', error: null })
  expect(view.record?.facts.createdAt).toMatch(/^\d{4}-/)
  const file = await harness.client().accounts.attemptFile({ account, number: 1, folder: harness.folder })
  const whole = attemptFile.parse(JSON.parse(readFileSync(file.path ?? '', 'utf8')))
  expect(sha256(whole.request.body)).toBe(whole.request.bodySha256)
  expect(whole).toMatchObject({ account: 'C-1', answer: { httpStatus: 201 } })
  expect(file.text).not.toMatch(/authorization|bearer/i)
  const sent = harness.exchanges.map((exchange) => exchange.sent).filter((text) => text.startsWith('{'))
  for (const [at, { attempts, payloads, validations }] of accounts.entries()) {
    expect(validations.map(({ verdict }) => verdict)).toContain('validated')
    expect(attempts).toMatchObject([{ class: 'accepted', httpStatus: 201 }])
    const payload = payloads.find(({ sha256 }) => sha256 === attempts[0]?.sha256)
    expect(Object.keys(payload?.origins ?? {}).length).toBeGreaterThan(3)
    expect(sent.some((text) => lines[at]?.includes(text))).toBe(true)
  }
})

const total = z.object({ cells: z.number(), noNumber: z.number(), sum: z.string().nullable() })
const summaryFile = z.object({
  totals: z.object({
    controlTotals: z.array(
      z.object({
        sheet: z.string(),
        column: z.string(),
        isWithheld: z.boolean(),
        source: total,
        current: total,
        parts: z.record(z.string(), total),
      }),
    ),
  }),
})

test('control totals count and add the cells of the file, and the parts add up to them', async () => {
  const harness = await openHarness({ sandbox: { speed: 200 } })
  const batch = await mappedFile(harness, [
    withStreet('C-1', '"€ 1,234.50"'),
    withStreet('C-2', '(0.25)'),
    withStreet('C-3', 'none').replace('020', 'zero'),
    withStreet('C-4', '0.1'),
  ])
  const { columns } = await harness.client().report.choice({ batch })
  const style = columns.find(({ column }) => column === 'Street')?.numbers
  expect(style).toEqual({ decimal: '.', thousands: ',', brackets: true })
  await harness.client().edits.apply({
    batch,
    words: 'More',
    cells: [{ sheet: 0, row: 5, column: 2, text: '0.2' }],
  })
  await harness.until(batch, ({ stage, work }) => stage === 'open' && work === null)
  const { files } = await reported(harness, batch, {
    totals: style === undefined || style === null ? [] : [{ sheet, column: 'Street', style }],
  })
  const { controlTotals } = summaryFile.parse(JSON.parse(textOf(files, 'summary_json'))).totals
  expect(controlTotals).toMatchObject([
    {
      sheet,
      column: 'Street',
      source: { cells: 4, noNumber: 1, sum: '1234.35' },
      current: { cells: 4, noNumber: 1, sum: '1234.45' },
    },
  ])
  const parts = controlTotals.flatMap((one) => Object.values(one.parts))
  expect(parts.reduce((sum, part) => sum + part.cells, 0)).toBe(4)
  expect(parts.reduce((sum, part) => sum + Number(part.sum ?? 0), 0)).toBeCloseTo(1234.35)
  expect(textOf(files, 'summary_html')).toContain('1,234.35')

  // One row could be all that it adds up.
  const withheld = await reported(harness, batch, {
    totals: style === undefined || style === null ? [] : [{ sheet, column: 'Street', style }],
    withheld: [{ sheet, column: 'Street' }],
  })
  const [hidden] = summaryFile.parse(JSON.parse(textOf(withheld.files, 'summary_json'))).totals.controlTotals
  expect(hidden).toMatchObject({ isWithheld: true, source: { cells: 4, noNumber: 0, sum: null } })
  const page = textOf(withheld.files, 'summary_html')
  expect(page).toContain('[withheld]')
  expect(page).not.toContain('1,234.35')
})

test('the sheets of endings and codes in the results hold the accounts as the database has them', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [
    good('C-1'),
    good('C-2').replace('020', 'zero'),
    good('C-3').replace('020', 'none'),
    good('C-4'),
  ])
  const { files } = await reported(harness, batch, { files: ['results_xlsx'] })
  const workbook = await readXlsx(readFileSync(files['results_xlsx'] ?? ''))
  const keysOf = (name: string) =>
    workbook.sheets.find((one) => one.name === name)?.rows.map(([first]) => first)
  expect(keysOf('To fix')).toEqual(['Account', 'C-2', 'C-3'])
  expect(keysOf('Not validated')).toEqual(['Account', 'C-1', 'C-4'])
  const summary = z
    .object({ problemsByCode: z.array(z.object({ code: z.string(), accounts: z.number() })) })
    .parse(JSON.parse(textOf(files, 'summary_json')))
  expect(summary.problemsByCode.length).toBeGreaterThan(0)
  for (const { code, accounts } of summary.problemsByCode)
    expect([code, keysOf(code)?.length]).toEqual([code, accounts + 1])
})
