// Tests retention periods: a finished batch is purged when its period is over, at start and by the hour, and a batch that
// is not finished or not old enough stays.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { copies, filesHolding, purgedBatches, uploadAccounts } from './purge-fixture.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A clock whose days pass when a test says so, and whose waits of an hour end then. */
function clockOfDays() {
  let days = 0
  const hourly = new Set<() => void>()
  return {
    clock: {
      ...systemClock,
      now: () => Date.now() + days * dayMs,
      after(ms: number, call: () => void) {
        if (ms < 60 * 60_000) return systemClock.after(ms, call)
        hourly.add(call)
        return () => void hourly.delete(call)
      },
    },
    pass(more: number) {
      days += more
      const due = [...hourly]
      hourly.clear()
      for (const call of due) call()
    },
  }
}

const listed = async (harness: Harness): Promise<number[]> =>
  (await harness.client().batches.list()).map(({ id }) => id)

test('a connection keeps its batches for ever until a person gives it a retention period', async () => {
  const { clock, pass } = clockOfDays()
  const harness = await openHarness({ engine: { clock } })
  const connection = { connection: harness.connection }
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(2)))
  expect(await harness.client().purge.retention(connection)).toEqual({ days: null })
  pass(4000)
  await harness.client().purge.setRetention({ ...connection, days: 30 })
  await harness.client().purge.setRetention({ ...connection, days: null })
  pass(1)
  expect(await listed(harness)).toEqual([batch])
  expect(await harness.client().purge.purged()).toEqual([])
})

test('a finished batch goes when its period is over, by the hour; nobody did it', async () => {
  const { clock, pass } = clockOfDays()
  const harness = await openHarness({ engine: { clock } })
  const batch = await harness.load(await uploadAccounts(harness, 3, 'R'))
  await harness.send(batch)
  await harness.client().purge.setRetention({ connection: harness.connection, days: 30 })
  pass(29)
  expect(await listed(harness)).toEqual([batch])
  pass(2)
  await expect.poll(() => listed(harness)).toEqual([])
  expect(await purgedBatches(harness.client())).toMatchObject([{ batch, operator: null, accounts: 3 }])
  expect(filesHolding(harness.data)).toEqual([])
  const { lines } = await harness.client().audit.page({ after: 0 })
  expect(lines.at(-1)).toMatchObject({ action: 'batches.purge', batch, operator: '' })
})

test('it goes at the start of the engine as well, and a batch with accounts on their way stays', async () => {
  const { clock, pass } = clockOfDays()
  const harness = await openHarness({ engine: { clock }, sandbox: { speed: 0.001 } })
  const done = await harness.load(await plainAccounts(harness.folder, numbered(2, 'D'), 'done'))
  const sent = await harness.load(await plainAccounts(harness.folder, numbered(2, 'S'), 'sent'))
  await harness.validate(sent)
  await harness.release(sent)
  await harness.until(sent, ({ states }) => states.processing === 2)
  await harness.client().purge.setRetention({ connection: harness.connection, days: 1 })
  await harness.stop()
  pass(10)
  await harness.start()
  await expect.poll(() => listed(harness)).toEqual([sent])
  expect((await purgedBatches(harness.client())).map(({ batch }) => batch)).toEqual([done])
})

test('copies that were set aside and unused uploads go by the same clock, also where no batch is due', async () => {
  const { clock, pass } = clockOfDays()
  const harness = await openHarness({ engine: { clock } })
  const stays = await harness.load(await uploadAccounts(harness, 2, 'R'))
  await harness.client().purge.setRetention({ connection: harness.connection, days: 30 })
  const answers = join(harness.data, 'uploads', 'answers')
  mkdirSync(answers)
  writeFileSync(join(answers, 'answers.csv'), 'x')
  pass(29)
  expect(existsSync(answers)).toBe(true)
  // Its name says that it is old.
  await copies(harness.data)
  pass(0)
  await expect
    .poll(() => existsSync(join(harness.data, 'damaged-1700000000000')), { timeout: 20_000 })
    .toBe(false)
  expect(await listed(harness)).toEqual([stays])
  const { lines } = await harness.client().audit.page({ after: 0 })
  expect(lines.at(-1)).toMatchObject({ action: 'purge.leftFiles', operator: '' })
})
