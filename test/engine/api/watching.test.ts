// Tests status reads as a whole: an engine and a sandbox over real HTTP. Covers rechecking one account, a selection
// and all; statuses that the service changes; ages; and the request history of one account.
import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { english } from '../../support/english.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { createsOf, expectConsistent, type Harness, inDatabase, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const lists = { offset: 0, limit: 100 } as const
const everybody = ['processing', 'unconfirmed', 'done', 'queued', 'validated', 'rejected'] as const

async function linesOf(harness: Harness, batch: number, more: object = {}) {
  return (await harness.client().accounts.list({ batch, states: [...everybody], ...lists, ...more })).accounts
}
function restate(
  harness: Harness,
  number: string,
  status: 'PROCESSED' | 'ERRORED',
  identifier?: string,
): void {
  expect(harness.sandbox.control.restate('ACME', number, status, identifier)).toBe('restated')
}
const kindsOf = async (harness: Harness, batch: number): Promise<string[]> =>
  (await harness.client().batches.timeline({ batch, limit: 200 })).map(({ kind }) => kind)
const isLookedAt = ({ processing }: BatchView): boolean =>
  processing.rechecking === 0 && processing.looking === null

/** Closes the engine, changes its database by hand, and starts it again. */
async function meanwhile(harness: Harness, change: (database: Database.Database) => void): Promise<void> {
  await harness.stop()
  const database = openDatabaseFile(join(harness.data, 'carryover.sqlite'))
  try {
    change(database)
  } finally {
    database.close()
  }
  await harness.start()
  await harness.giveKey()
}

test('rechecking a batch runs in the background, shows changed results and outdates the report', async () => {
  const harness = await openHarness({ sandbox: { speed: 'instant' } })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(40)), null)
  const sent = await harness.send(batch)
  expect(sent.outcomes.created).toBe(40)
  await harness.report(batch)
  restate(harness, 'N-1', 'ERRORED')
  restate(harness, 'N-2', 'PROCESSED', 'P-OTHER')
  const before = harness.exchanges.length

  expect(await harness.client().batches.recheck({ batch, what: 'done' })).toEqual({ accounts: 40 })
  const view = await harness.until(batch, isLookedAt)
  expect(view.states.done).toBe(40)
  expect(view.outcomes).toMatchObject({ created: 39, failed: 1 })
  expect(view.processing).toMatchObject({
    mindChanged: 2,
    mindChangedSinceReport: 2,
    sharedIdentifiers: 0,
    stuck: 0,
    cannotRead: null,
  })
  const asked = harness.exchanges.slice(before)
  expect(asked.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([])
  expect(asked).toHaveLength(40)

  const changed = await linesOf(harness, batch, { mindChanged: true })
  expect(changed.map(({ key }) => key).sort()).toEqual(['N-1', 'N-2'])
  expect(changed.every(({ mindChanged }) => mindChanged)).toBe(true)
  const one = changed.find(({ key }) => key === 'N-1')
  expect(english(one?.advice)).toContain('a report from before is outdated')
  const account = await harness.client().accounts.get({ account: one?.id ?? 0 })
  expect(account.problems).toMatchObject([{ source: 'process', code: 'account_creation_failed' }])
  expect(account.events.find(({ kind }) => kind === 'mind_changed')?.detail).toMatchObject({
    before: { outcome: 'created', status: 'PROCESSED' },
    after: { outcome: 'failed', status: 'ERRORED', identifier: null },
  })
  const timeline = await harness.client().batches.timeline({ batch, limit: 200 })
  expect(timeline.find(({ kind }) => kind === 'rechecked')?.detail).toEqual({ accounts: 40, changed: 2 })

  await harness.report(batch)
  expect((await harness.client().batches.get({ batch })).processing).toMatchObject({
    mindChanged: 2,
    mindChangedSinceReport: 0,
    sharedIdentifiers: 0,
  })
  expect(createsOf(harness.sandbox)).toHaveLength(40)
  await expectConsistent(harness, [batch])
})

