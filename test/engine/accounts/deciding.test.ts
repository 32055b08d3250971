// Tests two accounts with one number: excluding one unblocks the other at once, reverting that blocks it again, and a
// rebuild never transfers a decision to other rows.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describe, summarise } from '../../../electron/cli/run/outcome.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import type { Said } from '../../../shared/texts/message.ts'
import { good, header, mappedFile, mapping } from './small-batch.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { english } from '../../support/english.ts'

type Line = {
  readonly key: string
  readonly state: string
  readonly excluded: boolean
  readonly held: Said | null
  readonly id: number
}

/** The accounts by the row that they come from. */
async function byRow(harness: Harness, batch: number): Promise<Map<number, Line>> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return new Map(rows.flatMap(({ row, account }) => (account === null ? [] : [[row, account] as const])))
}
async function currentState(
  harness: Harness,
  batch: number,
): Promise<(readonly [number, string, boolean])[]> {
  return [...(await byRow(harness, batch))].map(
    ([row, { state, excluded }]) => [row, state, excluded] as const,
  )
}
async function idOn(harness: Harness, batch: number, row: number): Promise<number> {
  return (await byRow(harness, batch)).get(row)?.id ?? 0
}
async function build(harness: Harness, batch: number, changed: object = {}): Promise<void> {
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, ...changed }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
}
const changesOf = async (harness: Harness, batch: number) =>
  (await harness.client().decisions.changes({ batch, offset: 0, limit: 50 })).changes.map(
    ({ fate, why, what, reason, key, rows, now }) => ({ fate, why, what, reason, key, rows, now }),
  )

test('excluding one of two duplicates frees the other at once, holding does not, and undoing it blocks both again', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-1'), good('B-1')])
  const { client } = harness
  expect(await currentState(harness, batch)).toEqual([
    [2, 'invalid', false],
    [3, 'invalid', false],
    [4, 'unvalidated', false],
  ])
  const first = await idOn(harness, batch, 2)
  await client().accounts.hold({ accounts: [first], reason: 'Ask' })
  expect((await currentState(harness, batch))[1]).toEqual([3, 'invalid', false])
  await client().accounts.hold({ accounts: [first], reason: 'Twice', exclude: true })
  expect(await currentState(harness, batch)).toEqual([
    [2, 'unvalidated', true],
    [3, 'unvalidated', false],
    [4, 'unvalidated', false],
  ])
  await client().accounts.unhold({ accounts: [first] })
  expect(await currentState(harness, batch)).toEqual([
    [2, 'invalid', false],
    [3, 'invalid', false],
    [4, 'unvalidated', false],
  ])

  const what = { kind: 'exclude', reason: 'Twice' } as const
  const { choice } = await client().accounts.decide({ batch, who: { accounts: [first] }, what })
  expect((await currentState(harness, batch))[1]).toEqual([3, 'unvalidated', false])
  await client().accounts.undecide({ batch, choice: choice ?? 0 })
  expect((await currentState(harness, batch))[1]).toEqual([3, 'invalid', false])
  const { problems } = await client().accounts.get({ account: first })
  expect(english(problems.map(({ message }) => message))).toEqual([
    'The same account is also on row 3 of accounts. None of them is sent until you keep one and exclude the others, merge them, or give each its own number.',
  ])
})

test('the duplicate that was kept is sent; the other one is cancelled, says so, and is not sent', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-1')])
  const { client } = harness
  const first = await idOn(harness, batch, 2)
  await client().accounts.hold({ accounts: [first], reason: 'Twice', exclude: true })
  await harness.send(batch)
  await client().accounts.unhold({ accounts: [first] })
  expect(await currentState(harness, batch)).toEqual([
    [2, 'invalid', false],
    [3, 'done', false],
  ])
  const { problems } = await client().accounts.get({ account: first })
  expect(english(problems.map(({ message }) => message))).toEqual([
    'The same account, on row 3 of accounts, was sent already. This one is not sent: exclude it, or give it its own number.',
  ])
  const { results } = await harness.report(batch)
  expect(results.map((line) => [line['carryover_row'] ?? '', line['outcome']])).toEqual([
    ['2', ''],
    ['3', 'created'],
  ])
})

