// Tests rows that do not look like a customer, from each kind of file to a report that adds up. They are detected,
// never sent automatically, left out and restored by a person, and the decision carries over to another reading for
// the same rows only.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOds } from 'hucre/ods'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { type Harness, openHarness } from './harness.ts'
import { customer, header, mapping } from './odd-row-sample.ts'
import { workbook } from './small-files.ts'
import { isLoaded } from './waiting.ts'

const lines: readonly (readonly string[])[] = [
  header,
  ['Region North'],
  customer('A-1'),
  customer('A-2', 'Total Energy Ltd'),
  header,
  customer('A-3', 'Sum Ting'),
  ['-----', '-----'],
  ['A-9'],
  ['TOTAL', '', '', '', '', '3'],
  ['* balances as at 13 March'],
]
const kinds = [
  ['section', 2],
  ['header', 5],
  ['separator', 7],
  ['total', 9],
  ['note', 10],
] as const

async function fileOf(format: 'csv' | 'xlsx' | 'ods', folder: string): Promise<string> {
  const path = join(folder, `odd.${format}`)
  if (format === 'xlsx')
    return workbook(folder, 'odd', [{ name: 'odd', rows: lines.map((line) => [...line]) }])
  if (format === 'ods')
    writeFileSync(path, await writeOds({ sheets: [{ name: 'odd', rows: lines.map((line) => [...line]) }] }))
  else writeFileSync(path, lines.map((line) => line.join(',')).join('\n'))
  return path
}

async function rowsOf(harness: Harness, batch: number) {
  const { rows } = await harness.client().oddRows.list({ batch, offset: 0, limit: 100 })
  return rows.map(({ kind, row, choice }) => [kind, row, choice])
}
async function problemsOf(harness: Harness, batch: number): Promise<Record<string, string[]>> {
  const page = await harness.client().batches.payloads({ batch, after: -1, limit: 100 })
  return Object.fromEntries(page.map(({ key, problems }) => [key, problems.map(({ code }) => code ?? '')]))
}

test.each(['csv', 'xlsx', 'ods'] as const)(
  'odd rows of a %s file are detected, not sent, left out and reported row by row',
  async (format) => {
    const harness = await openHarness()
    const batch = await harness.load({ file: await fileOf(format, harness.folder), mapping })
    expect(await rowsOf(harness, batch)).toEqual(kinds.map(([kind, row]) => [kind, row, null]))
    const problems = await problemsOf(harness, batch)
    expect(problems['A-1']).toEqual([])
    expect(problems['A-2']).toEqual([])
    expect(problems['A-3']).toEqual([])
    // They are otherwise valid: without this reason they would be sent.
    expect(problems['TOTAL']).toEqual(['looks_like_total'])
    expect(problems['* balances as at 13 March']).toEqual(['looks_like_note'])
    expect(problems['Region North']).toEqual(['looks_like_section'])
    expect(problems['A-9']).toEqual(['only_a_key'])
    expect((await harness.client().batches.get({ batch })).states).toMatchObject({
      unvalidated: 3,
      invalid: 6,
    })

    const made = await harness.client().oddRows.decide({ batch, meant: { kind: null }, choice: 'left_out' })
    expect(made).toEqual({ rows: 5 })
    const view = await harness.until(batch, isLoaded)
    expect(view).toMatchObject({ rows: 9, accounts: 4, leftOutRows: 5, strayRows: 0 })
    expect(view.states).toMatchObject({ unvalidated: 3, invalid: 1 })

    const { results, errors, files } = await harness.report(batch)
    const summary: unknown = JSON.parse(readFileSync(files['summary_json'] ?? '', 'utf8'))
    const endings = results.map((line) => [line['carryover_row'], line['state'], line['outcome']])
    expect(endings.filter(([, state]) => state === 'left out')).toEqual([
      ['2', 'left out', 'left out: section title'],
      ['5', 'left out', 'left out: repeated header'],
      ['7', 'left out', 'left out: separating line'],
      ['9', 'left out', 'left out: total row'],
      ['10', 'left out', 'left out: note'],
    ])
    expect(summary).toMatchObject({
      reconciliation: { rowsRead: 9, rowsInAccounts: 4, leftOutRows: 5, strayRows: 0, unexplained: 0 },
    })
    expect(errors.map((line) => line['code'])).toEqual(['only_a_key'])
    expect((await harness.client().batches.reconcile({ batch })).unexplained).toBe(0)
  },
)

