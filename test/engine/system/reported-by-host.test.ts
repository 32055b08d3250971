// Tests the power events that a host or a window reports to the engine with the contract's call, over a real service.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createsOf, expectConsistent, openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver } from '../api/waiting.ts'

test('between "suspend" and "resume" nothing is sent or validated; then all of it goes on, and the timeline says from when to when', async () => {
  const harness = await openHarness()
  const { client } = harness
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(12)), null)
  await harness.validate(batch)
  const before = Date.now()
  await client().workspace.machine({ event: 'suspend' })
  await harness.release(batch)
  // Long enough for all twelve without the coming sleep.
  await wait(700)
  expect(createsOf(harness.sandbox)).toEqual([])
  expect((await client().batches.get({ batch })).states).toMatchObject({ queued: 12, sending: 0 })
  await client().workspace.machine({ event: 'resume' })
  const view = await harness.until(batch, isOver)
  expect(view.outcomes.created).toBe(12)
  expect(createsOf(harness.sandbox)).toHaveLength(12)

  const events = await client().batches.timeline({ batch, limit: 100 })
  const slept = events.filter(({ kind }) => kind === 'slept').map(({ detail }) => detail)
  // On some systems the time since start-up advances in steps, of 10 ms or of a second, so the reported time may
  // exceed the real time by one step.
  const isIt = ({ from, to }: Readonly<Record<string, unknown>>): boolean =>
    typeof from === 'number' && typeof to === 'number' && from >= before - 1000 && to - from >= 700
  expect({ slept, before, found: slept.some(isIt) }).toMatchObject({ found: true })
  await expectConsistent(harness, [batch])
})