test('many duplicates are freed in the background, and one that was queued is cancelled when its duplicate comes back', async () => {
  const harness = await openHarness()
  const lines = Array.from({ length: 26 }, (_, at) => [good(`A-${at}`), good(`A-${at}`)]).flat()
  const batch = await mappedFile(harness, lines)
  const { client } = harness
  const ids = await byRow(harness, batch)
  const accounts = [...ids].filter(([row]) => row % 2 === 0).map(([, { id }]) => id)
  const all = await client().accounts.decide({
    batch,
    who: { accounts },
    what: { kind: 'exclude', reason: 'Twice' },
  })
  await harness.until(batch, (view) => view.work === null && view.states.unvalidated === 26)
  expect((await client().batches.get({ batch })).excluded).toBe(accounts.length)
  await client().accounts.undecide({ batch, choice: all.choice ?? 0 })
  await harness.until(batch, (view) => view.work === null && view.states.invalid === 52)
})

test('rebuilding keeps a decision on its own rows: the duplicate stays free', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-1'), good('B-1')])
  await harness
    .client()
    .accounts.hold({ accounts: [await idOn(harness, batch, 2)], reason: 'Twice', exclude: true })
  const kept = [
    [2, 'unvalidated', true],
    [3, 'unvalidated', false],
    [4, 'unvalidated', false],
  ]
  await build(harness, batch)
  expect(await currentState(harness, batch)).toEqual(kept)
  await build(harness, batch, {
    fixed: [...(mapping.fixed ?? []), { field: 'billing_address.locality', value: 'Wexley' }],
  })
  expect(await currentState(harness, batch)).toEqual(kept)
  await harness.client().batches.reread({ batch, encoding: 'windows-1252' })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(await currentState(harness, batch)).toEqual(kept)
  expect(await changesOf(harness, batch)).toEqual([])
})

test('editing a key moves the decision along, lists that until it is read, and undoing removes the entry', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-1'), good('B-1')])
  const { client } = harness
  await client().accounts.hold({ accounts: [await idOn(harness, batch, 2)], reason: 'Twice', exclude: true })
  await client().edits.apply({
    batch,
    words: 'Number',
    cells: [{ sheet: 0, row: 2, column: 0, text: 'B-1' }],
  })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(await currentState(harness, batch)).toEqual([
    [2, 'unvalidated', true],
    [3, 'unvalidated', false],
    [4, 'unvalidated', false],
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
  expect(await changesOf(harness, batch)).toEqual([moved])
  const view = await client().batches.get({ batch })
  const { changes: reported } = await client().decisions.changes({ batch, offset: 0, limit: 50 })
  expect(describe(summarise(view, { files: {}, unexplained: 0 }, 0, reported), view)).toMatch(
    /\n1 decision moved or dropped since the accounts were built again:\n {2}A-1 \(row 2\) was excluded.* B-1 \(row 2\) is excluded now/,
  )
  expect((await client().batches.get({ batch })).decisionsChanged).toBe(1)
  await client().edits.undo({ batch })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect((await currentState(harness, batch))[0]).toEqual([2, 'unvalidated', true])
  expect(await changesOf(harness, batch)).toEqual([])
  await client().edits.redo({ batch })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  const { changes } = await client().decisions.changes({ batch, offset: 0, limit: 50 })
  await client().decisions.markRead({ batch, upTo: changes[0]?.id ?? 0 })
  expect(await changesOf(harness, batch)).toEqual([])
  expect((await client().batches.get({ batch })).decisionsChanged).toBe(0)
})

test('another file with the same keys moves a decision only where the key names one account before and after', async () => {
  const harness = await openHarness()
  const named = (key: string, name: string): string => good(key).replace('Ann Lee', name)
  const batch = await mappedFile(harness, [named('A-1', 'Ada'), named('A-1', 'Bea'), named('B-1', 'Cy')])
  const { client } = harness
  await client().accounts.hold({ accounts: [await idOn(harness, batch, 2)], reason: 'Twice', exclude: true })
  await client().accounts.hold({ accounts: [await idOn(harness, batch, 4)], reason: 'Moves' })
  const lines = [named('A-1', 'Bea'), named('X-1', 'Zed'), named('A-1', 'Ada'), named('B-1', 'Cy')]
  writeFileSync(join(harness.folder, 'accounts.csv'), `${[header, ...lines].join('\n')}\n`)
  await client().batches.reread({ batch })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(
    [...(await byRow(harness, batch))].map(([row, { excluded, held }]) => [row, excluded, held]),
  ).toEqual([
    [2, false, null],
    [3, false, null],
    [4, false, null],
    [5, false, 'Moves'],
  ])
  expect(await changesOf(harness, batch)).toEqual([
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