test('a left-out row becomes an account again after a revert or when marked as a customer', async () => {
  const harness = await openHarness()
  const batch = await harness.load({ file: await fileOf('csv', harness.folder), mapping })
  const decide = async (row: number, choice: 'left_out' | 'customer' | null) => {
    await harness.client().oddRows.decide({ batch, meant: { rows: [{ sheet: 0, row }] }, choice })
    await harness.until(batch, isLoaded)
  }
  await decide(9, 'left_out')
  expect((await problemsOf(harness, batch))['TOTAL']).toBeUndefined()
  await decide(9, null)
  expect((await problemsOf(harness, batch))['TOTAL']).toEqual(['looks_like_total'])
  await decide(9, 'customer')
  // Even so, it has nothing but its key.
  expect((await problemsOf(harness, batch))['TOTAL']).toEqual(['only_a_key'])
  await decide(2, 'left_out')
  expect(await rowsOf(harness, batch)).toEqual(
    kinds.map(([kind, row]) => [kind, row, row === 9 ? 'customer' : row === 2 ? 'left_out' : null]),
  )
})

test('a decision about a kind leaves the rows alone that a person has decided about', async () => {
  const harness = await openHarness()
  const { batch } = await harness.client().batches.open({ path: await fileOf('csv', harness.folder) })
  await harness.until(batch, ({ stage }) => stage === 'mapping')
  const { oddRows } = harness.client()
  await oddRows.decide({ batch, meant: { rows: [{ sheet: 0, row: 9 }] }, choice: 'customer' })
  expect(await oddRows.decide({ batch, meant: { kind: null }, choice: 'left_out' })).toEqual({ rows: 4 })
  expect(await rowsOf(harness, batch)).toEqual(
    kinds.map(([kind, row]) => [kind, row, row === 9 ? 'customer' : 'left_out']),
  )
  await oddRows.decide({ batch, meant: { kind: null }, choice: null })
  expect((await rowsOf(harness, batch)).every(([, , choice]) => choice === null)).toBe(true)
})

test('reading the file again keeps the decisions for unchanged rows only', async () => {
  const harness = await openHarness()
  const file = await fileOf('csv', harness.folder)
  const batch = await harness.load({ file, mapping })
  await harness.client().oddRows.decide({ batch, meant: { kind: null }, choice: 'left_out' })
  await harness.until(batch, isLoaded)
  await harness.stop()
  await harness.start()
  writeFileSync(file, readFileSync(file, 'utf8').replace('13 March', '14 March'))
  appendFileSync(file, '\nGrand total,,,,,4')
  await harness.client().batches.reread({ batch })
  const view = await harness.until(batch, (now) => isLoaded(now) && now.rows === 10)
  expect(view.leftOutRows).toBe(4)
  expect(await rowsOf(harness, batch)).toEqual([
    ...kinds.map(([kind, row]) => [kind, row, row === 10 ? null : 'left_out']),
    ['total', 11, null],
  ])
})

test('decisions made at loading apply to their kinds of rows; no decision is possible after sending', async () => {
  const harness = await openHarness()
  const { batch } = await harness.client().batches.load({
    path: await fileOf('csv', harness.folder),
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection: harness.connection,
    supplier: 'ACME',
    oddRows: { leaveOut: ['total', 'note'], customers: ['section'] },
  })
  await harness.until(batch, isLoaded)
  expect(await rowsOf(harness, batch)).toEqual([
    ['section', 2, 'customer'],
    ['header', 5, null],
    ['separator', 7, null],
    ['total', 9, 'left_out'],
    ['note', 10, 'left_out'],
  ])
  await harness.send(batch)
  await expect(
    harness.client().oddRows.decide({ batch, meant: { kind: null }, choice: 'left_out' }),
  ).rejects.toMatchObject({ data: { code: 'batch_was_sent' } })
})
