// Tests that blank rows are found in every kind of file, listed with their row numbers, kept apart from the rows read, and
// named in the report, which adds up.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOds } from 'hucre/ods'
import { expect, test } from 'vitest'
import { openHarness } from './harness.ts'
import { customer, header, mapping } from './odd-row-sample.ts'
import { workbook } from './small-files.ts'

/** Blank are the rows 3 and 4, 6, and 9 to 11: without cells, with empty ones, or with nothing but spaces. */
const blank = header.map(() => '')
const lines: readonly (readonly string[])[] = [
  header,
  customer('A-1'),
  blank,
  ['  ', ' '],
  customer('A-2'),
  blank,
  customer('A-3'),
  ['Total', '', '', '', '', '3'],
  blank,
  blank,
  blank,
  customer('A-4'),
]
const found = { rows: 6, ranges: 3, list: [[3, 4] as const, [6, 6] as const, [9, 11] as const] }

async function fileOf(format: 'csv' | 'xlsx' | 'ods', folder: string): Promise<string> {
  const path = join(folder, `gaps.${format}`)
  const rows = lines.map((line) => [...line])
  if (format === 'xlsx') return workbook(folder, 'gaps', [{ name: 'gaps', rows }])
  if (format === 'ods') writeFileSync(path, await writeOds({ sheets: [{ name: 'gaps', rows }] }))
  else writeFileSync(path, lines.map((line) => line.join(',')).join('\n'))
  return path
}

test.each(['csv', 'xlsx', 'ods'] as const)(
  'blank rows of a %s file are listed with their numbers, and the report adds up without them',
  async (format) => {
    const harness = await openHarness()
    const batch = await harness.load({ file: await fileOf(format, harness.folder), mapping })
    const [sheet] = await harness.client().sheets.list({ batch })
    expect(sheet).toMatchObject({ rowCount: 5, blankRows: found })
    const view = await harness.client().batches.get({ batch })
    expect(view).toMatchObject({ rows: 5, blankRows: 6, accounts: 5, strayRows: 0 })
    // The total is still found and offered, beside the blank rows.
    const odd = await harness.client().oddRows.list({ batch, offset: 0, limit: 10 })
    expect(odd.rows.map(({ kind, row }) => [kind, row])).toEqual([['total', 8]])

    const { files } = await harness.report(batch)
    const summary: unknown = JSON.parse(readFileSync(files['summary_json'] ?? '', 'utf8'))
    expect(summary).toMatchObject({
      reconciliation: {
        rowsRead: 5,
        rowsInAccounts: 5,
        blankRows: 6,
        unexplained: 0,
        sheets: [{ blankRows: 6, blankRanges: found }],
      },
    })
    const page = readFileSync(files['summary_html'] ?? '', 'utf8')
    expect(page).toContain('gaps: 6 blank rows were left out: 3–4, 6, 9–11.')
    expect((await harness.client().batches.reconcile({ batch })).unexplained).toBe(0)
  },
)

test('lines without a text after the last row of a text file are listed, and a file without any blank row has none', async () => {
  const harness = await openHarness()
  const path = join(harness.folder, 'end.csv')
  const rows = [header, customer('A-1'), customer('A-2')].map((line) => line.join(','))
  writeFileSync(path, `${rows.join('\n')}\n${',,,,,\n'.repeat(40)}`)
  const batch = await harness.load({ file: path, mapping })
  expect((await harness.client().sheets.list({ batch }))[0]?.blankRows).toEqual({
    rows: 40,
    ranges: 1,
    list: [[4, 43]],
  })
  const whole = join(harness.folder, 'whole.csv')
  writeFileSync(whole, `${rows.join('\n')}\n`)
  const other = await harness.load({ file: whole, mapping })
  expect((await harness.client().sheets.list({ batch: other }))[0]?.blankRows).toBeNull()
  expect((await harness.client().batches.get({ batch: other })).blankRows).toBe(0)
})

test('blank rows above the header are not rows of the table; those between the header and the first row are', async () => {
  const harness = await openHarness()
  const rows = [
    ['Extract of March'],
    [],
    [],
    [...header],
    [],
    ...['A-1', 'A-2', 'A-3'].map((key) => customer(key)),
  ]
  const file = await workbook(harness.folder, 'titled', [{ name: 'titled', rows }])
  const batch = await harness.load({ file, mapping })
  const [sheet] = await harness.client().sheets.list({ batch })
  expect(sheet?.info.headerRow).toBe(4)
  expect(sheet).toMatchObject({ rowCount: 3, blankRows: { rows: 1, ranges: 1, list: [[5, 5]] } })
})
