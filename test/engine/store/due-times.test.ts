// Tests due times after the wall clock was set: they are corrected in steps, each account exactly once wherever a
// step is interrupted, and by indexes alone.
import type { Database } from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createDueStore } from '../../../electron/engine/store/sending/status/due-times.ts'
import { createJobStore } from '../../../electron/engine/store/jobs/jobs.ts'
import { createMachineStore } from '../../../electron/engine/store/sending/machine.ts'
import { practiceStore, start, wentBack, whole } from './practice-store.ts'
import { placeAccount } from './place-account.ts'

const hour = 3_600_000

const dues = (database: Database): Map<number, number> =>
  new Map(
    database
      .prepare(
        'SELECT id, ifnull(r.due_at, a.due_at) FROM account a LEFT JOIN recheck r ON r.account_id = a.id',
      )
      .raw()
      .all() as [number, number][],
  )

/** Every kind of due time. */
const ways = [
  "state = 'queued'",
  "state = 'unvalidated'",
  "state = 'processing', service_status = 'PENDING'",
  "state = 'unconfirmed'",
  "state = 'done', outcome = 'created'",
  "state = 'done', outcome = 'created'",
]

/** Accounts with every kind of wait, due at thirty times from `start` on, many of them at the same time. */
async function waitingAhead() {
  const practice = await practiceStore({ accounts: 1500 })
  for (const [at, way] of ways.entries())
    practice.database
      .prepare(
        `UPDATE account SET ${way}, due_at = @start + id / 6 % 30 * 60000, since = @start WHERE id % 6 = @at`,
      )
      .run({ start, at })
  for (const [at, asked] of [
    [4, 0],
    [5, 1],
  ])
    practice.database
      .prepare(
        `INSERT INTO recheck (account_id, batch_id, connection_id, asked, due_at)
         SELECT id, batch_id, connection_id, ?, due_at FROM account WHERE id % 6 = ?`,
      )
      .run(asked, at)
  return practice
}

describe('a clock that was set back', () => {
  test.each([0, 1, 4, 7, 10])(
    'after a crash behind piece %i each account has been put forward once',
    async (pieces) => {
      const { database, store, connection } = await waitingAhead()
      const before = dues(database)
      store.dues.clockWentBack(connection, hour, start - hour)
      const first = store.dues.follow(connection, start - hour)
      for (let at = 0; at < pieces; at += 1) first.next()
      const late = createDueStore(database, createJobStore(database))
      whole(late.follow(connection, start - hour))
      whole(late.follow(connection, start - hour))
      const forward = [...before].map(([id, due]) => [id, due - hour])
      expect([...dues(database)]).toEqual(forward)
    },
  )

  test('twice before the correction moves them forward by both', async () => {
    const { database, store, connection, first } = await waitingAhead()
    const before = dues(database).get(first) ?? 0
    store.dues.clockWentBack(connection, hour, start - hour)
    store.dues.clockWentBack(connection, hour, start - 2 * hour)
    whole(store.dues.follow(connection, start - 2 * hour))
    expect(dues(database).get(first)).toBe(before - 2 * hour)
  })

  test('leaves what is due alone, and what is of another connection or of no time', async () => {
    const { database, store, connection, ids } = await waitingAhead()
    const other = store.connections.save(
      'other',
      store.connections.get(connection)?.settings ?? fail(),
      start,
    )
    const [due = 0, theirs = 0, validated = 0] = ids
    placeAccount(database, due, { due_at: start - 2 * hour })
    placeAccount(database, theirs, { connection_id: other, due_at: start + hour })
    placeAccount(database, validated, { state: 'validated', due_at: start + hour })
    wentBack(store, connection, hour, start - hour)
    const after = dues(database)
    expect(after.get(due)).toBe(start - 2 * hour)
    expect(after.get(theirs)).toBe(start + hour)
    expect(after.get(validated)).toBe(start + hour)
  })
})

test('a cap that is cut anywhere is whole after the next', async () => {
  const { database, store, connection } = await waitingAhead()
  database.prepare('UPDATE account SET due_at = ? + id').run(start + 99 * hour)
  database.prepare('UPDATE recheck SET due_at = ? + account_id').run(start + 99 * hour)
  const cut = store.dues.cap(connection, start, hour, hour)
  cut.next()
  cut.next()
  expect(new Set(dues(database).values()).size).toBeGreaterThan(1)
  whole(store.dues.cap(connection, start, hour, hour))
  expect([...new Set(dues(database).values())]).toEqual([start + hour])
})

test('every statement goes by an index that has what it looks for in order', async () => {
  const { database } = await practiceStore()
  const statements: string[] = []
  const prepare = database.prepare.bind(database)
  const listening = new Proxy(database, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string) => {
            statements.push(sql)
            return prepare(sql)
          }
        : (Reflect.get(target, name) as unknown),
  })
  createDueStore(listening, createJobStore(database))
  createMachineStore(listening)
  const plans = statements
    .filter((sql) => sql.includes('account'))
    .flatMap((sql) => {
      const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name ?? '', 1])
      const rows = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Object.fromEntries(names)) as { detail: string }[]
      return rows.map(({ detail }) => detail)
    })
  expect(plans.length).toBeGreaterThan(20)
  expect(
    plans.filter((detail) => /SCAN (account|recheck)\b(?!_)|account_by_identity|TEMP B-TREE/.test(detail)),
  ).toEqual([])
})

function fail(): never {
  throw new Error('There is no connection')
}
