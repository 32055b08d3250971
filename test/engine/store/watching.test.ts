// Tests the durable state of status reads: which status is read next, ages, rechecking many accounts, and clocks that
// were set. None of it costs more with a hundred thousand accounts than with ten.
import type { Database } from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { isDeepStrictEqual as isEqual } from 'node:util'
import { createJobStore } from '../../../electron/engine/store/jobs/jobs.ts'
import { createRecheckStore } from '../../../electron/engine/store/sending/status/rechecks.ts'
import { createStatusStore } from '../../../electron/engine/store/sending/status/watching.ts'
import { isStuck } from '../../../electron/engine/sending/status/stuck.ts'
import { accountStates } from '../../../shared/sending/states.ts'
import { stuckAfterMs } from '../../../shared/sending/connection.ts'
import { storeSaid } from '../../../shared/texts/message.ts'
import {
  addAccounts,
  addBatch,
  numbered,
  practiceStore,
  start,
  type PracticeStore,
  wentBack,
  whole,
} from './practice-store.ts'
import { placeAccount, recheckOf } from './place-account.ts'

const minute = 60_000
const day = 1440 * minute
const thresholds = stuckAfterMs.parse({})

/** The plan of every statement that a store prepares, by its text. */
function plansOf(database: Database, create: (database: Database) => unknown): Map<string, string[]> {
  const texts: string[] = []
  const noting = new Proxy(database, {
    get(target, name) {
      if (name === 'prepare')
        return (sql: string) => {
          texts.push(sql)
          return target.prepare(sql)
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  create(noting)
  return new Map(texts.map((sql) => [sql, planOf(database, sql)]))
}

function planOf(database: Database, sql: string): string[] {
  const named = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 0]))
  const unnamed = [...sql].filter((letter) => letter === '?').map(() => 0)
  const statement = database.prepare(`EXPLAIN QUERY PLAN ${sql}`)
  const rows = Object.keys(named).length > 0 ? statement.all(named) : statement.all(...unnamed)
  return (rows as { detail: string }[]).map(({ detail }) => detail)
}

const dueOf = (database: Database, id: number): unknown =>
  database.prepare('SELECT due_at FROM recheck WHERE account_id = ?').pluck().get(id)

const watched = { state: 'processing', attempts: 1, since: start }
const done = { state: 'done', outcome: 'failed', attempts: 1, since: start } as const

describe('the next status to read', () => {
  test('is found by an index in its order, and so are ages, looks and minds: nothing is walked or sorted', async () => {
    const { database } = await practiceStore()
    const plans = plansOf(database, (noting) => [
      createStatusStore(noting),
      createRecheckStore(noting, createJobStore(database)),
    ])
    expect(plans.size).toBeGreaterThan(25)
    const perAccount = [...plans].filter(([sql]) => sql.includes(' account ') && !sql.includes('payload'))
    for (const [sql, plan] of perAccount) expect(plan.join(), `of ${sql}`).not.toContain('SCAN account')
    const sorting = [...plans].filter(([, plan]) => plan.join().includes('TEMP B-TREE')).map(([sql]) => sql)
    // A page of accounts that are unconfirmed too long, and of three ranges of unlisted statuses: those are few.
    expect(sorting).toHaveLength(4)
    for (const sql of sorting) expect(sql).toMatch(/^SELECT id, since .*('unconfirmed'|service_status [<>])/s)
    const plansWith = (sql: RegExp): string[] =>
      [...plans].filter(([text]) => sql.test(text)).map(([, plan]) => plan.join())
    const expectAll = (sql: RegExp, count: number, index: string): void => {
      const found = plansWith(sql)
      expect(found, `of ${sql.source}`).toHaveLength(count)
      for (const plan of found) expect(plan).toContain(index)
    }
    expectAll(
      /^SELECT id FROM account.*status_path IS NOT NULL/s,
      1,
      'account_to_read (connection_id=? AND due_at<?)',
    )
    expectAll(
      /^SELECT account_id FROM recheck.*asked = @asked/s,
      1,
      'recheck_due (connection_id=? AND asked=? AND due_at<?)',
    )
    expectAll(/^SELECT due_at.*status_path IS NOT NULL/s, 1, 'account_to_read (connection_id=? AND due_at>?)')
    expectAll(/^SELECT due_at.*asked = @asked/s, 1, 'recheck_due (connection_id=? AND asked=? AND due_at>?)')
    expectAll(/count\(\*\) FROM.*since < @before/s, 7, 'COVERING INDEX account_since (batch_id=? AND state=?')
    expectAll(
      /changed_after_done WHERE .*at > @after/s,
      1,
      'COVERING INDEX changed_after_done_of_batch (batch_id=? AND at>?)',
    )
    expectAll(/^SELECT.*asked = 1\)?$/s, 2, 'COVERING INDEX recheck_asked (batch_id=?)')
  })

  test('is that of the longest overdue, unconfirmed or watched, of this connection, and with a path', async () => {
    const practice = await practiceStore({ accounts: 6 })
    const { store, database, connection, ids } = practice
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids
    placeAccount(database, a, { ...watched, due_at: start - 10 })
    placeAccount(database, b, { state: 'unconfirmed', attempts: 1, due_at: start - 30 })
    placeAccount(database, c, { ...watched, due_at: start + 1 })
    placeAccount(database, d, { ...watched, due_at: start - 50, status_path: null })
    placeAccount(database, e, { ...done, due_at: start - 99 })
    placeAccount(database, f, { ...watched, due_at: start - 30 })
    expect(store.processing.toRead(connection, start, 10)).toEqual([b, f, a])
    expect(store.processing.toRead(connection, start, 1)).toEqual([b])
    expect(store.processing.toRead(connection + 1, start, 10)).toEqual([])
    expect(store.processing.toRecheck(connection, start, 10)).toEqual([])
    expect(store.processing.nextDue(connection, start)).toBe(start + 1)
  })

  test('among done accounts is one that a person asked for, then those whose recheck is due', async () => {
    const { store, database, connection, ids } = await practiceStore({ accounts: 4 })
    const [a = 0, b = 0, c = 0, d = 0] = ids
    placeAccount(database, a, { ...done, recheck: 'planned', due_at: start - 50 })
    placeAccount(database, b, { ...done, recheck: 'asked', due_at: start - 10 })
    placeAccount(database, c, { ...done, recheck: 'asked', due_at: start - 20 })
    placeAccount(database, d, { ...done, recheck: 'planned', due_at: start + 5 })
    expect(store.processing.toRecheck(connection, start, 10)).toEqual([c, b, a])
    expect(store.processing.toRecheck(connection, start, 3)).toEqual([c, b, a])
    expect(store.processing.toRecheck(connection, start, 2)).toEqual([c, b])
    expect(store.processing.nextDue(connection, start)).toBe(start + 5)
  })
})

