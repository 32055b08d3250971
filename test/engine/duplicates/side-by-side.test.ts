// Duplicates side by side: the groups and their differences, keeping one, new numbers, merging, and what is the same in
// every group; each undone whole, and the report still adds up.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { good, mappedFile } from '../editing/small-batch.ts'
import { type House, openHouse } from '../engine/harness.ts'

const line = (key: string, name: string, note: string): string =>
  `${good(key).replace('Ann Lee', name).replace(/,$/, '')},${note}`.replace(',,,,,', ',,,,')

async function standing(house: House, batch: number) {
  const { rows } = await house.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.map(({ row, account, cells }) => [
    row,
    account?.key,
    account?.state,
    account?.held ?? null,
    cells[1],
  ])
}
async function built(house: House, batch: number): Promise<void> {
  await house.until(batch, (view) => view.stage === 'open' && view.work === null)
}
const two = [line('NQ-0000133', 'Norrin', 'ref 0000133'), line('NQ-0000133', 'Elowen', 'ref 0000134')]

test('the groups are listed with their differences, and a number that the row itself says is proposed', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [...two, good('B-1'), good('C-1'), good('C-1')])
  const found = await house.client().duplicates.groups({ batch, offset: 0, limit: 10 })
  expect(found).toMatchObject({ total: 2, accounts: 4, copies: 1 })
  expect(found.groups.map(({ key, rows, differing }) => [key, rows, differing])).toEqual([
    ['NQ-0000133', [2, 3], 2],
    ['C-1', [5, 6], 0],
  ])
  const group = await house.client().duplicates.group({ batch, account: found.groups[0]?.account ?? 0 })
  expect(group?.sides.map(({ row, proposed }) => [row, proposed])).toEqual([
    [2, null],
    [3, 'NQ-0000134'],
  ])
  expect(group?.merge).toEqual({ can: true, how: 'cells' })
})

test('new numbers are one edit that is undone, and a number that another row has is refused', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [...two, good('B-1')])
  const { client } = house
  const group = await client().duplicates.group({
    batch,
    account: (await client().duplicates.groups({ batch, offset: 0, limit: 1 })).groups[0]?.account ?? 0,
  })
  const account = group?.sides[1]?.account ?? 0
  await expect(client().duplicates.renumber({ batch, numbers: [{ account, key: 'B-1' }] })).rejects.toThrow(
    'Another account has the number B-1. Choose another.',
  )
  await client().duplicates.renumber({ batch, numbers: [{ account, key: 'NQ-0000134' }] })
  await built(house, batch)
  expect((await standing(house, batch)).map(([, key, state]) => [key, state])).toEqual([
    ['NQ-0000133', 'ready'],
    ['NQ-0000134', 'ready'],
    ['B-1', 'ready'],
  ])
  await client().edits.undo({ batch })
  await built(house, batch)
  expect((await client().duplicates.groups({ batch, offset: 0, limit: 1 })).total).toBe(1)
})

test('merging is one edit: chosen texts and the exclusion are undone and done again together, and every row is accounted for', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [...two, good('B-1')])
  const { client } = house
  const group = await client().duplicates.group({
    batch,
    account: (await client().duplicates.groups({ batch, offset: 0, limit: 1 })).groups[0]?.account ?? 0,
  })
  const [keep = 0, other = 0] = group?.sides.map(({ account }) => account) ?? []
  await client().accounts.hold({ accounts: [other], reason: 'Ask first' })
  const before = await standing(house, batch)
  await client().duplicates.merge({ batch, keep, others: [other], texts: [{ column: 1, text: 'Elowen' }] })
  const merged = await standing(house, batch)
  expect(merged.slice(0, 2)).toEqual([
    [2, 'NQ-0000133', 'ready', null, 'Elowen'],
    [3, 'NQ-0000133', 'ready', 'Merged into NQ-0000133, row 2', 'Elowen'],
  ])
  await client().edits.undo({ batch })
  expect(await standing(house, batch)).toEqual(before)
  await client().edits.redo({ batch })
  expect(await standing(house, batch)).toEqual(merged)
  await house.send(batch)
  const { results, files } = await house.report(batch)
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

test('of all copies the first is kept, as one choice; where there are others by now nothing is done', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [
    ...two,
    good('C-1'),
    good('C-1'),
    good('D-1'),
    good('D-1'),
    good('D-1'),
  ])
  const { client } = house
  await expect(client().duplicates.keepFirstOfCopies({ batch, expected: 3 })).rejects.toThrow(
    'There are 2 groups of copies now, not 3. Nothing was done: look at them again.',
  )
  const { choice, accounts } = await client().duplicates.keepFirstOfCopies({ batch, expected: 2 })
  expect(accounts).toBe(3)
  expect((await standing(house, batch)).map(([row, , state, held]) => [row, state, held !== null])).toEqual([
    [2, 'blocked', false],
    [3, 'blocked', false],
    [4, 'ready', false],
    [5, 'ready', true],
    [6, 'ready', false],
    [7, 'ready', true],
    [8, 'ready', true],
  ])
  await client().accounts.undecide({ batch, choice: choice ?? 0 })
  expect((await client().batches.get({ batch })).states.blocked).toBe(7)
})
