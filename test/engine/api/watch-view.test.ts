// Tests the counts of a batch's view while accounts are processing: exact for small batches, recounted at most once
// a second for large ones, and marked as outdated when they are.
import { expect, test } from 'vitest'
import { createWatchView } from '../../../electron/engine/api/views/watch-view.ts'
import { createFakeClock } from '../sending/fake-clock.ts'
import { practiceStore, start } from '../store/practice-store.ts'
import { placeAccounts } from '../store/place-account.ts'

async function watched(accounts: number) {
  const { store, database, batch } = await practiceStore({ accounts })
  const clock = createFakeClock(start)
  const reported: number[] = []
  const view = createWatchView({
    store,
    clock,
    changed: (id) => void reported.push(id),
    readTrouble: () => null,
  })
  const look = database.prepare(
    "UPDATE account SET state = 'done', outcome = 'failed', attempts = 1 WHERE position < ?",
  )
  const row = store.batches.get(batch)
  if (row === null) throw new Error('no batch')
  return {
    clock,
    reported,
    lookAt: (count: number) => {
      look.run(count)
      placeAccounts(database, '1', { recheck: 'none' })
      placeAccounts(database, 'position < @count', { recheck: 'asked' }, { count })
    },
    view: () => view(row),
  }
}

test('a small number of accounts is counted again on every request', async () => {
  const { view, lookAt, reported } = await watched(10)
  expect(view()).toEqual({
    stuck: 0,
    mindChanged: 0,
    mindChangedSinceReport: 0,
    sharedIdentifiers: 0,
    rechecking: 0,
    looking: null,
    cannotRead: null,
  })
  for (const count of [3, 10, 7]) {
    lookAt(count)
    expect(view().rechecking).toBe(count)
  }
  expect(reported).toEqual([])
})

test('many accounts are counted at most once a second, and an older count is refreshed later', async () => {
  const { view, lookAt, reported, clock } = await watched(6000)
  lookAt(6000)
  expect(view().rechecking).toBe(6000)
  lookAt(5500)
  for (let at = 0; at < 5; at += 1) expect(view().rechecking).toBe(6000)
  expect(reported).toEqual([])
  clock.advance(1000)
  expect(reported).toHaveLength(1)
  expect(view().rechecking).toBe(5500)
  clock.advance(5000)
  expect(reported).toHaveLength(1)
}, 300_000)
