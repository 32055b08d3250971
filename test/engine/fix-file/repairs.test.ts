// Tests the way of a fix file and back: it finds its batch, only what was changed in it changes there, and what speaks
// against a repair is listed.
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { AnswerChoice } from '../../../electron/engine/fixing/question-pack/answers/merge-answers.ts'
import { badPhone, good, mappedFile } from '../accounts/small-batch.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { itemsOf, readAnswers } from '../question-pack/customer.ts'
import { english } from '../../support/english.ts'
import { asRepairer, cellsOf, fixFileOf, repair, rowsOf } from './repairer.ts'

const lines = [
  badPhone('A-1'),
  good('A-2'),
  badPhone('A-3').replace('Ann Lee', 'Bob Ray'),
  badPhone('A-4').replace('1 High St', '9 Low St'),
]
const [street, phone] = [2, 7]
const right = '020 7946 0009'

async function opened(): Promise<{ harness: Harness; batch: number; file: string }> {
  const harness = await openHarness()
  const batch = await mappedFile(harness, lines)
  return { harness, batch, file: await fixFileOf(harness, batch) }
}
const repairedIn = (harness: Harness): string => join(harness.folder, 'fix-me.xlsx')

async function apply(harness: Harness, batch: number, path: string, choices: AnswerChoice[] = []) {
  const { version: expected } = await readAnswers(harness.client(), batch, path)
  return harness.client().questions.apply({ batch, expected, choices })
}

test('the fix file finds its batch by a hidden column, and only what was changed in it changes', async () => {
  const { harness, batch, file } = await opened()
  const book = await openXlsx(new Uint8Array(readFileSync(file)))
  const [header = []] = await rowsOf(file)
  expect(header.slice(-2)).toEqual(['carryover_problems', 'carryover_reference'])
  expect(book.sheets[0]?.columns?.at(-1)?.hidden).toBe(true)
  expect(await harness.client().questions.batchOf({ path: file })).toMatchObject({
    batch,
    name: 'accounts.csv',
    rows: 3,
    appliedAt: null,
  })
  const before = await cellsOf(harness.client(), batch)
  const path = await asRepairer(file, repairedIn(harness), (rows) => repair(rows, 'A-3', 'Phone 1', right))
  const review = await readAnswers(harness.client(), batch, path)
  expect(review).toMatchObject({ of: 'repairs', taken: 1, missing: 0, unchanged: 35 })
  expect(await itemsOf(harness.client(), batch, review, 'answered')).toMatchObject([
    { key: 'A-3', sheet: 'accounts', row: 4, column: 'Phone 1', now: '(020) 7946-0A10', after: right },
  ])
  const merged = await apply(harness, batch, path)
  expect(merged).toMatchObject({ cells: 1, accounts: 1 })
  expect(await cellsOf(harness.client(), batch)).toEqual({ ...before, 4: before[4]?.with(phone, right) })
  const view = await harness.client().batches.get({ batch })
  expect(view.states).toMatchObject({ invalid: 2, unvalidated: 2 })
  const [edit] = await harness.client().edits.history({ batch })
  expect(english(edit?.words)).toBe('Repairs of fix-me.xlsx')
  await harness.client().edits.undo({ batch })
  expect(await cellsOf(harness.client(), batch)).toEqual(before)
  expect((await harness.client().questions.batchOf({ path }))?.appliedAt).not.toBeNull()
})

test('what was edited here since, and what was sent, stays unless a person takes it', async () => {
  const { harness, batch, file } = await opened()
  const path = await asRepairer(file, repairedIn(harness), (rows) =>
    repair(
      repair(repair(rows, 'A-1', 'Phone 1', right), 'A-1', 'Street', '2 New St'),
      'A-3',
      'Phone 1',
      right,
    ),
  )
  const byHand = async (row: number, text: string): Promise<unknown> =>
    harness.client().edits.apply({
      batch,
      words: 'By hand',
      cells: [{ sheet: 0, row, column: phone, text }],
    })
  await byHand(2, '020 7946 0005')
  await byHand(4, '020 7946 0006')
  // A-2 and the two that were edited are created; A-1 is edited no more and A-3 cannot be.
  const first = await readAnswers(harness.client(), batch, path)
  expect(first.counts).toMatchObject({ answered: 1, edited: 2 })
  expect(await apply(harness, batch, path)).toMatchObject({ cells: 1 })
  const now = await cellsOf(harness.client(), batch)
  expect([now[2]?.[phone], now[2]?.[street], now[4]?.[phone]]).toEqual([
    '020 7946 0005',
    '2 New St',
    '020 7946 0006',
  ])
  await harness.send(batch)
  const second = await readAnswers(harness.client(), batch, path)
  expect(second.counts).toMatchObject({ answered: 0, locked: 2, already: 1 })
  const [locked] = await itemsOf(harness.client(), batch, second, 'locked')
  expect(locked?.mayTake).toBe(false)
  expect(english(locked?.why)).toContain('A-1')
})

