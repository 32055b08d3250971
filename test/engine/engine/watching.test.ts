// Watching as a whole: an engine and a sandbox over real HTTP. Looking again at one, at a selection and at all; minds that
// the service changes; ages; and the story of one account's requests.
import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database-file.ts'
import type { BatchView } from '../../../shared/contract.ts'
import { createsOf, expectConsistent, type House, inDatabase, openHouse } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'

const lists = { offset: 0, limit: 100 } as const
const everybody = ['watching', 'unconfirmed', 'settled', 'queued', 'cleared', 'refused'] as const

async function linesOf(house: House, batch: number, more: object = {}) {
  return (await house.client().accounts.list({ batch, states: [...everybody], ...lists, ...more })).accounts
}
function restate(house: House, number: string, status: 'PROCESSED' | 'ERRORED', identifier?: string): void {
  expect(house.sandbox.control.restate('ACME', number, status, identifier)).toBe('restated')
}
const kindsOf = async (house: House, batch: number): Promise<string[]> =>
  (await house.client().batches.timeline({ batch, limit: 200 })).map(({ kind }) => kind)
const isLookedAt = ({ watching }: BatchView): boolean =>
  watching.lookingAgain === 0 && watching.looking === null

/** Closes the engine, changes its database by hand, and starts it again. */
async function meanwhile(house: House, change: (database: Database.Database) => void): Promise<void> {
  await house.stop()
  const database = openDatabaseFile(join(house.data, 'carryover.sqlite'))
  try {
    change(database)
  } finally {
    database.close()
  }
  await house.start()
  await house.giveKey()
}

