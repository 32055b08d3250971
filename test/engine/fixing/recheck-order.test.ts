// What is judged in the background as one edits: after everything that a person asked for, and so many a minute, by a clock
// that only the test moves.
import { expect, test } from 'vitest'
import { practiseConducting, reply } from '../queue/practice-conductor.ts'
import { start } from '../store/practice-store.ts'

const accepted = reply(201, { status: 'PENDING' })

test('creates and asked judgements go first, and the budget of a minute is never passed', async () => {
  const house = await practiseConducting(
    ({ route }) => (route === 'create' ? accepted : route === 'validate' ? reply(200, {}) : reply(500, {})),
    { accounts: 9, limits: { concurrency: 1, judgeEditedPerMinute: 2, pollFirstMs: 10_000_000 } },
  )
  const { store, batch, ids } = house
  store.rechecks.turn(batch, true)
  ids.forEach((id, at) => {
    if (at < 5) return store.accounts.move(id, 'ready', 'ready', { recheck: 1 })
    if (at === 5) return store.accounts.move(id, 'ready', 'ready', { wanted: 1 })
    const { payload_id } = store.accounts.get(id)
    store.accounts.move(id, 'ready', 'cleared', { judged_payload_id: payload_id, judged_at: start })
    return store.accounts.move(id, 'cleared', 'queued', { due_at: 0 })
  })
  house.start()
  await house.pass(30_000)
  const order = house.asked.filter(({ route }) => route === 'create' || route === 'validate')
  const background = new Set(['A-1', 'A-2', 'A-3', 'A-4', 'A-5'])
  const first = order.findIndex(({ key }) => background.has(key))
  expect(
    order
      .slice(0, first)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['A-6', 'A-7', 'A-8', 'A-9'])
  expect(order.slice(first).map(({ key }) => key)).toEqual(['A-1', 'A-2'])
  expect(store.rechecks.waiting(batch)).toBe(3)

  await house.pass(60_000)
  expect(house.asked.filter(({ key }) => background.has(key)).map(({ key }) => key)).toEqual([
    'A-1',
    'A-2',
    'A-3',
    'A-4',
  ])
  await house.pass(60_000)
  const times = house.asked.filter(({ key }) => background.has(key)).map(({ at }) => at)
  expect(times).toHaveLength(5)
  for (const [at, time] of times.entries()) {
    const third = times[at + 2]
    if (third !== undefined) expect(third - time).toBeGreaterThanOrEqual(60_000)
  }
  expect(store.rechecks.waiting(batch)).toBe(0)
  expect(house.broken).toEqual([])
})
