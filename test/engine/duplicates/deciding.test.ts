// Two accounts of one number: excluding one frees the other at once, taking that back blocks it again, and a building
// never carries a decision over to other rows.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describe, summarise } from '../../../electron/cli/outcome.ts'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { good, header, mappedFile, mapping } from '../editing/small-batch.ts'
import { type House, openHouse } from '../engine/harness.ts'

type Line = {
  readonly key: string
  readonly state: string
  readonly excluded: boolean
  readonly held: string | null
  readonly id: number
}

/** The accounts by the row that they come from. */
async function byRow(house: House, batch: number): Promise<Map<number, Line>> {
  const { rows } = await house.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return new Map(rows.flatMap(({ row, account }) => (account === null ? [] : [[row, account] as const])))
}
async function standing(house: House, batch: number): Promise<(readonly [number, string, boolean])[]> {
  return [...(await byRow(house, batch))].map(([row, { state, excluded }]) => [row, state, excluded] as const)
}
async function idOn(house: House, batch: number, row: number): Promise<number> {
  return (await byRow(house, batch)).get(row)?.id ?? 0
}
async function build(house: House, batch: number, changed: object = {}): Promise<void> {
  await house.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, ...changed }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: house.connection,
  })
  await house.until(batch, (view) => view.stage === 'open' && view.work === null)
}
const changesOf = async (house: House, batch: number) =>
  (await house.client().decisions.changes({ batch, offset: 0, limit: 50 })).changes.map(
    ({ fate, why, what, reason, key, rows, now }) => ({ fate, why, what, reason, key, rows, now }),
  )

test('excluding one of two frees the other at once, holding does not, and taking it back blocks both again', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), good('A-1'), good('B-1')])
  const { client } = house
  expect(await standing(house, batch)).toEqual([
    [2, 'blocked', false],
    [3, 'blocked', false],
    [4, 'ready', false],
  ])
  const first = await idOn(house, batch, 2)
  await client().accounts.hold({ accounts: [first], reason: 'Ask' })
  expect((await standing(house, batch))[1]).toEqual([3, 'blocked', false])
  await client().accounts.hold({ accounts: [first], reason: 'Twice', exclude: true })
  expect(await standing(house, batch)).toEqual([
    [2, 'ready', true],
    [3, 'ready', false],
    [4, 'ready', false],
  ])
  await client().accounts.unhold({ accounts: [first] })
  expect(await standing(house, batch)).toEqual([
    [2, 'blocked', false],
    [3, 'blocked', false],
    [4, 'ready', false],
  ])

  const what = { kind: 'exclude', reason: 'Twice' } as const
  const { choice } = await client().accounts.decide({ batch, who: { accounts: [first] }, what })
  expect((await standing(house, batch))[1]).toEqual([3, 'ready', false])
  await client().accounts.undecide({ batch, choice: choice ?? 0 })
  expect((await standing(house, batch))[1]).toEqual([3, 'blocked', false])
  const { problems } = await client().accounts.get({ account: first })
  expect(problems.map(({ message }) => message)).toEqual([
    'The same account is also on row 3 of accounts. None of them is sent until you keep one and exclude the others, merge them, or give each its own number.',
  ])
})

test('the one that was kept is sent; the other one taken back is told so and is not sent', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), good('A-1')])
  const { client } = house
  const first = await idOn(house, batch, 2)
  await client().accounts.hold({ accounts: [first], reason: 'Twice', exclude: true })
  await house.send(batch)
  await client().accounts.unhold({ accounts: [first] })
  expect(await standing(house, batch)).toEqual([
    [2, 'blocked', false],
    [3, 'settled', false],
  ])
  const { problems } = await client().accounts.get({ account: first })
  expect(problems.map(({ message }) => message)).toEqual([
    'The same account, on row 3 of accounts, was sent already. This one is not sent: exclude it, or give it its own number.',
  ])
  const { results } = await house.report(batch)
  expect(results.map((line) => [line['carryover_row'] ?? '', line['outcome']])).toEqual([
    ['2', ''],
    ['3', 'created'],
  ])
})

test('many duplicates are freed in the background, and one that was queued is taken back when its twin comes back', async () => {
  const house = await openHouse()
  const lines = Array.from({ length: 26 }, (_, at) => [good(`A-${at}`), good(`A-${at}`)]).flat()
  const batch = await mappedFile(house, lines)
  const { client } = house
  const ids = await byRow(house, batch)
  const accounts = [...ids].filter(([row]) => row % 2 === 0).map(([, { id }]) => id)
  const all = await client().accounts.decide({
    batch,
    who: { accounts },
    what: { kind: 'exclude', reason: 'Twice' },
  })
  await house.until(batch, (view) => view.work === null && view.states.ready === 26)
  expect((await client().batches.get({ batch })).excluded).toBe(accounts.length)
  await client().accounts.undecide({ batch, choice: all.choice ?? 0 })
  await house.until(batch, (view) => view.work === null && view.states.blocked === 52)
})