describe('ages', () => {
  const cases = [
    ['unconfirmed', null, 30 * minute],
    ['processing', null, 30 * minute],
    ['processing', 'PENDING', 4 * day],
    ['processing', 'IN_PROGRESS', day],
    ['processing', 'PONDERING', day],
    ['processing', 'AWAITING', day],
    ['processing', 'MAYBE', day],
    ['processing', '', day],
  ] as const

  test('are past their threshold in the count, in both lists and in words alike, and not a moment before', async () => {
    const { store, database, batch, first } = await practiceStore()
    for (const [state, word, after] of cases) {
      placeAccount(database, first, { state, service_status: word, since: start, attempts: 1 })
      const count = (now: number): number => {
        const account = store.accounts.get(first)
        const total = (more: object): number =>
          store.grid.list(batch, { states: [state], ...more }, now, thresholds, 0, 10).total
        const counted = store.processing.stuck(batch, thresholds, now)
        const others = [
          total({ stuck: true }),
          total({ needPerson: true }),
          Number(isStuck(account, thresholds, now)),
        ]
        expect(others, `${state} ${word}`).toEqual([counted, counted, counted])
        return counted
      }
      expect(count(start + after), `${state} ${word}`).toBe(0)
      expect(count(start + after + 1), `${state} ${word}`).toBe(1)
      expect(count(start - day), `${state} ${word}`).toBe(0)
    }
  })

  test('of accounts that are not in progress at the service alert nobody', async () => {
    const { store, database, batch, first } = await practiceStore()
    for (const state of ['queued', 'sending', 'done', 'unvalidated']) {
      placeAccount(database, first, { state, since: 0, outcome: state === 'done' ? 'created' : null })
      expect(store.processing.stuck(batch, thresholds, start), `of ${state}`).toBe(0)
      expect(isStuck(store.accounts.get(first), thresholds, start), `of ${state}`).toBe(false)
    }
  })

  test('never begin in a time to come: a clock that was ahead and is set back begins them again', async () => {
    const { store, database, connection, first } = await practiceStore()
    placeAccount(database, first, { ...watched, since: start + 10 * 365 * day, due_at: start })
    wentBack(store, connection, 10 * 365 * day)
    expect(store.accounts.get(first).since).toBe(start)
    placeAccount(database, first, { since: start + 1 })
    whole(store.dues.cap(connection, start, minute, day))
    expect(store.accounts.get(first).since).toBe(start)
    placeAccount(database, first, { since: start - day })
    whole(store.dues.cap(connection, start, minute, day))
    expect(store.accounts.get(first).since).toBe(start - day)
  })
})

