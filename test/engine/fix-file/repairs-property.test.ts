// For any set of changed cells in a fix file, and however its rows were sorted, spaced or stripped of columns, exactly
// these cells change in the batch, each on its own row; also where columns of the file are withheld.
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { usualReportChoice } from '../../../shared/contract/report.ts'
import { createWorkbook } from '../../../electron/engine/report/workbook/workbook.ts'
import { badPhone, good, mappedFile } from '../accounts/small-batch.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { readAnswers } from '../question-pack/customer.ts'
import { patience, times } from '../../support/repeats.ts'
import { cellsOf, fixFileOf, type Rows, rowsOf } from './repairer.ts'

const streets = ['1 High St', '2 Low Rd', '3 Mid Ln', '4 End Sq', '5 New Wy', '6 Old Ct']
const lines = streets.flatMap((street, at) => [
  badPhone(`B-${at}`).replace('1 High St', street).replace('Ann Lee', `Ann ${at}`),
  good(`G-${at}`),
])
/** Source rows of the accounts with problems: every other one below the header. */
const rowOf = (at: number): number => 2 + 2 * at
const own = 12

/** `text` is unlike any that was there. */
const change = fc.record({
  at: fc.nat(streets.length - 1),
  column: fc.nat(own - 1),
  text: fc.oneof(
    fc.constantFrom('', '=1+1', '00042', ' edge ', 'two\nlines', '_x0041_', '<&">', '2026-03-04', 'Zoë 😀'),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  ),
})
const way = fc.record({
  changes: fc.array(change, { maxLength: 6 }),
  order: fc.array(fc.nat(1_000), { minLength: streets.length, maxLength: streets.length }),
  blanks: fc.array(fc.nat(streets.length), { maxLength: 3 }),
  /** Columns that were removed; the others keep their order. */
  removed: fc.uniqueArray(fc.nat(own - 1), { maxLength: 3 }),
  /** Which of the two files is repaired. */
  isWithheld: fc.boolean(),
})
type Way = typeof way extends fc.Arbitrary<infer Value> ? Value : never

/** A row that is blank but for its reference counts as deleted, and two accounts of one key would be merged. */
function changesOf({ changes, removed }: Way): Way['changes'] {
  const last = new Map(changes.map((one) => [`${one.at} ${one.column}`, one]))
  return [...last.values()]
    .filter(({ column }) => !removed.includes(column))
    .map((one) => (one.column === 0 ? { ...one, text: `K-${one.at}` } : one))
}

function rewritten(rows: Rows, how: Way): Rows {
  const [header = [], ...below] = rows
  const changed = below.map((row, at) =>
    changesOf(how).reduce((now, one) => (one.at === at ? now.with(one.column, one.text) : now), row),
  )
  const sorted = changed
    .map((row, at) => ({ row, by: how.order[at] ?? 0 }))
    .toSorted((one, other) => one.by - other.by)
    .map(({ row }) => row)
  for (const at of how.blanks) sorted.splice(at, 0, [])
  return [header, ...sorted].map((row) => row.filter((_, at) => !how.removed.includes(at)))
}

async function written(path: string, rows: Rows): Promise<string> {
  const book = await createWorkbook(path)
  const columns = Array.from({ length: own + 2 }, () => ({ style: 'text', width: 10 }) as const)
  book.startSheet({ name: 'Renamed', columns })
  for (const row of rows) book.row(row)
  await book.finish()
  await book.part.keep()
  return path
}

type Files = { readonly whole: Rows; readonly withheld: Rows }

/** Withheld are a column that every account fills, one that only repairs fill, and the one with the errors. */
async function filesOf(harness: Harness, batch: number): Promise<Files> {
  const whole = await rowsOf(await fixFileOf(harness, batch))
  const withheld = ['Street', 'Phone 1', 'Phone 2'].map((column) => ({ sheet: 'accounts', column }))
  await harness.client().report.choose({ batch, choice: { ...usualReportChoice, withheld } })
  return { whole, withheld: await rowsOf(await fixFileOf(harness, batch)) }
}

async function tryOnce(harness: Harness, batch: number, files: Files, how: Way): Promise<void> {
  const client = harness.client()
  const file = how.isWithheld ? files.withheld : files.whole
  const before = await cellsOf(client, batch)
  const path = await written(join(harness.folder, 'repaired.xlsx'), rewritten(file, how))
  const review = await readAnswers(client, batch, path)
  const { edit } = await client.questions.apply({ batch, expected: review.version, choices: [] })
  const expected = structuredClone(before) as Record<number, string[]>
  for (const { at, column, text } of changesOf(how)) {
    const cells = (expected[rowOf(at)] ??= [])
    while (cells.length <= column) cells.push('')
    cells[column] = text
  }
  expect(trimmed(await cellsOf(client, batch))).toEqual(trimmed(expected))
  if (edit === null) return
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  await client.edits.undo({ batch })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(trimmed(await cellsOf(client, batch))).toEqual(trimmed(before))
}

/** Empty cells at the end of a row may be absent. */
function trimmed(rows: Readonly<Record<number, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(rows).map(([row, cells]) => [row, cells.slice(0, cells.findLastIndex(Boolean) + 1)]),
  )
}

test(
  'exactly the changed cells change, each on its own row',
  async () => {
    const harness = await openHarness()
    const batch = await mappedFile(harness, lines)
    const files = await filesOf(harness, batch)
    expect(files.whole).toHaveLength(streets.length + 1)
    expect(files.withheld.slice(1).map((row) => [row[2], row[7], row[10]])).toEqual(
      streets.map(() => ['[withheld]', '[withheld]', '']),
    )
    await fc.assert(
      fc.asyncProperty(way, (how) => tryOnce(harness, batch, files, how)),
      { numRuns: times(25) },
    )
  },
  patience,
)
