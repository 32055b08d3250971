// Tests checkpoints while many rows are stored: another thread copies the write-ahead log into the database
// meanwhile, so the log stays short. All rows are stored, and afterwards all settings are as before.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import {
  createCheckpoints,
  createSendingCheckpoints,
} from '../../../electron/engine/store/database/flush/checkpointer.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { createStore } from '../../../electron/engine/store/store.ts'
import { freshFolder, openFolder, practiceStore } from './practice-store.ts'

const cells = JSON.stringify(Array.from({ length: 30 }, (_cell, at) => `value ${at}`.repeat(3)))
const rowsFrom = (first: number) =>
  Array.from({ length: 200 }, (_row, at) => ({ row: first + at, cells, kept: null }))

/** How often the log has begun again from its start: SQLite counts it in the log's header. */
function beginningsOf(folder: string): number {
  return readFileSync(join(folder, `${databaseName}-wal`)).readUInt32BE(12)
}

test('rows are stored while another thread checkpoints, and the log stays short', async () => {
  const { folder, workspace, database, store, batch } = await practiceStore()
  const checkpoints = store.rows.checkpoints()
  let longest = 0
  for (let first = 2; first < 40_000; first += 200) {
    store.rows.addRows(batch, 0, rowsFrom(first))
    await checkpoints.wrote(200 * cells.length)
    longest = Math.max(longest, statSync(join(folder, `${databaseName}-wal`)).size)
  }
  expect(database.pragma('wal_autocheckpoint', { simple: true })).toBe(16_000)
  await checkpoints.end()
  expect(longest).toBeLessThan(8 * 1024 ** 2)
  expect(database.pragma('wal_autocheckpoint', { simple: true })).toBe(1000)
  expect(database.pragma('synchronous', { simple: true })).toBe(2)

  workspace.close()
  const again = await openFolder(folder)
  const kept = createStore(again).rows
  expect(kept.lastRow(batch, 0)).toBe(40_001)
  expect(kept.row(batch, 0, 20_000)?.cells).toEqual(JSON.parse(cells))
  expect(again.database.pragma('integrity_check', { simple: true })).toBe('ok')
})

test('while small writes come without a pause, the log is overwritten from its beginning again and again', async () => {
  const { folder, database, store, batch } = await practiceStore()
  const checkpoints = createSendingCheckpoints(database, () =>
    createCheckpoints(database, undefined, 1024 ** 2),
  )
  const beginnings = new Set<number>()
  let first = 2
  // Until the log began again four times. A log that never does ends the loop too.
  for (; beginnings.size < 5 && first < 400_000; first += 20) {
    store.rows.addRows(batch, 0, rowsFrom(first).slice(0, 20))
    checkpoints.wrote(20 * cells.length)
    beginnings.add(beginningsOf(folder))
    await pass(1)
  }
  expect(beginnings.size).toBe(5)
  await checkpoints.end()
  expect(database.pragma('wal_autocheckpoint', { simple: true })).toBe(1000)
  expect(store.rows.lastRow(batch, 0)).toBe(first - 1)
})

test('a few rows start no thread', async () => {
  const { database, store } = await practiceStore()
  const checkpoints = store.rows.checkpoints()
  await checkpoints.wrote(100_000)
  expect(database.pragma('wal_autocheckpoint', { simple: true })).toBe(1000)
  await checkpoints.end()
})

test('a thread that breaks down leaves everything as it was', async () => {
  const script = join(freshFolder(), 'broken.mjs')
  writeFileSync(script, 'throw new Error("broken")')
  const { database, store, batch } = await practiceStore()
  const checkpoints = createCheckpoints(database, pathToFileURL(script))
  for (let first = 2; first < 4000; first += 200) {
    store.rows.addRows(batch, 0, rowsFrom(first))
    await checkpoints.wrote(1024 ** 2)
  }
  await checkpoints.end()
  expect(database.pragma('wal_autocheckpoint', { simple: true })).toBe(1000)
  expect(store.rows.lastRow(batch, 0)).toBe(4001)
})

test('what keeps the log from being copied ends nothing, and it is copied later', async () => {
  const { database, store, batch } = await practiceStore()
  const asked: number[] = []
  const answers = [Promise.reject(new Error('no thread')), Promise.resolve(true), Promise.resolve(true)]
  const checkpoints = createSendingCheckpoints(database, () => ({
    wrote: (bytes) => {
      asked.push(bytes)
      return answers.shift() ?? Promise.resolve(false)
    },
    empty: () => Promise.resolve(false),
    end: () => Promise.resolve(),
  }))
  checkpoints.wrote(1)
  await pass(1)
  // Within a transaction SQLite refuses it.
  database.exec('BEGIN IMMEDIATE')
  checkpoints.wrote(2)
  await pass(1)
  database.exec('COMMIT')
  store.rows.addRows(batch, 0, rowsFrom(2))
  checkpoints.wrote(3)
  await pass(1)
  expect(asked).toEqual([1, 2, 3])
  expect(database.pragma('wal_checkpoint(PASSIVE)')).toEqual([
    { busy: 0, log: expect.any(Number) as number, checkpointed: expect.any(Number) as number },
  ])
  await checkpoints.end()
})

test('the log counts as copied only where no reader kept some of it', async () => {
  const { workspace, database, store, batch } = await practiceStore()
  const checkpoints = createCheckpoints(database, undefined, 1)
  const reader = openDatabaseFile(workspace.database.name, { readonly: true })
  store.rows.addRows(batch, 0, rowsFrom(2))
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM batch').get()
  store.rows.addRows(batch, 0, rowsFrom(202))
  expect(await checkpoints.wrote(10)).toBe(false)
  reader.close()
  expect(await checkpoints.wrote(10)).toBe(true)
  await checkpoints.end()
})
