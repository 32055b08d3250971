// Tests that accounts are deleted (to be read or built again, or with their batch) only if none was sent and none can
// be sent meanwhile. Accounts that may have been sent since a backup are looked up, whichever rows hold them by then.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import type { Reader } from '../../../electron/engine/import/reader.ts'
import { saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { restoreBackup } from '../../../electron/engine/store/database/backup/restore.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { createsOf, expectConsistent, type Harness, openHarness } from '../api/harness.ts'
import { isLoaded, isOver } from '../api/waiting.ts'
import { good, mappedFile, mapping } from './small-batch.ts'

const lines = [good('A-1'), good('A-2'), good('A-3')]

const mapAgain = (harness: Harness, batch: number): Promise<void> =>
  harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse(mapping),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })

test('while accounts are queued the batch cannot be reread, rebuilt or removed, and the refusal says what to do', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, lines)
  await harness.validate(batch)
  await harness.client().connections.pause({ id: harness.connection })
  await harness.release(batch)
  const renamed = { batch, words: 'Key', cells: [{ sheet: 0, row: 2, column: 0, text: 'A-9' }] }
  await harness.client().batches.cancelQueued({ batch, accounts: [await idOf(harness, 'A-1')] })
  for (const change of [
    () => mapAgain(harness, batch),
    () => harness.client().batches.reread({ batch, encoding: 'windows-1252' }),
    () =>
      harness.client().oddRows.decide({ batch, meant: { rows: [{ sheet: 0, row: 2 }] }, choice: 'left_out' }),
    () => harness.client().edits.apply(renamed),
    () => harness.client().batches.remove({ batch }),
  ])
    await expect(change()).rejects.toThrow(
      /are released, and would be sent meanwhile\. Cancel what is queued/,
    )
  expect((await harness.client().batches.get({ batch })).states).toMatchObject({ queued: 2, validated: 1 })

  await harness.client().batches.cancelQueued({ batch })
  await mapAgain(harness, batch)
  await harness.until(batch, (view) => isLoaded(view) && view.work === null && view.states.validated === 3)
  await harness.client().batches.remove({ batch })
  expect(await harness.client().batches.list()).toEqual([])
})

test('a wave released during a reread is sent, and the batch keeps its rows', async () => {
  const real = createProcessReader()
  let rechecks = false
  const looking = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const reader: Reader = async function* (...words) {
    if (rechecks) {
      looking.resolve()
      await sent.promise
    }
    yield* real(...words)
  }
  const harness = await openHarness({ reader })
  const batch = await mappedFile(harness, lines)
  await harness.validate(batch)
  rechecks = true
  const again = harness.client().batches.reread({ batch, encoding: 'windows-1252' })
  again.catch(() => undefined)
  await looking.promise
  await harness.release(batch)
  await harness.until(batch, (view) => view.states.done === 3)
  sent.resolve()
  await expect(again).rejects.toThrow(/were sent/)
  expect(await harness.client().batches.get({ batch })).toMatchObject({
    stage: 'open',
    outcomes: { created: 3 },
  })
  await expectConsistent(harness, [batch])
})

test('of a release and a removal at the same moment only one succeeds', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, lines)
  await harness.validate(batch)
  const [removed, released] = await Promise.allSettled([
    harness.client().batches.remove({ batch }),
    harness.release(batch),
  ])
  expect([removed.status, released.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const there = await harness.client().batches.list()
  if (there.length > 0) await harness.until(batch, isOver)
  expect(createsOf(harness.sandbox)).toHaveLength(there.length > 0 ? 3 : 0)
})

test('after restoring a backup, accounts that are rebuilt or reloaded are looked up before they are sent', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, lines)
  await harness.validate(batch)
  const database = openDatabaseFile(join(harness.data, databaseName))
  await saveBackup(database, harness.data, Date.now())
  database.close()
  await harness.release(batch)
  await harness.until(batch, (view) => view.outcomes.created === 3)
  await harness.stop()
  expect(await restoreBackup({ folder: harness.data, now: Date.now(), replaceSound: true })).toMatchObject({
    ok: true,
  })

  await harness.start()
  await harness.giveKey()
  await harness.client().connections.resume({ id: harness.connection })
  await expect(harness.client().batches.remove({ batch })).rejects.toThrow(
    /may have been sent without this database knowing/,
  )
  await mapAgain(harness, batch)
  await harness.until(batch, (view) => isLoaded(view) && view.work === null && view.states.validated === 3)
  const loadedAgain = await mappedFile(harness, lines)
  for (const one of [loadedAgain, batch]) {
    const view = await harness.send(one)
    // This database lacks the attempts that created them: they are reported as such, or as already there.
    const { already_there: there, whose_account_unsure: unsure } = view.outcomes
    expect(there + unsure, `batch ${one}`).toBe(3)
  }
  expect(createsOf(harness.sandbox)).toHaveLength(3)
})

async function idOf(harness: Harness, key: string): Promise<number> {
  const [found] = await harness.client().accounts.find({ text: key, limit: 1 })
  return found?.id ?? 0
}