test('rechecking continues after a restart, and stopping it leaves nothing behind', async () => {
  const harness = await openHarness({ sandbox: { speed: 'instant' } })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(30)), null)
  await harness.send(batch)
  // One per second: slow enough that it is still running at each check.
  const limits = { ...harness.settings.limits, readsPerMinute: 60 }
  await harness.client().connections.save({ name: 'sandbox', settings: { ...harness.settings, limits } })
  const reads = (): number => harness.exchanges.filter(({ method }) => method === 'GET').length
  const before = reads()
  await harness.client().batches.recheck({ batch, what: 'done' })
  await harness.until(batch, ({ processing }) => processing.looking !== null && processing.looking.left < 30)
  await harness.stop()
  const left = inDatabase(harness.data, (database) =>
    database.prepare('SELECT count(*) FROM recheck WHERE asked = 1').pluck().get(),
  ) as number
  expect(left).toBeGreaterThan(0)
  await harness.start()
  const currentState = await harness.client().batches.get({ batch })
  expect(currentState.processing.looking).toMatchObject({ accounts: 30, left })
  await harness.giveKey()
  await harness.until(batch, ({ processing }) => processing.rechecking < left)
  await harness.client().batches.stopLooking({ batch })
  await harness.until(batch, isLookedAt)
  await harness.stop()
  const stopped = reads()
  expect(stopped).toBeLessThan(before + 30)
  await harness.start()
  expect((await harness.client().batches.get({ batch })).processing).toMatchObject({
    rechecking: 0,
    looking: null,
  })
  expect(await kindsOf(harness, batch)).toEqual(expect.arrayContaining(['recheck', 'looking_stopped']))
  expect(await kindsOf(harness, batch)).not.toContain('rechecked')
})

test('statuses of one account, a selection or all watched accounts are read at once on request', async () => {
  const hour = 3_600_000
  const harness = await openHarness({
    sandbox: { switches: { pendingSeconds: [3600, 3600] }, speed: 1 },
    limits: { pollFirstMs: hour, pollLongestMs: hour },
  })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(6)), null)
  await harness.validate(batch)
  await harness.release(batch)
  await harness.until(batch, ({ states }) => states.processing === 6)
  const wordsKnown = async (): Promise<string[]> =>
    (await linesOf(harness, batch))
      .filter(({ serviceStatus }) => serviceStatus !== null)
      .map(({ key }) => key)
  expect(await wordsKnown()).toEqual([])
  const idOf = new Map((await linesOf(harness, batch)).map(({ key, id }) => [key, id]))
  const ask = (...keys: string[]): Promise<void> =>
    harness.client().accounts.recheck({ accounts: keys.map((key) => idOf.get(key) ?? 0) })
  const untilKnown = async (keys: readonly string[]): Promise<void> => {
    await expect.poll(wordsKnown).toEqual(keys)
  }
  await ask('N-3')
  await untilKnown(['N-3'])
  await ask('N-1', 'N-5')
  await untilKnown(['N-1', 'N-3', 'N-5'])
  expect(await harness.client().batches.recheck({ batch, what: 'done' })).toEqual({ accounts: 0 })
  await harness.until(batch, isLookedAt)
  expect(await harness.client().batches.recheck({ batch, what: 'watched' })).toEqual({ accounts: 6 })
  await untilKnown(['N-1', 'N-2', 'N-3', 'N-4', 'N-5', 'N-6'])
  expect((await linesOf(harness, batch, { serviceStatus: 'PENDING' })).length).toBe(6)
  await expect(harness.client().accounts.recheck({ accounts: [999] })).rejects.toThrow('no account 999')
})

test('ages survive restarts; accounts past their threshold are only counted, listed and given advice', async () => {
  const harness = await openHarness({
    sandbox: { switches: { pendingSeconds: [3600, 3600] } },
    limits: { pollLongestMs: 100 },
  })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(4)), null)
  await harness.validate(batch)
  await harness.release(batch)
  await harness.until(batch, ({ states }) => states.processing === 4)
  const inWords = ({ states }: BatchView): boolean => states.processing === 4
  await expect.poll(async () => (await linesOf(harness, batch, { serviceStatus: 'PENDING' })).length).toBe(4)
  const young = await linesOf(harness, batch)
  expect(young.every(({ stuck, advice }) => !stuck && advice === null)).toBe(true)
  const since = young.map((line) => line.since)
  await meanwhile(harness, (database) => {
    const long = 5 * 86_400_000
    database.prepare("UPDATE account SET since = since - ? WHERE key IN ('N-1', 'N-2')").run(long)
  })
  const view = await harness.until(batch, (now) => inWords(now) && now.processing.stuck === 2)
  expect(view.states.processing).toBe(4)
  const stuck = await linesOf(harness, batch, { stuck: true })
  // Oldest first, by when each was answered.
  expect(stuck.map(({ key }) => key).sort()).toEqual(['N-1', 'N-2'])
  expect(english(stuck[0]?.advice)).toBe(
    'The service has said PENDING for 5 days: ask the platform operator whether it still goes on, and recheck.',
  )
  const needing = await linesOf(harness, batch, { needPerson: true })
  expect(needing.map(({ key }) => key).sort()).toEqual(['N-1', 'N-2'])
  const now = await linesOf(harness, batch, { stuck: false })
  expect(now.slice(2).map((line) => line.since)).toEqual(since.slice(2))
  expect(await harness.client().accounts.get({ account: stuck[0]?.id ?? 0 })).toMatchObject({
    stuck: true,
    state: 'processing',
  })
  expect(createsOf(harness.sandbox)).toHaveLength(4)
})

