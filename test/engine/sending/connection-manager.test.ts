// Tests the connection manager when the work on one connection ends and starts again, on a clock that only the test
// moves.
import { expect, test } from 'vitest'
import { queue } from '../store/practice-store.ts'
import { openManager, practiseScheduling, recordReply, reply } from './practice-scheduler.ts'

const minute = 60_000

test('a wait that the service asked for survives a change of settings or key: nothing is requested before it is over', async () => {
  const harness = await practiseScheduling(({ route }, nth) => {
    if (route === 'create') return nth === 1 ? reply(429, {}, { 'retry-after': '600' }) : reply(201, {})
    return recordReply('PROCESSED', harness.serviceNow())
  })
  queue(harness)
  const connectionManager = await openManager(harness)
  await harness.pass(1000)
  expect(harness.count('create')).toBe(1)
  await connectionManager.restart(harness.connection)
  const asked = harness.asked.length
  await harness.pass(9 * minute, 5000)
  expect(harness.asked.length).toBe(asked)
  expect(connectionManager.pace(harness.connection)?.state.coolForMs).toBeGreaterThan(0)
  await harness.pass(3 * minute, 5000)
  expect(harness.count('create')).toBe(2)
  expect(harness.states().done).toBe(1)
  await connectionManager.stop()
})
