// What the engine tells of a real run: the end of a wave, and of the batch, each once, and not again after a restart; and
// what a start finds missing.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { journalFolder } from '../../../electron/engine/store/attempt-journal.ts'
import type { Concern } from '../../../shared/contract.ts'
import { usualPlan } from '../../../shared/sending-plan.ts'
import { type House, openHouse } from '../engine/harness.ts'
import { numbered, plainAccounts } from '../engine/small-files.ts'
import { isOver } from '../engine/waiting.ts'

const patience = { timeout: 30_000, interval: 20 }

/** Keeps what is told from now on, until the engine ends. */
async function listen(house: House, told: Concern[]): Promise<void> {
  const events = await house.client().events()
  void (async () => {
    for await (const event of events) if (event.kind === 'attention') told.push(event)
  })()
}

test('the end of a wave waits for a person, across a restart, and the end of the batch is told', async () => {
  const house = await openHouse()
  const told: Concern[] = []
  await listen(house, told)
  const batch = await house.load(await plainAccounts(house.folder, numbered(9)), null)
  await house.validate(batch)
  await house.client().batches.setPlan({ batch, plan: { ...usualPlan, sizes: [4], between: 'ask' } })
  await house.client().batches.release({ batch, limit: 4 })
  await house.until(batch, isOver)
  await vi.waitUntil(() => told.length > 0, patience)
  expect(told).toMatchObject([
    {
      batch,
      what: 'wave_ended',
      step: 'submit',
      title: 'plain.xlsx: wave 1 has ended',
      message: 'Created: 4 of 4 accounts. 5 accounts wait for you to release the next one.',
    },
  ])
  const { message } = told[0] ?? { message: '' }
  expect(await house.client().workspace.attention()).toMatchObject([{ message }])

  await house.stop()
  await house.start()
  await listen(house, told)
  await house.giveKey()
  await vi.waitUntil(async () => (await house.client().workspace.attention()).length === 1, patience)
  expect(told).toHaveLength(1)

  await house.client().batches.release({ batch, limit: null })
  await house.until(batch, isOver)
  await vi.waitUntil(() => told.some(({ what }) => what === 'finished'), patience)
  expect(told.map(({ what }) => what)).toEqual(['wave_ended', 'finished'])
  expect(told[1]?.message).toBe('Created: 9 of 9 accounts.')
  expect(await house.client().workspace.attention()).toEqual([])
})

test('an attempt journal that is gone from the data folder is told at that start', async () => {
  const house = await openHouse()
  await house.stop()
  rmSync(join(house.data, journalFolder), { recursive: true })
  await house.start()
  const told: Concern[] = []
  await listen(house, told)
  await vi.waitUntil(() => told.length > 0, patience)
  expect(told).toMatchObject([
    {
      batch: null,
      what: 'needs_person',
      title: 'Changes of the database were lost',
      message: expect.stringContaining('The attempt journal is gone from the data folder') as unknown,
    },
  ])
})