test('the list of those that need a person has each of them once, whatever makes it need one, and no other', async () => {
  const { store, database, batch, ids } = await practiceStore({ accounts: 12 })
  const old = { since: start - 9 * day }
  const needing: readonly Readonly<Record<string, unknown>>[] = [
    { state: 'invalid' },
    { state: 'rejected' },
    { ...done, outcome: 'already_there' },
    { ...done, outcome: 'cancelled', held_reason: storeSaid('ask'), held_until: start - 1 },
    { ...watched, ...old, service_status: 'PENDING', held_reason: storeSaid('ask') },
    { ...watched, ...old, service_status: 'PONDERING' },
    { state: 'unconfirmed', attempts: 1, ...old },
  ]
  const others: readonly Readonly<Record<string, unknown>>[] = [
    { state: 'invalid', excluded: 1, held_reason: storeSaid('never') },
    { state: 'rejected', held_reason: storeSaid('later'), held_until: start + 1 },
    { ...done, outcome: 'created', since: 0 },
    { ...watched, service_status: 'PENDING' },
    { state: 'unvalidated' },
  ]
  for (const [at, fields] of [...needing, ...others].entries()) placeAccount(database, ids[at] ?? 0, fields)
  const page = store.grid.list(batch, { states: accountStates, needPerson: true }, start, thresholds, 0, 100)
  expect(page.accounts.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.slice(0, needing.length))
  expect(page.total).toBe(needing.length)
  const some = store.grid.list(batch, { states: ['rejected'], needPerson: true }, start, thresholds, 0, 100)
  expect(some.accounts.map(({ id }) => id)).toEqual([ids[1]])
  const all = store.grid.list(batch, { states: ['invalid', 'unvalidated'] }, start, thresholds, 0, 1)
  expect([all.total, all.accounts.length]).toEqual([3, 1])
})

test('the service’s statuses are counted over all sent accounts, with the account that has been in progress longest', async () => {
  const { store, database, batch, ids } = await practiceStore({ accounts: 7 })
  expect(store.processing.serviceWords(batch)).toEqual({ words: [], longest: null })
  const said = [
    { ...watched, service_status: 'PENDING', since: start - 1 },
    { ...watched, service_status: 'PENDING', since: start - 5 },
    { ...watched, service_status: null, since: start - 3 },
    { state: 'unconfirmed', attempts: 1, since: start - 2 },
    { ...done, service_status: 'ERRORED', since: start - 99 },
    { ...done, service_status: 'PENDING' },
  ]
  for (const [at, fields] of said.entries()) placeAccount(database, ids[at] ?? 0, fields)
  expect(store.processing.serviceWords(batch)).toEqual({
    words: [
      { word: 'PENDING', accounts: 3 },
      { word: null, accounts: 2 },
      { word: 'ERRORED', accounts: 1 },
    ],
    longest: ids[1],
  })
})