test('a whole batch is looked at again in the background: what the service says otherwise is shown, and the report is outdated', async () => {
  const house = await openHouse({ sandbox: { speed: 'instant' } })
  const batch = await house.load(await plainAccounts(house.folder, numbered(40)), null)
  const sent = await house.send(batch)
  expect(sent.outcomes.created).toBe(40)
  await house.report(batch)
  restate(house, 'N-1', 'ERRORED')
  restate(house, 'N-2', 'PROCESSED', 'P-OTHER')
  const before = house.exchanges.length

  expect(await house.client().batches.lookAgain({ batch, what: 'settled' })).toEqual({ accounts: 40 })
  const view = await house.until(batch, isLookedAt)
  expect(view.states.settled).toBe(40)
  expect(view.outcomes).toMatchObject({ created: 39, failed: 1 })
  expect(view.watching).toMatchObject({
    mindChanged: 2,
    mindChangedSinceReport: 2,
    sharedIdentifiers: 0,
    stuck: 0,
    cannotRead: null,
  })
  const asked = house.exchanges.slice(before)
  expect(asked.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([])
  expect(asked).toHaveLength(40)

  const changed = await linesOf(house, batch, { mindChanged: true })
  expect(changed.map(({ key }) => key).sort()).toEqual(['N-1', 'N-2'])
  expect(changed.every(({ mindChanged }) => mindChanged)).toBe(true)
  const one = changed.find(({ key }) => key === 'N-1')
  expect(one?.advice).toContain('a report from before is outdated')
  const account = await house.client().accounts.get({ account: one?.id ?? 0 })
  expect(account.problems).toMatchObject([{ source: 'process', code: 'account_creation_failed' }])
  expect(account.events.find(({ kind }) => kind === 'mind_changed')?.detail).toMatchObject({
    before: { outcome: 'created', status: 'PROCESSED' },
    after: { outcome: 'failed', status: 'ERRORED', identifier: null },
  })
  const timeline = await house.client().batches.timeline({ batch, limit: 200 })
  expect(timeline.find(({ kind }) => kind === 'looked_again')?.detail).toEqual({ accounts: 40, changed: 2 })

  await house.report(batch)
  expect((await house.client().batches.get({ batch })).watching).toMatchObject({
    mindChanged: 2,
    mindChangedSinceReport: 0,
    sharedIdentifiers: 0,
  })
  expect(createsOf(house.sandbox)).toHaveLength(40)
  await expectConsistent(house, [batch])
})

test('looking again goes on after a restart, and is stopped without leaving anything behind', async () => {
  const house = await openHouse({ sandbox: { speed: 'instant' } })
  const batch = await house.load(await plainAccounts(house.folder, numbered(30)), null)
  await house.send(batch)
  // One a second: so slow that it is still going on whenever it is looked at.
  const limits = { ...house.settings.limits, readsPerMinute: 60 }
  await house.client().connections.save({ name: 'sandbox', settings: { ...house.settings, limits } })
  const reads = (): number => house.exchanges.filter(({ method }) => method === 'GET').length
  const before = reads()
  await house.client().batches.lookAgain({ batch, what: 'settled' })
  await house.until(batch, ({ watching }) => watching.looking !== null && watching.looking.left < 30)
  await house.stop()
  const left = inDatabase(house.data, (database) =>
    database.prepare('SELECT count(*) FROM account WHERE look = 2').pluck().get(),
  ) as number
  expect(left).toBeGreaterThan(0)
  await house.start()
  const standing = await house.client().batches.get({ batch })
  expect(standing.watching.looking).toMatchObject({ accounts: 30, left })
  await house.giveKey()
  await house.until(batch, ({ watching }) => watching.lookingAgain < left)
  await house.client().batches.stopLooking({ batch })
  await house.until(batch, isLookedAt)
  await house.stop()
  const stopped = reads()
  expect(stopped).toBeLessThan(before + 30)
  await house.start()
  expect((await house.client().batches.get({ batch })).watching).toMatchObject({
    lookingAgain: 0,
    looking: null,
  })
  expect(await kindsOf(house, batch)).toEqual(expect.arrayContaining(['look_again', 'looking_stopped']))
  expect(await kindsOf(house, batch)).not.toContain('looked_again')
})

test('one account, a selection and all that are watched are read at once when a person asks', async () => {
  const hour = 3_600_000
  const house = await openHouse({
    sandbox: { switches: { pendingSeconds: [3600, 3600] }, speed: 1 },
    limits: { pollFirstMs: hour, pollLongestMs: hour },
  })
  const batch = await house.load(await plainAccounts(house.folder, numbered(6)), null)
  await house.validate(batch)
  await house.release(batch)
  await house.until(batch, ({ states }) => states.watching === 6)
  const wordsKnown = async (): Promise<string[]> =>
    (await linesOf(house, batch)).filter(({ serviceStatus }) => serviceStatus !== null).map(({ key }) => key)
  expect(await wordsKnown()).toEqual([])
  const idOf = new Map((await linesOf(house, batch)).map(({ key, id }) => [key, id]))
  const ask = (...keys: string[]): Promise<void> =>
    house.client().accounts.lookAgain({ accounts: keys.map((key) => idOf.get(key) ?? 0) })
  const untilKnown = async (keys: readonly string[]): Promise<void> => {
    await expect.poll(wordsKnown, { timeout: 20_000 }).toEqual(keys)
  }
  await ask('N-3')
  await untilKnown(['N-3'])
  await ask('N-1', 'N-5')
  await untilKnown(['N-1', 'N-3', 'N-5'])
  expect(await house.client().batches.lookAgain({ batch, what: 'settled' })).toEqual({ accounts: 0 })
  await house.until(batch, isLookedAt)
  expect(await house.client().batches.lookAgain({ batch, what: 'watched' })).toEqual({ accounts: 6 })
  await untilKnown(['N-1', 'N-2', 'N-3', 'N-4', 'N-5', 'N-6'])
  expect((await linesOf(house, batch, { serviceStatus: 'PENDING' })).length).toBe(6)
  await expect(house.client().accounts.lookAgain({ accounts: [999] })).rejects.toThrow('no account 999')
})

test('ages are kept across restarts; what is past its threshold is counted, listed and advised on, and nothing else happens to it', async () => {
  const house = await openHouse({
    sandbox: { switches: { pendingSeconds: [3600, 3600] } },
    limits: { pollLongestMs: 100 },
  })
  const batch = await house.load(await plainAccounts(house.folder, numbered(4)), null)
  await house.validate(batch)
  await house.release(batch)
  await house.until(batch, ({ states }) => states.watching === 4)
  const inWords = ({ states }: BatchView): boolean => states.watching === 4
  await expect
    .poll(async () => (await linesOf(house, batch, { serviceStatus: 'PENDING' })).length, { timeout: 20_000 })
    .toBe(4)
  const young = await linesOf(house, batch)
  expect(young.every(({ stuck, advice }) => !stuck && advice === null)).toBe(true)
  const since = young.map((line) => line.since)
  await meanwhile(house, (database) => {
    const long = 5 * 86_400_000
    database.prepare("UPDATE account SET since = since - ? WHERE key IN ('N-1', 'N-2')").run(long)
  })
  const view = await house.until(batch, (now) => inWords(now) && now.watching.stuck === 2)
  expect(view.states.watching).toBe(4)
  const stuck = await linesOf(house, batch, { stuck: true })
  // Oldest first, by when each was answered.
  expect(stuck.map(({ key }) => key).sort()).toEqual(['N-1', 'N-2'])
  expect(stuck[0]?.advice).toBe(
    'The service has said PENDING for 5 days: ask the platform operator whether it still goes on, and look again.',
  )
  const needing = await linesOf(house, batch, { needPerson: true })
  expect(needing.map(({ key }) => key).sort()).toEqual(['N-1', 'N-2'])
  const now = await linesOf(house, batch, { stuck: false })
  expect(now.slice(2).map((line) => line.since)).toEqual(since.slice(2))
  expect(await house.client().accounts.get({ account: stuck[0]?.id ?? 0 })).toMatchObject({
    stuck: true,
    state: 'watching',
  })
  expect(createsOf(house.sandbox)).toHaveLength(4)
})

test('a wrong status path is told once for the connection, with what to check; it is over when the path is right', async () => {
  const house = await openHouse({ sandbox: { speed: 'instant' } })
  const wrong = { ...house.settings, statusPath: '/elsewhere/{external_account_number}/' }
  await house.client().connections.save({ name: 'sandbox', settings: wrong })
  const notices: string[] = []
  const listening = new AbortController()
  const events = await house.client().events(undefined, { signal: listening.signal })
  const heard = (async () => {
    for await (const event of events) if (event.kind === 'notice') notices.push(event.message)
  })()
  const batch = await house.load(await plainAccounts(house.folder, numbered(12)), null)
  await house.validate(batch)
  await house.release(batch)
  const view = await house.until(
    batch,
    ({ watching, states }) => watching.cannotRead !== null && states.watching === 12,
  )
  expect(view.watching.cannotRead).toMatchObject({ httpStatus: 404 })
  expect(view.pauses, 'creates go on').toEqual([])
  expect(await kindsOf(house, batch)).toContain('statuses_unreadable')

  await house.client().connections.save({ name: 'sandbox', settings: house.settings })
  const settled = await house.until(batch, ({ states }) => states.settled === 12)
  expect(settled.watching.cannotRead).toBeNull()
  expect(settled.outcomes.created).toBe(12)
  await house.stop()
  listening.abort()
  await heard
  expect(notices.filter((message) => message.includes('Statuses cannot be read'))).toHaveLength(1)
  expect(notices.join()).toContain('Check the base address and the status path')
})

test('an attempt tells its exact bytes, where they went and what came back; damaged bytes are said to be so', async () => {
  const house = await openHouse({ sandbox: { speed: 'instant' } })
  house.sandbox.faults.add({ route: 'create', count: 1, effect: { kind: 'reset', when: 'before_work' } })
  const batch = await house.load(await plainAccounts(house.folder, numbered(1)), null)
  await house.send(batch)
  const [line] = await linesOf(house, batch)
  const account = line?.id ?? 0
  const posts = house.exchanges.filter(({ url, method }) => method === 'POST' && url.endsWith('/accounts/'))
  expect(posts).toHaveLength(2)
  const [first, second] = [
    await house.client().accounts.attempt({ account, number: 1 }),
    await house.client().accounts.attempt({ account, number: 2 }),
  ]
  expect(second).toMatchObject({
    number: 2,
    method: 'POST',
    path: '/v2/data-import/accounts/',
    body: posts[1]?.sent,
    intact: true,
    class: 'yes',
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
  const judgements = await house.client().accounts.judgements({ account })
  expect(judgements).toMatchObject([{ pass: 1, verdict: 'cleared', httpStatus: 200, current: true }])
  await expect(house.client().accounts.attempt({ account, number: 3 })).rejects.toThrow('it was sent 2 times')

  await meanwhile(house, (database) => database.exec("UPDATE payload SET body = CAST('{}' AS BLOB)"))
  expect(await house.client().accounts.attempt({ account, number: 2 })).toMatchObject({
    intact: false,
    body: '{}',
  })
})