test('a wrong status path is reported once per connection, with advice, until it is corrected', async () => {
  const harness = await openHarness({ sandbox: { speed: 'instant' } })
  const wrong = { ...harness.settings, statusPath: '/elsewhere/{external_account_number}/' }
  await harness.client().connections.save({ name: 'sandbox', settings: wrong })
  const notices: string[] = []
  const listening = new AbortController()
  const events = await harness.client().events(undefined, { signal: listening.signal })
  const heard = (async () => {
    for await (const event of events) if (event.kind === 'notice') notices.push(sentenceOf(event.message))
  })()
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(12)), null)
  await harness.validate(batch)
  await harness.release(batch)
  const view = await harness.until(
    batch,
    ({ processing, states }) => processing.cannotRead !== null && states.processing === 12,
  )
  expect(view.processing.cannotRead).toMatchObject({ httpStatus: 404 })
  expect(view.pauses, 'creates go on').toEqual([])
  expect(await kindsOf(harness, batch)).toContain('statuses_unreadable')

  await harness.client().connections.save({ name: 'sandbox', settings: harness.settings })
  const done = await harness.until(batch, ({ states }) => states.done === 12)
  expect(done.processing.cannotRead).toBeNull()
  expect(done.outcomes.created).toBe(12)
  await harness.stop()
  listening.abort()
  await heard
  expect(notices.filter((message) => message.includes('Statuses cannot be read'))).toHaveLength(1)
  expect(notices.join()).toContain('Check the base address and the status path')
})

test('an attempt shows its exact bytes, its address and the reply; damaged bytes are shown as damaged', async () => {
  const harness = await openHarness({ sandbox: { speed: 'instant' } })
  harness.sandbox.faults.add({ route: 'create', count: 1, effect: { kind: 'reset', when: 'before_work' } })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(1)), null)
  await harness.send(batch)
  const [line] = await linesOf(harness, batch)
  const account = line?.id ?? 0
  const posts = harness.exchanges.filter(({ url, method }) => method === 'POST' && url.endsWith('/accounts/'))
  expect(posts).toHaveLength(2)
  const [first, second] = [
    await harness.client().accounts.attempt({ account, number: 1 }),
    await harness.client().accounts.attempt({ account, number: 2 }),
  ]
  expect(second).toMatchObject({
    number: 2,
    method: 'POST',
    path: '/v2/data-import/accounts/',
    body: posts[1]?.sent,
    intact: true,
    class: 'accepted',
    httpStatus: 201,
    answer: posts[1]?.received,
  })
  expect(second.sha256).toBe(
    createHash('sha256')
      .update(posts[1]?.sent ?? '')
      .digest('hex'),
  )
  expect(Math.abs(second.clockDifferenceMs ?? 1e9)).toBeLessThan(60_000)
  expect(second.endedAt).toBeGreaterThanOrEqual(second.startedAt)
  expect(first).toMatchObject({
    number: 1,
    class: 'unknown',
    httpStatus: null,
    answer: null,
    body: second.body,
  })
  const validations = await harness.client().accounts.validations({ account })
  expect(validations).toMatchObject([{ pass: 1, verdict: 'validated', httpStatus: 200, current: true }])
  await expect(harness.client().accounts.attempt({ account, number: 3 })).rejects.toThrow(
    'it was sent 2 times',
  )

  await meanwhile(harness, (database) => database.exec("UPDATE payload SET body = CAST('{}' AS BLOB)"))
  expect(await harness.client().accounts.attempt({ account, number: 2 })).toMatchObject({
    intact: false,
    body: '{}',
  })
})
