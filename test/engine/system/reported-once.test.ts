// Tests the notifications of a real run: the end of a wave and of the batch are each reported once, and not again
// after a restart; files missing at a start are reported as well.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { journalFolder } from '../../../electron/engine/store/sending/attempts/journal-segment.ts'
import type { Alert } from '../../../shared/contract/contract.ts'
import { usualPlan } from '../../../shared/sending/wave-plan.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver } from '../api/waiting.ts'
import { english } from '../../support/english.ts'

const patience = { timeout: 30_000, interval: 20 }

/** Records all events from now on, until the engine ends. */
async function listen(harness: Harness, reported: Alert[]): Promise<void> {
  const events = await harness.client().events()
  void (async () => {
    for await (const event of events) if (event.kind === 'attention') reported.push(event)
  })()
}

test('a finished wave waits for a person across a restart, and the end of the batch is reported', async () => {
  const harness = await openHarness()
  const reported: Alert[] = []
  await listen(harness, reported)
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(9)), null)
  await harness.validate(batch)
  await harness.client().batches.setPlan({ batch, plan: { ...usualPlan, sizes: [4], between: 'ask' } })
  await harness.client().batches.release({ batch, limit: 4 })
  await harness.until(batch, isOver)
  await vi.waitUntil(() => reported.length > 0, patience)
  expect(english(reported)).toMatchObject([
    {
      batch,
      what: 'wave_ended',
      step: 'submit',
      title: 'plain.xlsx: wave 1 has ended',
      message: 'Created: 4 of 4 accounts. 5 accounts wait for you to release the next one.',
    },
  ])
  const { message } = reported[0] ?? { message: '' }
  expect(await harness.client().workspace.attention()).toMatchObject([{ message }])

  await harness.stop()
  await harness.start()
  await listen(harness, reported)
  await harness.giveKey()
  await vi.waitUntil(async () => (await harness.client().workspace.attention()).length === 1, patience)
  expect(reported).toHaveLength(1)

  await harness.client().batches.release({ batch, limit: null })
  await harness.until(batch, isOver)
  await vi.waitUntil(() => reported.some(({ what }) => what === 'finished'), patience)
  expect(reported.map(({ what }) => what)).toEqual(['wave_ended', 'finished'])
  expect(english(reported[1]?.message)).toBe('Created: 9 of 9 accounts.')
  expect(await harness.client().workspace.attention()).toEqual([])
})

test('an attempt journal missing from the data folder is reported at the next start', async () => {
  const harness = await openHarness()
  await harness.stop()
  rmSync(join(harness.data, journalFolder), { recursive: true })
  await harness.start()
  const reported: Alert[] = []
  await listen(harness, reported)
  await vi.waitUntil(() => reported.length > 0, patience)
  expect(english(reported)).toMatchObject([
    {
      batch: null,
      what: 'needs_person',
      title: 'Changes of the database were lost',
      message: expect.stringContaining('The attempt journal is gone from the data folder') as unknown,
    },
  ])
})
