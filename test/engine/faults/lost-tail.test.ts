// Tests a lost end of the write-ahead log, and an older backup in place of the database: the workspace opens, and
// accounts that may have been sent since are looked up before anything is sent.
//
// A log can only be torn after the part that was flushed before the last request left: with `synchronous=FULL` each
// intent was on disk by then. So for every cut, the service has exactly those creates that left while the log was no
// longer than that; later frames belong to a transaction whose commit was never reported.
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createScheduler } from '../../../electron/engine/sending/scheduler.ts'
import { createServiceClient } from '../../../electron/engine/sending/service-client/service-client.ts'
import type { Transport } from '../../../electron/engine/sending/service-client/transport.ts'
import { saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { restoreBackup } from '../../../electron/engine/store/database/backup/restore.ts'
import { createStore, type Store } from '../../../electron/engine/store/store.ts'
import { paths } from '../../../shared/sending/service.ts'
import { createsOf } from '../api/harness.ts'
import { isOver, untilView } from '../api/waiting.ts'
import { createFakeClock, type FakeClock } from '../sending/fake-clock.ts'
import { finish, limiterOfItsOwn, notFound, recordReply, reply } from '../sending/practice-scheduler.ts'
import {
  freshFolder,
  journalledBy,
  openFolder,
  practiceSettings,
  practiceStore,
  queue,
  start,
} from '../store/practice-store.ts'
import { serviceAnswers } from '../../../shared/sending/service-answers.ts'
import { createLives } from './lives.ts'
import { type Books, wrongsOf } from './oracle.ts'
import { openFaultHarness } from './fault-harness.ts'

const lives = createLives()
afterAll(lives.end)

const keys = 10
const settings = practiceSettings({
  limits: { concurrency: 2, quietMs: 300, pollFirstMs: 500, readsPerMinute: null, pollLongestMs: 1_000 },
})

/** A service that accepts every create and counts them by key. */
function scriptedService(
  clock: FakeClock,
  accepted: Map<string, number>,
  onCreate: (key: string) => void,
): Transport {
  return (request) => {
    const path = new URL(request.url).pathname
    const key =
      /"external_account_number":"([^"]*)"/.exec(Buffer.from(request.body ?? []).toString())?.[1] ?? ''
    const date = { date: new Date(start + clock.monotonic()).toUTCString() }
    if (path === paths.token)
      return Promise.resolve(
        reply(200, { data: { obtainPlatformToken: { token: 'T', payload: null } } }, date),
      )
    if (request.method === 'GET') {
      const asked = path.split('/').at(-2) ?? ''
      const result = accepted.has(asked) ? recordReply('PROCESSED', start + clock.monotonic()) : notFound
      return Promise.resolve(result)
    }
    onCreate(key)
    accepted.set(key, (accepted.get(key) ?? 0) + 1)
    return Promise.resolve(reply(201, {}, date))
  }
}

/** The counts in the form of a sandbox's ledger. */
function booksOf(accepted: ReadonlyMap<string, number>): Books {
  const named = [...accepted].map(([key, count]) => [JSON.stringify(['ACME', key]), count] as const)
  return {
    ledger: { entries: () => [], acceptedCreates: () => new Map(named) },
    control: {
      process: (_, key) =>
        accepted.has(key) ? { record: { status: 'PROCESSED', platform_identifier: 'P-1' } } : null,
    },
  }
}

async function conductToTheEnd(
  store: Store,
  connection: number,
  clock: FakeClock,
  transport: Transport,
): Promise<void> {
  const broken: unknown[] = []
  const scheduler = createScheduler({
    connectionId: connection,
    limits: settings.limits,
    attrPrefix: '',
    answers: serviceAnswers.parse({}),
    client: createServiceClient({
      settings,
      transport,
      clock,
      readKey: () => Promise.resolve('sk_practice'),
    }),
    store,
    clock,
    random: () => 0.02,
    joinLimiter: limiterOfItsOwn(settings.limits, clock),
    changed: () => undefined,
    diskTrouble: (error) => void broken.push(error),
    broke: (error) => void broken.push(error),
  })
  for (let step = 0; step < 40; step += 1) {
    await finish()
    if (store.sending.countInState(connection, 'done') === keys) break
    clock.advance(250)
  }
  await scheduler.stop()
  expect(broken).toEqual([])
}

