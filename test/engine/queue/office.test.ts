// The office across an end and a new start of the work on one connection, on a clock that only the test moves.
import { expect, test } from 'vitest'
import { queue } from '../store/practice-store.ts'
import { openOffice, practiseConducting, recordReply, reply } from './practice-conductor.ts'

const minute = 60_000

test('a wait that the service asked for goes on when settings or the key change: nothing is asked before it is over', async () => {
  const house = await practiseConducting(({ route }, nth) => {
    if (route === 'create') return nth === 1 ? reply(429, {}, { 'retry-after': '600' }) : reply(201, {})
    return recordReply('PROCESSED', house.serviceNow())
  })
  queue(house)
  const office = await openOffice(house)
  await house.pass(1000)
  expect(house.count('create')).toBe(1)
  await office.restart(house.connection)
  const asked = house.asked.length
  await house.pass(9 * minute, 5000)
  expect(house.asked.length).toBe(asked)
  expect(office.pace(house.connection)?.state.coolForMs).toBeGreaterThan(0)
  await house.pass(3 * minute, 5000)
  expect(house.count('create')).toBe(2)
  expect(house.states().settled).toBe(1)
  await office.stop()
})
