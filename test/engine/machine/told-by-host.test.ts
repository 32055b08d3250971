// What a host or a window tells the engine of the machine, by the contract's call, over a real service.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createsOf, expectConsistent, openHouse } from '../engine/harness.ts'
import { numbered, plainAccounts } from '../engine/small-files.ts'
import { isOver } from '../engine/waiting.ts'

test('between "suspend" and "resume" nothing is sent or judged; then all of it goes on, and the timeline says from when to when', async () => {
  const house = await openHouse()
  const { client } = house
  const batch = await house.load(await plainAccounts(house.folder, numbered(12)), null)
  await house.validate(batch)
  const before = Date.now()
  await client().workspace.machine({ event: 'suspend' })
  await house.release(batch)
  // Long enough for all twelve, were it not for the sleep that is coming.
  await wait(700)
  expect(createsOf(house.sandbox)).toEqual([])
  expect((await client().batches.get({ batch })).states).toMatchObject({ queued: 12, sending: 0 })
  await client().workspace.machine({ event: 'resume' })
  const view = await house.until(batch, isOver)
  expect(view.outcomes.created).toBe(12)
  expect(createsOf(house.sandbox)).toHaveLength(12)

  const events = await client().batches.timeline({ batch, limit: 100 })
  const slept = events.filter(({ kind }) => kind === 'slept').map(({ detail }) => detail)
  // The time since the machine was started goes on in steps, of 10 ms or of a second by the system: by so much more of it
  // may be told than there was.
  const isIt = ({ from, to }: Readonly<Record<string, unknown>>): boolean =>
    typeof from === 'number' && typeof to === 'number' && from >= before - 1000 && to - from >= 700
  expect({ slept, before, found: slept.some(isIt) }).toMatchObject({ found: true })
  await expectConsistent(house, [batch])
})
