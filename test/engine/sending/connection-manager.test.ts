// Tests the connection manager when the work on one connection ends and starts again, on a clock that only the test
// moves.
import { expect, test } from 'vitest'
import { serviceAt } from '../../../shared/sending/connection.ts'
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

test('while this desktop has no share of the limits nothing is created and accounts stay in the queue', async () => {
  const harness = await practiseScheduling(
    ({ route }) =>
      route === 'create' ? reply(201, { status: 'PENDING' }) : recordReply('PENDING', harness.serviceNow()),
    { accounts: 6 },
  )
  queue(harness)
  const connectionManager = await openManager(harness)
  const address = serviceAt(harness.settings.baseUrl)
  const limits = { rate: 2, concurrency: 1, readsPerMinute: null }
  let isInForce = false
  connectionManager.shares.share(address, { limits, isInForce: () => isInForce })
  const before = harness.count('create')
  await harness.pass(minute)
  expect([before, harness.count('create'), harness.states().queued]).toEqual([0, 0, 6])
  isInForce = true
  connectionManager.shares.share(address, { limits, isInForce: () => isInForce })
  await harness.pass(1000, 100)
  expect(harness.count('create')).toBeGreaterThan(0)
  expect(harness.count('create')).toBeLessThanOrEqual(3)
  isInForce = false
  const sent = harness.count('create')
  await harness.pass(minute)
  expect([harness.count('create'), harness.states().queued]).toEqual([sent, 6 - sent])
  await connectionManager.stop()
})