test('a building leaves a decision on its own rows: the twin stays free', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), good('A-1'), good('B-1')])
  await house
    .client()
    .accounts.hold({ accounts: [await idOn(house, batch, 2)], reason: 'Twice', exclude: true })
  const kept = [
    [2, 'ready', true],
    [3, 'ready', false],
    [4, 'ready', false],
  ]
  await build(house, batch)
  expect(await standing(house, batch)).toEqual(kept)
  await build(house, batch, {
    fixed: [...(mapping.fixed ?? []), { field: 'billing_address.locality', value: 'Wexley' }],
  })
  expect(await standing(house, batch)).toEqual(kept)
  await house.client().batches.reread({ batch, encoding: 'windows-1252' })
  await house.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(await standing(house, batch)).toEqual(kept)
  expect(await changesOf(house, batch)).toEqual([])
})

test('a key that is typed over takes the decision along, says so until it is read, and forgets that when it is undone', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, [good('A-1'), good('A-1'), good('B-1')])
  const { client } = house
  await client().accounts.hold({ accounts: [await idOn(house, batch, 2)], reason: 'Twice', exclude: true })
  await client().edits.apply({
    batch,
    words: 'Number',
    cells: [{ sheet: 0, row: 2, column: 0, text: 'B-1' }],
  })
  await house.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(await standing(house, batch)).toEqual([
    [2, 'ready', true],
    [3, 'ready', false],
    [4, 'ready', false],
  ])
  const moved = {
    fate: 'moved',
    why: 'key_changed',
    what: 'exclude',
    reason: 'Twice',
    key: 'A-1',
    rows: [2],
    now: { key: 'B-1', rows: [2] },
  }
  expect(await changesOf(house, batch)).toEqual([moved])
  const view = await client().batches.get({ batch })
  const { changes: told } = await client().decisions.changes({ batch, offset: 0, limit: 50 })
  expect(describe(summarise(view, { files: {}, unexplained: 0 }, 0, told), view)).toMatch(
    /\n1 decision moved or dropped since the accounts were built again:\n {2}A-1 \(row 2\) was excluded.* B-1 \(row 2\) is excluded now/,
  )
  expect((await client().batches.get({ batch })).decisionsChanged).toBe(1)
  await client().edits.undo({ batch })
  await house.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect((await standing(house, batch))[0]).toEqual([2, 'ready', true])
  expect(await changesOf(house, batch)).toEqual([])
  await client().edits.redo({ batch })
  await house.until(batch, (view) => view.stage === 'open' && view.work === null)
  const { changes } = await client().decisions.changes({ batch, offset: 0, limit: 50 })
  await client().decisions.markRead({ batch, upTo: changes[0]?.id ?? 0 })
  expect(await changesOf(house, batch)).toEqual([])
  expect((await client().batches.get({ batch })).decisionsChanged).toBe(0)
})

test('another file of the same keys takes a decision along only where the key names one account before and after', async () => {
  const house = await openHouse()
  const named = (key: string, name: string): string => good(key).replace('Ann Lee', name)
  const batch = await mappedFile(house, [named('A-1', 'Ada'), named('A-1', 'Bea'), named('B-1', 'Cy')])
  const { client } = house
  await client().accounts.hold({ accounts: [await idOn(house, batch, 2)], reason: 'Twice', exclude: true })
  await client().accounts.hold({ accounts: [await idOn(house, batch, 4)], reason: 'Moves' })
  const lines = [named('A-1', 'Bea'), named('X-1', 'Zed'), named('A-1', 'Ada'), named('B-1', 'Cy')]
  writeFileSync(join(house.folder, 'accounts.csv'), `${[header, ...lines].join('\n')}\n`)
  await client().batches.reread({ batch })
  await house.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect([...(await byRow(house, batch))].map(([row, { excluded, held }]) => [row, excluded, held])).toEqual([
    [2, false, null],
    [3, false, null],
    [4, false, null],
    [5, false, 'Moves'],
  ])
  expect(await changesOf(house, batch)).toEqual([
    { fate: 'dropped', why: 'same_key', what: 'exclude', reason: 'Twice', key: 'A-1', rows: [2], now: null },
    {
      fate: 'moved',
      why: 'file_changed',
      what: 'hold',
      reason: 'Moves',
      key: 'B-1',
      rows: [4],
      now: { key: 'B-1', rows: [5] },
    },
  ])
})