test('stuck accounts come in pages, longest in their state first, whatever they wait for', async () => {
  const { store, database, batch, ids } = await practiceStore({ accounts: 6 })
  const words = ['PENDING', null, 'PONDERING', 'IN_PROGRESS', 'PENDING', 'AWAITING']
  for (const [at, id] of ids.entries())
    placeAccount(database, id, { ...watched, service_status: words[at], since: start - (30 - at) * day })
  const pages = [0, 2, 4, 6].map((offset) =>
    store.processing.stuckAccounts(batch, thresholds, start, offset, 2),
  )
  expect(pages.flat()).toEqual(ids)
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 0])
})

describe('rechecks and a clock that was set', () => {
  test('a recheck comes as soon as it was meant to, and never later than its longest wait', async () => {
    const { store, database, connection, ids } = await practiceStore({ accounts: 2 })
    const [a = 0, b = 0] = ids
    placeAccount(database, a, { ...done, recheck: 'planned', due_at: start + day })
    placeAccount(database, b, { ...done, recheck: 'none', due_at: start + 5 * day })
    wentBack(store, connection, 3_600_000)
    expect(dueOf(database, a)).toBe(start + day - 3_600_000)
    placeAccount(database, a, { recheck: 'planned', due_at: start + 99 * day })
    whole(store.dues.cap(connection, start, minute, day))
    expect(dueOf(database, a)).toBe(start + day)
    expect(store.accounts.get(b).due_at).toBe(start + 5 * day)
  })

  test('a recheck that the settings want no more is not made; what a person asked for is', async () => {
    const { store, database, connection, ids } = await practiceStore({ accounts: 2 })
    const [a = 0, b = 0] = ids
    placeAccount(database, a, { ...done, recheck: 'planned', due_at: start - 1 })
    placeAccount(database, b, { ...done, recheck: 'asked', due_at: start - 1 })
    whole(store.dues.cap(connection, start, minute, null))
    expect(store.processing.toRecheck(connection, start, 10)).toEqual([b])
  })
})

