// What a batch's view counts while it is watched: exact where there is little to count, at most once a second where there
// is much, and never left at an older count without a word.
import { expect, test } from 'vitest'
import { createWatchView } from '../../../electron/engine/watch-view.ts'
import { createFakeClock } from '../queue/fake-clock.ts'
import { practiceStore, start } from '../store/practice-store.ts'

async function watched(accounts: number) {
  const { store, database, batch } = await practiceStore({ accounts })
  const clock = createFakeClock(start)
  const told: number[] = []
  const view = createWatchView({
    store,
    clock,
    changed: (id) => void told.push(id),
    readTrouble: () => null,
  })
  const look = database.prepare(
    "UPDATE account SET state = 'settled', outcome = 'failed', attempts = 1, look = 2, due_at = 0 WHERE position < ?",
  )
  const row = store.batches.get(batch)
  if (row === null) throw new Error('no batch')
  return {
    clock,
    told,
    lookAt: (count: number) => {
      database.prepare('UPDATE account SET look = 0').run()
      look.run(count)
    },
    view: () => view(row),
  }
}

test('few are counted each time that they are asked for', async () => {
  const { view, lookAt, told } = await watched(10)
  expect(view()).toEqual({
    stuck: 0,
    mindChanged: 0,
    mindChangedSinceReport: 0,
    sharedIdentifiers: 0,
    lookingAgain: 0,
    looking: null,
    cannotRead: null,
  })
  for (const count of [3, 10, 7]) {
    lookAt(count)
    expect(view().lookingAgain).toBe(count)
  }
  expect(told).toEqual([])
})

test('many are counted once a second, and who was told an older count is told when to ask again', async () => {
  const { view, lookAt, told, clock } = await watched(6000)
  lookAt(6000)
  expect(view().lookingAgain).toBe(6000)
  lookAt(5500)
  for (let at = 0; at < 5; at += 1) expect(view().lookingAgain).toBe(6000)
  expect(told).toEqual([])
  clock.advance(1000)
  expect(told).toHaveLength(1)
  expect(view().lookingAgain).toBe(5500)
  clock.advance(5000)
  expect(told).toHaveLength(1)
})
