// Tests the progress of validating: it counts the accounts that a person asked for, not those that were validated before,
// follows edits made meanwhile, and goes on after a restart.
import { expect, test } from 'vitest'
import { good, mappedFile } from '../accounts/small-batch.ts'
import { openHarness } from '../api/harness.ts'

test('validating two edited accounts of five says 1 of 2, then 2 of 3 when a third is edited, also after a restart', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map(good))
  const first = await harness.validate(batch)
  expect(first.states.validated).toBe(5)
  expect(first.work).toBeNull()

  const edit = (row: number): Promise<unknown> => {
    const cells = [{ sheet: 0, row, column: 1, text: `Renamed ${row}` }]
    return harness.client().edits.apply({ batch, words: `Name on row ${row}`, cells })
  }
  await edit(3)
  await edit(5)
  const slow = { id: 'slow', accountPattern: 'A-4$', effect: { kind: 'latency', ms: 60_000 } } as const
  harness.sandbox.faults.add(slow)
  await harness.client().batches.validate({ batch })
  const half = await harness.until(batch, ({ states }) => states.unvalidated === 1)
  expect(half.work).toMatchObject({ kind: 'validating', done: 1, total: 2, unit: 'accounts' })

  await edit(2)
  const more = await harness.until(batch, ({ states }) => states.unvalidated === 1)
  expect(more.work).toMatchObject({ kind: 'validating', done: 2, total: 3 })

  harness.sandbox.faults.remove(slow.id)
  await harness.stop()
  await harness.start()
  const again = await harness.client().batches.get({ batch })
  expect(again.work).toMatchObject({ kind: 'validating', done: 2, total: 3 })
  await harness.giveKey()
  const over = await harness.until(batch, ({ validating }) => !validating)
  expect(over.states.validated).toBe(5)
  expect(over.work).toBeNull()
})

test('validating nothing ends for who listens, also where it has to wait for the rate', async () => {
  // The rate's next turn is seconds away, however slowly the answer to the first call comes.
  const harness = await openHarness({ limits: { rate: 0.2 } })
  const batch = await mappedFile(harness, [good('A-1')])
  expect((await harness.validate(batch)).states.validated).toBe(1)
  await harness.client().batches.validate({ batch })
  expect((await harness.client().batches.get({ batch })).work).toMatchObject({ kind: 'validating', total: 0 })
  expect((await harness.until(batch, ({ validating }) => !validating)).work).toBeNull()
})
