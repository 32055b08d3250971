// Rows that look like no customer, from each kind of file into a report that adds up: found, never sent by themselves, left
// out and taken back by a person, and carried over to another reading for the same rows only.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOds } from 'hucre/ods'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { type House, openHouse } from './harness.ts'
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

async function rowsOf(house: House, batch: number) {
  const { rows } = await house.client().oddRows.list({ batch, offset: 0, limit: 100 })
  return rows.map(({ kind, row, choice }) => [kind, row, choice])
}
async function problemsOf(house: House, batch: number): Promise<Record<string, string[]>> {
  const page = await house.client().batches.payloads({ batch, after: -1, limit: 100 })
  return Object.fromEntries(page.map(({ key, problems }) => [key, problems.map(({ code }) => code ?? '')]))
}

test.each(['csv', 'xlsx', 'ods'] as const)(
  '%s: found, not sent, left out, and told row by row',
  async (format) => {
    const house = await openHouse()
    const batch = await house.load({ file: await fileOf(format, house.folder), mapping })
    expect(await rowsOf(house, batch)).toEqual(kinds.map(([kind, row]) => [kind, row, null]))
    const problems = await problemsOf(house, batch)
    expect(problems['A-1']).toEqual([])
    expect(problems['A-2']).toEqual([])
    expect(problems['A-3']).toEqual([])
    // All else about them is sound: without this one they would be sent.
    expect(problems['TOTAL']).toEqual(['looks_like_total'])
    expect(problems['* balances as at 13 March']).toEqual(['looks_like_note'])
    expect(problems['Region North']).toEqual(['looks_like_section'])
    expect(problems['A-9']).toEqual(['only_a_key'])
    expect((await house.client().batches.get({ batch })).states).toMatchObject({ ready: 3, blocked: 6 })

    const made = await house.client().oddRows.decide({ batch, meant: { kind: null }, choice: 'left_out' })
    expect(made).toEqual({ rows: 5 })
    const view = await house.until(batch, isLoaded)
    expect(view).toMatchObject({ rows: 9, accounts: 4, leftOutRows: 5, strayRows: 0 })
    expect(view.states).toMatchObject({ ready: 3, blocked: 1 })

    const { results, errors, files } = await house.report(batch)
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
    expect((await house.client().batches.reconcile({ batch })).unexplained).toBe(0)
  },
  60_000,
)

test('taken back in, or said to be a customer, it is an account again', async () => {
  const house = await openHouse()
  const batch = await house.load({ file: await fileOf('csv', house.folder), mapping })
  const decide = async (row: number, choice: 'left_out' | 'customer' | null) => {
    await house.client().oddRows.decide({ batch, meant: { rows: [{ sheet: 0, row }] }, choice })
    await house.until(batch, isLoaded)
  }
  await decide(9, 'left_out')
  expect((await problemsOf(house, batch))['TOTAL']).toBeUndefined()
  await decide(9, null)
  expect((await problemsOf(house, batch))['TOTAL']).toEqual(['looks_like_total'])
  await decide(9, 'customer')
  // It has nothing but its key all the same.
  expect((await problemsOf(house, batch))['TOTAL']).toEqual(['only_a_key'])
  await decide(2, 'left_out')
  expect(await rowsOf(house, batch)).toEqual(
    kinds.map(([kind, row]) => [kind, row, row === 9 ? 'customer' : row === 2 ? 'left_out' : null]),
  )
}, 60_000)

test('decisions come back with another reading for the same rows, and only for those', async () => {
  const house = await openHouse()
  const file = await fileOf('csv', house.folder)
  const batch = await house.load({ file, mapping })
  await house.client().oddRows.decide({ batch, meant: { kind: null }, choice: 'left_out' })
  await house.until(batch, isLoaded)
  await house.stop()
  await house.start()
  writeFileSync(file, readFileSync(file, 'utf8').replace('13 March', '14 March'))
  appendFileSync(file, '\nGrand total,,,,,4')
  await house.client().batches.reread({ batch })
  const view = await house.until(batch, (now) => isLoaded(now) && now.rows === 10)
  expect(view.leftOutRows).toBe(4)
  expect(await rowsOf(house, batch)).toEqual([
    ...kinds.map(([kind, row]) => [kind, row, row === 10 ? null : 'left_out']),
    ['total', 11, null],
  ])
}, 60_000)

test('what is decided beforehand holds for its kinds, and nothing is decided once anything was sent', async () => {
  const house = await openHouse()
  const { batch } = await house.client().batches.load({
    path: await fileOf('csv', house.folder),
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection: house.connection,
    supplier: 'ACME',
    oddRows: { leaveOut: ['total', 'note'], customers: ['section'] },
  })
  await house.until(batch, isLoaded)
  expect(await rowsOf(house, batch)).toEqual([
    ['section', 2, 'customer'],
    ['header', 5, null],
    ['separator', 7, null],
    ['total', 9, 'left_out'],
    ['note', 10, 'left_out'],
  ])
  await house.send(batch)
  await expect(
    house.client().oddRows.decide({ batch, meant: { kind: null }, choice: 'left_out' }),
  ).rejects.toMatchObject({ data: { code: 'batch_was_sent' } })
}, 60_000)
