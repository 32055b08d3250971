// Tests lists of accounts: a page is found along an index, however many accounts there are, and in the order of a
// plain query.
import { expect, test } from 'vitest'
import type { AccountState } from '../../../shared/sending/states.ts'
import { stuckAfterMs } from '../../../shared/sending/connection.ts'
import { createGridStore } from '../../../electron/engine/store/lookup/grid.ts'
import { practiceStore, start } from './practice-store.ts'

const states: readonly AccountState[] = ['unvalidated', 'validated', 'queued', 'unconfirmed', 'processing']

async function mixedStore() {
  const practice = await practiceStore({ accounts: 60 })
  const put = practice.database.prepare('UPDATE account SET state = ?, first_sent_at = ? WHERE id = ?')
  practice.ids.forEach((id, at) =>
    put.run(states[at % states.length], at % 3 === 0 ? null : start - (at % 7), id),
  )
  return practice
}

test('a page holds what a plain query finds, for any states and any place in the list', async () => {
  const { database, store, batch } = await mixedStore()
  const plainly = database
    .prepare(
      `SELECT id FROM account WHERE batch_id = ? AND state IN (SELECT value FROM json_each(?))
       ORDER BY ifnull(first_sent_at, 9e15), position LIMIT ? OFFSET ?`,
    )
    .pluck()
  const asked: readonly (readonly AccountState[])[] = [
    ['processing'],
    ['queued', 'processing'],
    states,
    ['done'],
    [],
  ]
  for (const wanted of asked)
    for (const [offset, limit] of [
      [0, 5],
      [7, 20],
      [58, 10],
    ] as const) {
      const page = store.grid.list(batch, { states: wanted }, start, stuckAfterMs.parse({}), offset, limit)
      const ids = plainly.all(batch, JSON.stringify(wanted), limit, offset)
      expect(page.accounts.map(({ id }) => id)).toEqual(ids)
      expect(page.total).toBe(plainly.all(batch, JSON.stringify(wanted), 1000, 0).length)
    }
})

test('a page is walked to along an index and never sorted', async () => {
  const { database, batch } = await mixedStore()
  const prepared: string[] = []
  const prepare = database.prepare.bind(database)
  database.prepare = (sql: string) => {
    prepared.push(sql)
    return prepare(sql)
  }
  const grid = createGridStore(database)
  grid.list(batch, { states }, start, stuckAfterMs.parse({}), 10, 10)
  const sql = prepared.find((one) => one.includes('LIMIT @limit')) ?? ''
  const plan = prepare(`EXPLAIN QUERY PLAN ${sql}`).all({ batch, limit: 10, offset: 10 }) as {
    detail: string
  }[]
  const details = plan.map(({ detail }) => detail)
  expect(details.filter((detail) => detail.includes('account_in_order'))).toHaveLength(states.length)
  expect(details.filter((detail) => /USE TEMP B-TREE|SCAN account/.test(detail))).toEqual([])
})