describe('WAL tail cut at each frame; an older backup restored', () => {
  test('a write-ahead log cut at or within any frame opens, loses nothing, and nothing is created twice', async () => {
    const practice = await practiceStore({ accounts: keys, settings: { limits: settings.limits } })
    queue(practice)
    practice.database.pragma('wal_checkpoint(TRUNCATE)')
    const log = join(practice.folder, `${databaseName}-wal`)
    const clock = createFakeClock()
    // The length of the log when each create left.
    const left: { readonly key: string; readonly size: number }[] = []
    const whole = new Map<string, number>()
    const note = (key: string): void => void left.push({ key, size: statSync(log).size })
    await conductToTheEnd(practice.store, practice.connection, clock, scriptedService(clock, whole, note))
    expect(left).toHaveLength(keys)
    const base = join(freshFolder(), databaseName)
    copyFileSync(join(practice.folder, databaseName), base)
    const bytes = readFileSync(log)
    const frame = 24 + (practice.database.pragma('page_size', { simple: true }) as number)
    const frames = Math.floor((bytes.length - 32) / frame)
    expect(frames).toBeGreaterThan(keys)

    let opened = 0
    for (let at = 0; at <= frames; at += 1) {
      for (const torn of at === frames ? [0] : [0, frame >> 1]) {
        const size = 32 + at * frame + torn
        const folder = freshFolder()
        copyFileSync(base, join(folder, databaseName))
        writeFileSync(join(folder, `${databaseName}-wal`), bytes.subarray(0, size))
        const workspace = journalledBy(await openFolder(folder, { copyAllowed: true }))
        expect(workspace.endedCleanly, `cut at frame ${at}`).toBe(false)
        const store = createStore(workspace)
        store.sending.recover(start)
        const accepted = new Map(left.filter((one) => one.size <= size).map(({ key }) => [key, 1]))
        const later = createFakeClock()
        await conductToTheEnd(
          store,
          practice.connection,
          later,
          scriptedService(later, accepted, () => undefined),
        )
        expect(store.sending.countInState(practice.connection, 'done'), `done after frame ${at}`).toBe(keys)
        expect(wrongsOf({ data: folder, sandbox: booksOf(accepted) }), `after a cut at frame ${at}`).toEqual(
          [],
        )
        await store.lookups.close()
        workspace.close()
        opened += 1
      }
    }
    process.stdout.write(`log cut at ${opened} places of ${frames} frames\n`)
  })

  test('restoring an older backup after accounts were sent, done or in flight creates no duplicate', async () => {
    const limits = { concurrency: 4 }
    const faultHarness = await openFaultHarness({ accounts: 40, state: 'validated', limits })
    const { sandbox, data, batch, connection } = faultHarness
    const { client, close } = await faultHarness.open()
    await client.connections.setKey({ id: connection, key: sandbox.apiKey })
    await client.batches.release({ batch, limit: 10 })
    await untilView(client, batch, isOver)
    await client.connections.pause({ id: connection })
    await client.batches.release({ batch, limit: 10 })
    // The backup holds ten done, ten queued and twenty validated accounts.
    const database = openDatabaseFile(join(data, databaseName))
    await saveBackup(database, data, Date.now())
    database.close()
    await close()
    const life = await lives.next()
    sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 20, when: 'after_work' } })
    life.begin(faultHarness.orderOf([{ do: 'resume' }, { do: 'release', limit: 15 }, { do: 'over' }]))
    await life.said('over begins')
    await vi.waitUntil(() => createsOf(sandbox).length >= 28, { timeout: 30_000, interval: 2 })
    await life.kill()
    sandbox.faults.clear()

    const bytes = readFileSync(join(data, databaseName))
    bytes.fill(0xa5, 4096, Math.min(bytes.length, 4096 * 12))
    writeFileSync(join(data, databaseName), bytes)
    await expect(faultHarness.open()).rejects.toThrow('is damaged')
    expect(await restoreBackup({ folder: data, now: Date.now() })).toMatchObject({ ok: true })
    // The backup lacks the attempts of the lost hour: only the service knows which of them arrived.
    const view = await faultHarness.converge('all', { attemptsLost: true })
    expect(view.outcomes.created + view.outcomes.whose_account_unsure).toBe(40)
    expect(createsOf(sandbox)).toHaveLength(40)
  })
})