describe('rechecking at many', () => {
  /** All marked, as the engine does it, page by page. */
  function markAll(
    { store, batch }: PracticeStore,
    what: 'watched' | 'done' | 'stop',
    again: number | null = day,
  ): number {
    const [job] = store.jobs.ofBatch('recheck', batch).filter((one) => isEqual(one.arguments, { what }))
    if (job === undefined) throw new Error('Nothing is to be marked')
    for (let pages = 0; ; pages += 1) {
      const step = store.jobs.step(job.id, (now) => store.rechecks.step(now, start + minute, again))
      if (step === null || step.isLast) return pages
    }
  }
  const looks = ({ database }: PracticeStore): Record<string, number> =>
    Object.fromEntries(
      database.prepare('SELECT asked, count(*) FROM recheck GROUP BY asked').raw().all() as [
        number,
        number,
      ][],
    )

  test('marks every done account that was sent, in pages that a restart goes on with', async () => {
    const practice = await practiceStore({ accounts: 2500 })
    const { store, database, batch, connection, ids } = practice
    database
      .prepare(`UPDATE account SET state = 'done', outcome = 'created', attempts = 1, since = ?`)
      .run(start)
    placeAccount(database, ids[0] ?? 0, { attempts: 0 })
    placeAccount(database, ids[1] ?? 0, { state: 'processing', outcome: null })
    const other = addBatch(store, connection)
    addAccounts(store, other, connection, numbered(3), { supplier: 'OTHER' })
    const { accounts, job } = store.rechecks.begin(batch, 'done', start)
    expect(accounts).toBe(2498)
    store.jobs.step(job, (now) => store.rechecks.step(now, start, day))
    expect(store.rechecks.waiting(batch)).toBe(998)
    expect(store.rechecks.end(batch)).toBeNull()
    expect(store.jobs.all()).toMatchObject([
      { kind: 'recheck', batch, arguments: { what: 'done' }, total: 2498, cursor: { position: 999 } },
    ])
    expect(markAll(practice, 'done')).toBe(2)
    expect(store.rechecks.waiting(batch)).toBe(2498)
    expect(store.jobs.all()).toEqual([])
    expect(looks(practice)).toEqual({ 1: 2498 })
  })

  test('ends once, when the last of them was read', async () => {
    const practice = await practiceStore({ accounts: 2 })
    const { store, database, batch, ids } = practice
    for (const id of ids) placeAccount(database, id, done)
    store.rechecks.begin(batch, 'done', start)
    markAll(practice, 'done')
    const [a = 0, b = 0] = ids
    store.accounts.move(a, 'done', 'done', { recheck: null })
    expect(store.rechecks.end(batch)).toBeNull()
    store.accounts.move(b, 'done', 'done', { recheck: null })
    expect(store.rechecks.end(batch)).toMatchObject({ accounts: 2, at: start })
    expect(store.rechecks.end(batch)).toBeNull()
  })

  test('that is stopped removes the marks, and what was to be looked at by itself still is', async () => {
    const practice = await practiceStore({ accounts: 4 })
    const { store, database, batch, ids } = practice
    const [a = 0, b = 0, c = 0, d = 0] = ids
    placeAccount(database, a, { ...done, recheck: 'planned', due_at: start + day })
    placeAccount(database, b, { ...done, outcome: 'created', platform_identifier: 'P-1' })
    placeAccount(database, c, { ...done, since: start - 2 * day })
    placeAccount(database, d, { ...done, outcome: 'created', platform_identifier: null })
    store.rechecks.begin(batch, 'done', start)
    markAll(practice, 'done')
    expect(store.rechecks.waiting(batch)).toBe(4)
    store.rechecks.stop(batch, start + minute)
    markAll(practice, 'stop')
    expect(store.rechecks.waiting(batch)).toBe(0)
    expect(store.rechecks.find(batch)).toBeNull()
    expect(store.jobs.all()).toEqual([])
    expect([a, b, c, d].map((id) => recheckOf(database, id))).toEqual(['planned', 'none', 'none', 'planned'])
    expect(dueOf(database, a)).toBe(start + day)
  })

  test('that is stopped leaves no recheck where there is none by the settings', async () => {
    const practice = await practiceStore()
    const { store, database, batch, first } = practice
    placeAccount(database, first, done)
    store.rechecks.begin(batch, 'done', start)
    markAll(practice, 'done')
    store.rechecks.stop(batch, start)
    markAll(practice, 'stop', null)
    expect(recheckOf(database, first)).toBe('none')
  })

  test('of those in progress makes all of them due, and leaves nothing behind', async () => {
    const practice = await practiceStore({ accounts: 3 })
    const { store, database, batch, connection, ids } = practice
    const [a = 0, b = 0, c = 0] = ids
    placeAccount(database, a, { ...watched, due_at: start + day })
    placeAccount(database, b, { state: 'unconfirmed', attempts: 1, due_at: start + 2 * day })
    placeAccount(database, c, { ...done, due_at: 0 })
    expect(store.rechecks.begin(batch, 'watched', start).accounts).toBe(2)
    markAll(practice, 'watched')
    expect(store.processing.toRead(connection, start + minute, 10)).toEqual([a, b])
    expect(store.jobs.all()).toEqual([])
    expect(looks(practice)).toEqual({})
  })
})

test('an account that is edited after it was done is not rechecked, and its changed mind is forgotten', async () => {
  const { store, database, batch, connection, first } = await practiceStore()
  placeAccount(database, first, { ...done, recheck: 'asked', changed_at: start, due_at: start })
  expect(store.processing.mindChanged(batch, 0)).toBe(1)
  expect(store.processing.mindChanged(batch, start)).toBe(0)
  store.accounts.move(first, 'done', 'unvalidated', { outcome: null })
  expect(store.accounts.details(first).changed_at).toBeNull()
  expect(recheckOf(database, first)).toBe('none')
  expect(store.processing.toRecheck(connection, start, 10)).toEqual([])
  expect(store.processing.mindChanged(batch, 0)).toBe(0)
})
