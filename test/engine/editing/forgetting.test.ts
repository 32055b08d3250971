// Accounts are forgotten, to be read or built anew or with their batch, only where none was sent and none can be sent
// meanwhile; and what may have been sent since a backup is looked up whichever accounts stand for it by then.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import type { Reader } from '../../../electron/engine/reading/reader.ts'
import { saveBackup } from '../../../electron/engine/store/backups.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database-file.ts'
import { databaseName } from '../../../electron/engine/store/open.ts'
import { restoreBackup } from '../../../electron/engine/store/restore.ts'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { createsOf, expectConsistent, type House, openHouse } from '../engine/harness.ts'
import { isLoaded, isOver } from '../engine/waiting.ts'
import { good, mappedFile, mapping } from './small-batch.ts'

const lines = [good('A-1'), good('A-2'), good('A-3')]

const mapAgain = (house: House, batch: number): Promise<void> =>
  house.client().mapping.apply({
    batch,
    mapping: mappingFile.parse(mapping),
    catalogue: 'example',
    supplier: 'ACME',
    connection: house.connection,
  })

test('while accounts are queued nothing of the batch is read, built or removed, and it is said what to do', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, lines)
  await house.validate(batch)
  await house.client().connections.pause({ id: house.connection })
  await house.release(batch)
  const renamed = { batch, words: 'Key', cells: [{ sheet: 0, row: 2, column: 0, text: 'A-9' }] }
  await house.client().batches.takeBack({ batch, accounts: [await idOf(house, 'A-1')] })
  for (const change of [
    () => mapAgain(house, batch),
    () => house.client().batches.reread({ batch, encoding: 'windows-1252' }),
    () =>
      house.client().oddRows.decide({ batch, meant: { rows: [{ sheet: 0, row: 2 }] }, choice: 'left_out' }),
    () => house.client().edits.apply(renamed),
    () => house.client().batches.remove({ batch }),
  ])
    await expect(change()).rejects.toThrow(
      /are released, and would be sent meanwhile\. Take back what is queued/,
    )
  expect((await house.client().batches.get({ batch })).states).toMatchObject({ queued: 2, cleared: 1 })

  await house.client().batches.takeBack({ batch })
  await mapAgain(house, batch)
  await house.until(batch, (view) => isLoaded(view) && view.work === null && view.states.ready === 3)
  await house.client().batches.remove({ batch })
  expect(await house.client().batches.list()).toEqual([])
})

test('a wave that is released while the file is looked at again is sent, and the batch stays as it was read', async () => {
  const real = createProcessReader()
  let looksAgain = false
  const looking = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const reader: Reader = async function* (...words) {
    if (looksAgain) {
      looking.resolve()
      await sent.promise
    }
    yield* real(...words)
  }
  const house = await openHouse({ reader })
  const batch = await mappedFile(house, lines)
  await house.validate(batch)
  looksAgain = true
  const again = house.client().batches.reread({ batch, encoding: 'windows-1252' })
  again.catch(() => undefined)
  await looking.promise
  await house.release(batch)
  await house.until(batch, (view) => view.states.settled === 3)
  sent.resolve()
  await expect(again).rejects.toThrow(/were sent/)
  expect(await house.client().batches.get({ batch })).toMatchObject({
    stage: 'open',
    outcomes: { created: 3 },
  })
  await expectConsistent(house, [batch])
})

test('of a release and a removal at the same moment only one is carried out', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, lines)
  await house.validate(batch)
  const [removed, released] = await Promise.allSettled([
    house.client().batches.remove({ batch }),
    house.release(batch),
  ])
  expect([removed.status, released.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const there = await house.client().batches.list()
  if (there.length > 0) await house.until(batch, isOver)
  expect(createsOf(house.sandbox)).toHaveLength(there.length > 0 ? 3 : 0)
})

test('after a backup was restored, accounts that are built anew or loaded again are looked up before they are sent', async () => {
  const house = await openHouse()
  const batch = await mappedFile(house, lines)
  await house.validate(batch)
  const database = openDatabaseFile(join(house.data, databaseName))
  await saveBackup(database, house.data, Date.now())
  database.close()
  await house.release(batch)
  await house.until(batch, (view) => view.outcomes.created === 3)
  await house.stop()
  expect(await restoreBackup({ folder: house.data, now: Date.now(), replaceSound: true })).toMatchObject({
    ok: true,
  })

  await house.start()
  await house.giveKey()
  await house.client().connections.resume({ id: house.connection })
  await expect(house.client().batches.remove({ batch })).rejects.toThrow(
    /may have been sent without this database knowing/,
  )
  await mapAgain(house, batch)
  await house.until(batch, (view) => isLoaded(view) && view.work === null && view.states.ready === 3)
  const loadedAgain = await mappedFile(house, lines)
  for (const one of [loadedAgain, batch]) {
    const view = await house.send(one)
    // This database does not know of the attempts that made them: it says so, or that they are there.
    const { already_there: there, whose_account_unsure: unsure } = view.outcomes
    expect(there + unsure, `batch ${one}`).toBe(3)
  }
  expect(createsOf(house.sandbox)).toHaveLength(3)
}, 60_000)

async function idOf(house: House, key: string): Promise<number> {
  const [found] = await house.client().accounts.find({ text: key, limit: 1 })
  return found?.id ?? 0
}
