// Tests a database that is too large to be checked before it is opened. People can work at once, nothing is sent or
// validated before the integrity check has passed, and damage found late costs no more than damage found at the
// start.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineOptions } from '../../../electron/engine/engine.ts'
import { listBackups, saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import {
  startDatabaseCheck,
  type StartCheck,
} from '../../../electron/engine/store/database/check/database-check.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { restoreBackup } from '../../../electron/engine/store/database/backup/restore.ts'
import { fileHolds } from '../store/plain-bytes.ts'
import { createsOf, inDatabase } from '../api/harness.ts'
import { untilView } from '../api/waiting.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { english, englishRefusal } from '../../support/english.ts'

/** The real check, but it does not start before `begin`. */
function held(): { readonly check: NonNullable<EngineOptions['check']>; readonly begin: () => void } {
  const begun = Promise.withResolvers<void>()
  const start: StartCheck = (file, depth) => {
    const check = begun.promise.then(() => startDatabaseCheck(file, depth))
    return {
      progress: { done: 2, total: 5 },
      ended: check.then(({ ended }) => ended),
      async leave() {
        begun.resolve()
        await (await check).leave()
      },
    }
  }
  return { check: { atOnce: 0, start }, begin: begun.resolve }
}

const asked = ({ sandbox }: FaultHarness, route: string): number =>
  sandbox.ledger.entries().filter((entry) => entry.route === route).length

/** Overwrites a page of payloads, which nothing reads before it is sent. */
function damagePayloads(data: string): void {
  const page = inDatabase(data, (database) => {
    const pages = database
      .prepare("SELECT pageno FROM dbstat WHERE name = 'payload' AND pagetype = 'leaf' ORDER BY pageno")
      .pluck()
      .all() as number[]
    return pages[Math.floor(pages.length / 2)]
  })
  if (page === undefined) throw new Error('There is no page of payloads')
  const file = join(data, databaseName)
  const bytes = readFileSync(file)
  bytes.fill(0xa5, (page - 1) * 4096, page * 4096)
  writeFileSync(file, bytes)
}

/** A fault harness with three processing accounts, which continues while nothing is sent. */
async function processingThree(accounts: number): Promise<FaultHarness> {
  const faultHarness = await openFaultHarness({ accounts, state: 'validated' })
  const { sandbox, connection, batch } = faultHarness
  const { client, close } = await faultHarness.open()
  await client.connections.setKey({ id: connection, key: sandbox.apiKey })
  sandbox.control.setSpeed(0.001)
  await client.batches.release({ batch, limit: 3 })
  await untilView(client, batch, ({ states }) => states.processing === 3)
  await close()
  return faultHarness
}

/** Waits for several rounds of work on the connection. */
async function untilReadAgain(faultHarness: FaultHarness): Promise<void> {
  const before = asked(faultHarness, 'status')
  await expect.poll(() => asked(faultHarness, 'status'), { timeout: 30_000 }).toBeGreaterThan(before + 6)
}

test('during the check the window works and statuses are read; released accounts wait with a reason, and are sent afterwards', async () => {
  const faultHarness = await processingThree(40)
  const { sandbox, connection, batch } = faultHarness
  const { check, begin } = held()
  const { client } = await faultHarness.open({ check })
  await client.connections.setKey({ id: connection, key: sandbox.apiKey })
  await client.batches.release({ batch, limit: null })
  await client.batches.validate({ batch })
  const view = await untilView(client, batch, ({ states }) => states.queued === 37)
  expect(view.sending.pace).toMatchObject({
    waiting: { for: 'data_check', until: null, percent: 40 },
    sendingLeft: null,
  })
  expect(await client.accounts.list({ batch, states: ['queued'], offset: 0, limit: 50 })).toMatchObject({
    total: 37,
  })
  await untilReadAgain(faultHarness)
  expect(createsOf(sandbox)).toHaveLength(3)
  expect(asked(faultHarness, 'validate')).toBe(0)

  begin()
  sandbox.control.setSpeed(20)
  const over = await untilView(client, batch, ({ states }) => states.done === 37)
  expect(over.outcomes.created).toBe(37)
  expect(over.sending.pace.waiting).toBeNull()
  expect(createsOf(sandbox)).toHaveLength(40)
})

test('damage found while the database is open stops sending, leaves the file unchanged, and the backup replaces it', async () => {
  const faultHarness = await openFaultHarness({
    accounts: 300,
    state: 'validated',
    limits: { concurrency: 4 },
  })
  const { sandbox, connection, batch, data } = faultHarness
  const database = openDatabaseFile(join(data, databaseName))
  const backup = await saveBackup(database, data, Date.now())
  database.close()
  damagePayloads(data)
  const found = readFileSync(join(data, databaseName))

  const { check, begin } = held()
  const damage = Promise.withResolvers<string>()
  const { client, close } = await faultHarness.open({
    check,
    damaged: ({ message }) => damage.resolve(sentenceOf(message)),
  })
  await client.connections.setKey({ id: connection, key: sandbox.apiKey })
  await client.batches.release({ batch, limit: null })
  await client.batches.rename({ batch, name: 'named while it was checked' })
  begin()
  const message = await damage.promise
  expect(message).toContain(backup.name)
  for (const call of [client.batches.get({ batch }), client.connections.resume({ id: connection })])
    expect(await englishRefusal(call)).toMatchObject({ data: { code: 'database_damaged', message } })
  await close()
  expect(createsOf(sandbox)).toEqual([])
  expect(asked(faultHarness, 'validate')).toBe(0)

  // What was written meanwhile is in the log, and the file is unchanged.
  expect(readFileSync(join(data, databaseName)).equals(found)).toBe(true)
  expect(fileHolds(join(data, `${databaseName}-wal`), 'named while it was checked')).toBe(true)
  // It is not opened again, whatever its size.
  await expect(faultHarness.open({ check })).rejects.toThrow(`The newest verified backup is ${backup.name}`)
  const now = Date.now()
  expect(await restoreBackup({ folder: data, now })).toMatchObject({ ok: true })
  const aside = join(data, `damaged-${now}`)
  expect(readFileSync(join(aside, databaseName)).equals(found)).toBe(true)
  expect(fileHolds(join(aside, `${databaseName}-wal`), 'named while it was checked')).toBe(true)
  expect((await faultHarness.converge()).outcomes.created).toBe(300)
  expect(listBackups(data).length).toBeGreaterThan(0)
})

test('with a database file that cannot be read to its end, nothing is sent, and a message says what to do', async () => {
  const faultHarness = await processingThree(8)
  const { connection, batch, sandbox } = faultHarness
  const end = { kind: 'failed', what: 'disk I/O error' } as const
  const start: StartCheck = () => ({
    progress: null,
    ended: Promise.resolve(end),
    leave: () => Promise.resolve(),
  })
  const { client } = await faultHarness.open({ check: { atOnce: 0, start } })
  await client.connections.setKey({ id: connection, key: sandbox.apiKey })
  await client.batches.release({ batch, limit: null })
  const view = await untilView(client, batch, ({ states }) => states.queued === 5)
  expect(english(view.sending.pace.waiting?.message)).toContain('could not be checked (disk I/O error)')
  await untilReadAgain(faultHarness)
  expect(createsOf(sandbox)).toHaveLength(3)
})
