// Tests the order of background validation after edits: after everything that a person requested, and with a limit
// per minute, on a clock that only the test moves.
import { expect, test } from 'vitest'
import { practiseScheduling, reply } from '../sending/practice-scheduler.ts'
import { start } from '../store/practice-store.ts'

const accepted = reply(201, { status: 'PENDING' })

test('creates and requested validations go first, and the budget per minute is never exceeded', async () => {
  const harness = await practiseScheduling(
    ({ route }) => (route === 'create' ? accepted : route === 'validate' ? reply(200, {}) : reply(500, {})),
    { accounts: 9, limits: { concurrency: 1, validateEditedPerMinute: 2, pollFirstMs: 10_000_000 } },
  )
  const { store, batch, ids } = harness
  store.validateEdited.turn(batch, true)
  ids.forEach((id, at) => {
    if (at < 5) return store.accounts.move(id, 'unvalidated', 'unvalidated', { validation: 'edited' })
    if (at === 5) return store.accounts.move(id, 'unvalidated', 'unvalidated', { validation: 'asked' })
    const { payload_id } = store.accounts.get(id)
    store.accounts.addValidation(id, payload_id ?? 0, start, 200, 'validated', '{}')
    store.accounts.move(id, 'unvalidated', 'validated')
    return store.accounts.move(id, 'validated', 'queued', { due_at: 0 })
  })
  harness.start()
  await harness.pass(30_000)
  const order = harness.asked.filter(({ route }) => route === 'create' || route === 'validate')
  const background = new Set(['A-1', 'A-2', 'A-3', 'A-4', 'A-5'])
  const first = order.findIndex(({ key }) => background.has(key))
  expect(
    order
      .slice(0, first)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['A-6', 'A-7', 'A-8', 'A-9'])
  expect(order.slice(first).map(({ key }) => key)).toEqual(['A-1', 'A-2'])
  expect(store.validateEdited.waiting(batch)).toBe(3)

  await harness.pass(60_000)
  expect(harness.asked.filter(({ key }) => background.has(key)).map(({ key }) => key)).toEqual([
    'A-1',
    'A-2',
    'A-3',
    'A-4',
  ])
  await harness.pass(60_000)
  const times = harness.asked.filter(({ key }) => background.has(key)).map(({ at }) => at)
  expect(times).toHaveLength(5)
  for (const [at, time] of times.entries()) {
    const third = times[at + 2]
    if (third !== undefined) expect(third - time).toBeGreaterThanOrEqual(60_000)
  }
  expect(store.validateEdited.waiting(batch)).toBe(0)
  expect(harness.broken).toEqual([])
})