test('rows that were added, deleted, copied or torn from their reference are listed and change nothing', async () => {
  const { harness, batch, file } = await opened()
  const before = await cellsOf(harness.client(), batch)
  const changed = await asRepairer(file, repairedIn(harness), (rows) => {
    const [header = [], one = [], , four = []] = rows
    const added = four.map((text, at) => (at === header.length - 1 ? '' : text)).with(0, 'A-9')
    return [header, one, one.with(phone, right), four, added]
  })
  const review = await readAnswers(harness.client(), batch, changed)
  expect(review).toMatchObject({ taken: 0, missing: 1 })
  expect(review.counts).toMatchObject({ answered: 0, twice: 1, foreign: 1, row_deleted: 1 })
  const [deleted] = await itemsOf(harness.client(), batch, review, 'row_deleted')
  expect(deleted).toMatchObject({ key: 'A-3', sheet: 'accounts', row: 4 })
  expect(await apply(harness, batch, changed)).toEqual({ edit: null, cells: 0, accounts: 0 })
  const torn = await asRepairer(file, repairedIn(harness), ([header = [], ...rows]) => {
    const references = rows.map((row) => row.at(-1) ?? '')
    return [header, ...rows.toReversed().map((row, at) => row.with(header.length - 1, references[at] ?? ''))]
  })
  const mixed = await readAnswers(harness.client(), batch, torn)
  expect(mixed).toMatchObject({ taken: 0, counts: { mixed_up: 2, answered: 0 } })
  expect(await cellsOf(harness.client(), batch)).toEqual(before)
})

test('columns that were added are named and not used, and columns that were removed change nothing', async () => {
  const { harness, batch, file } = await opened()
  const path = await asRepairer(file, repairedIn(harness), (rows) =>
    repair(rows, 'A-4', 'Phone 1', right).map((row, at) => [
      ...row.toSpliced(street, 1),
      at === 0 ? 'My remark' : 'checked',
    ]),
  )
  const review = await readAnswers(harness.client(), batch, path)
  expect(review.ignored).toMatchObject({ count: 1, first: [{ fileRow: 1, is: 'My remark' }] })
  expect(review.counts).toMatchObject({ answered: 1 })
  expect(await apply(harness, batch, path)).toMatchObject({ cells: 1 })
  expect((await cellsOf(harness.client(), batch))[5]?.[street]).toBe('9 Low St')
})

test('a repair that is wrong too is applied and says so; a key is changed like any other text', async () => {
  const { harness, batch, file } = await opened()
  const path = await asRepairer(file, repairedIn(harness), (rows) =>
    repair(repair(rows, 'A-4', 'Phone 1', 'no number'), 'A-3', 'Account No', 'A-33'),
  )
  const review = await readAnswers(harness.client(), batch, path)
  expect(review).toMatchObject({ taken: 2, takes: ['answered', 'refused'] })
  expect(review.counts).toMatchObject({ refused: 1, answered: 1 })
  await apply(harness, batch, path)
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  const { accounts } = await harness
    .client()
    .accounts.list({ batch, states: ['invalid', 'unvalidated'], offset: 0, limit: 10 })
  expect(accounts.map(({ key }) => key)).toContain('A-33')
})

test('a fix file of a removed batch or of another folder loads as a batch of its own', async () => {
  const { harness, batch, file } = await opened()
  const kept = join(harness.folder, 'kept.xlsx')
  copyFileSync(file, kept)
  const other = await mappedFile(harness, lines)
  await expect(readAnswers(harness.client(), other, kept)).rejects.toMatchObject({
    data: { code: 'fix_file_of_another_batch' },
  })
  await harness.client().batches.remove({ batch })
  expect(await harness.client().questions.batchOf({ path: kept })).toBeNull()
  await expect(readAnswers(harness.client(), other, kept)).rejects.toMatchObject({
    data: { code: 'fix_file_not_known' },
  })
  const { batch: own } = await harness.client().batches.open({ path: kept })
  const view = await harness.until(own, ({ stage }) => stage === 'mapping')
  expect(view.fileName).toBe('kept.xlsx')
})

test('once the files were read again, only rows that are the same in every cell take repairs', async () => {
  const { harness, batch, file } = await opened()
  const path = await asRepairer(file, repairedIn(harness), (rows) =>
    repair(repair(rows, 'A-1', 'Phone 1', right), 'A-3', 'Phone 1', right),
  )
  await harness.client().batches.reread({ batch, headerRow: 1 })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect((await readAnswers(harness.client(), batch, path)).counts).toMatchObject({ answered: 2, gone: 0 })
  await harness.client().edits.apply({
    batch,
    words: 'By hand',
    cells: [{ sheet: 0, row: 2, column: street, text: '5 Mid St' }],
  })
  const review = await readAnswers(harness.client(), batch, path)
  expect(review.counts).toMatchObject({ answered: 1, gone: 1 })
  expect(await apply(harness, batch, path)).toMatchObject({ cells: 1 })
  expect((await cellsOf(harness.client(), batch))[2]?.[phone]).toBe('(020) 7946-0A10')
})
