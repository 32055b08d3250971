// Tests duplicates side by side: the groups and their differences, keeping one, renumbering, merging, and applying a
// choice to every group. Each is undone as a whole, and the report still adds up.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { good, mappedFile } from './small-batch.ts'
import { english } from '../../support/english.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { englishRefusal } from '../../support/english.ts'

const line = (key: string, name: string, note: string): string =>
  `${good(key).replace('Ann Lee', name).replace(/,$/, '')},${note}`.replace(',,,,,', ',,,,')

async function currentState(harness: Harness, batch: number) {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.map(({ row, account, cells }) => [
    row,
    account?.key,
    account?.state,
    english(account?.held ?? null),
    cells[1],
  ])
}
async function built(harness: Harness, batch: number): Promise<void> {
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
}
const two = [line('NQ-0000133', 'Norrin', 'ref 0000133'), line('NQ-0000133', 'Elowen', 'ref 0000134')]

test('groups of duplicates are listed with their differences, and a number found in the row is proposed', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [...two, good('B-1'), good('C-1'), good('C-1')])
  const found = await harness.client().duplicates.groups({ batch, offset: 0, limit: 10 })
  expect(found).toMatchObject({ total: 2, accounts: 4, copies: 1 })
  expect(found.groups.map(({ key, rows, differing }) => [key, rows, differing])).toEqual([
    ['NQ-0000133', [2, 3], 2],
    ['C-1', [5, 6], 0],
  ])
  const group = await harness.client().duplicates.group({ batch, account: found.groups[0]?.account ?? 0 })
  expect(group?.sides.map(({ row, proposed }) => [row, proposed])).toEqual([
    [2, null],
    [3, 'NQ-0000134'],
  ])
  expect(group?.merge).toEqual({ can: true, how: 'cells' })
})

test('new numbers are one edit that can be undone, and a number of another row is refused', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [...two, good('B-1')])
  const { client } = harness
  const group = await client().duplicates.group({
    batch,
    account: (await client().duplicates.groups({ batch, offset: 0, limit: 1 })).groups[0]?.account ?? 0,
  })
  const account = group?.sides[1]?.account ?? 0
  await expect(client().duplicates.renumber({ batch, numbers: [{ account, key: 'B-1' }] })).rejects.toThrow(
    'Another account has the number B-1. Choose another.',
  )
  await client().duplicates.renumber({ batch, numbers: [{ account, key: 'NQ-0000134' }] })
  await built(harness, batch)
  expect((await currentState(harness, batch)).map(([, key, state]) => [key, state])).toEqual([
    ['NQ-0000133', 'unvalidated'],
    ['NQ-0000134', 'unvalidated'],
    ['B-1', 'unvalidated'],
  ])
  await client().edits.undo({ batch })
  await built(harness, batch)
  expect((await client().duplicates.groups({ batch, offset: 0, limit: 1 })).total).toBe(1)
})

test('merging is one edit: chosen texts and the exclusion are undone and done again together, and every row is accounted for', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [...two, good('B-1')])
  const { client } = harness
  const group = await client().duplicates.group({
    batch,
    account: (await client().duplicates.groups({ batch, offset: 0, limit: 1 })).groups[0]?.account ?? 0,
  })
  const [keep = 0, other = 0] = group?.sides.map(({ account }) => account) ?? []
  await client().accounts.hold({ accounts: [other], reason: 'Ask first' })
  const before = await currentState(harness, batch)
  await client().duplicates.merge({ batch, keep, others: [other], texts: [{ column: 1, text: 'Elowen' }] })
  const merged = await currentState(harness, batch)
  expect(merged.slice(0, 2)).toEqual([
    [2, 'NQ-0000133', 'unvalidated', null, 'Elowen'],
    [3, 'NQ-0000133', 'unvalidated', 'Merged into NQ-0000133, row 2', 'Elowen'],
  ])
  await client().edits.undo({ batch })
  expect(await currentState(harness, batch)).toEqual(before)
  await client().edits.redo({ batch })
  expect(await currentState(harness, batch)).toEqual(merged)
  await harness.send(batch)
  const { results, files } = await harness.report(batch)
  expect(results.map((one) => one['outcome'])).toEqual([
    'created',
    'excluded: Merged into NQ-0000133, row 2',
    'created',
  ])
  const summary = JSON.parse(readFileSync(files['summary_json'] ?? '', 'utf8')) as {
    readonly outcomes: Readonly<Record<string, number>>
  }
  expect(Object.values(summary.outcomes).reduce((sum, count) => sum + count, 0)).toBe(3)
})

test('one choice keeps the first of all identical copies; a group that changed meanwhile is left alone', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [
    ...two,
    good('C-1'),
    good('C-1'),
    good('D-1'),
    good('D-1'),
    good('D-1'),
  ])
  const { client } = harness
  expect(
    await englishRefusal(client().duplicates.keepFirstOfCopies({ batch, expected: 'other' })),
  ).toMatchObject({
    data: { code: 'changed', message: expect.stringContaining('groups of copies now: 2') },
  })
  const { version: expected } = await client().duplicates.groups({ batch, offset: 0, limit: 1 })
  const { choice, accounts } = await client().duplicates.keepFirstOfCopies({ batch, expected })
  expect(accounts).toBe(3)
  expect(
    (await currentState(harness, batch)).map(([row, , state, held]) => [row, state, held !== null]),
  ).toEqual([
    [2, 'invalid', false],
    [3, 'invalid', false],
    [4, 'unvalidated', false],
    [5, 'unvalidated', true],
    [6, 'unvalidated', false],
    [7, 'unvalidated', true],
    [8, 'unvalidated', true],
  ])
  await client().accounts.undecide({ batch, choice: choice ?? 0 })
  expect((await client().batches.get({ batch })).states.invalid).toBe(7)
})
