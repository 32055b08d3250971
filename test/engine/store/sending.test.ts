// Tests the durable state of sending: moves, counts, attempts and their bytes, releasing, lanes, a full disk, and the
// query plans that keep a batch of 100,000 accounts fast.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDiskTrouble } from '../../../electron/engine/store/database/disk-trouble.ts'
import type { AttemptEnd } from '../../../electron/engine/store/sending/attempts/attempts.ts'
import { tallyWaves } from '../../../electron/engine/api/views/wave-tally.ts'
import { accountStates, mayMove, type AccountState } from '../../../shared/sending/states.ts'
import { english } from '../../support/english.ts'
import {
  addAccounts,
  addBatch,
  clear,
  numbered,
  practiceStore,
  queue,
  release,
  start,
  cancelQueued,
  wentBack,
  whole,
} from './practice-store.ts'
import { beginAttempt } from './begin-attempt.ts'

const ended = (kind: AttemptEnd['class']): AttemptEnd => ({
  class: kind,
  endedAt: start + 1000,
  httpStatus: null,
  code: null,
  answer: null,
  skewMs: null,
})

describe('moves', () => {
  test('that are not in the table are refused, each of them, and nothing changes', async () => {
    const { store, database, first } = await practiceStore()
    const pairs = accountStates.flatMap((from) => accountStates.map((to) => ({ from, to })))
    const wrong = pairs.filter(({ from, to }) => from !== to && !mayMove(from, to))
    expect(wrong.length).toBeGreaterThan(39)
    for (const { from, to } of wrong) {
      place(database, first, from)
      expect(() => store.accounts.move(first, from, to, outcomeFor(to))).toThrow(`from ${from} to ${to}`)
      expect(store.accounts.get(first).state).toBe(from)
    }
  })

  test('from a state in which the account is not, throws and changes nothing', async () => {
    const { store, first } = await practiceStore()
    expect(() => store.accounts.move(first, 'validated', 'queued')).toThrow('was not validated')
    expect(store.accounts.get(first).state).toBe('unvalidated')
  })
})

test('counts fed by triggers equal a recount after any moves, holds and removals', async () => {
  const { store, database, batch, ids } = await practiceStore({ accounts: 8 })
  const recount = database.prepare(
    `SELECT state, ifnull(outcome, '') AS outcome, held_reason IS NOT NULL AS held, count(*) AS count FROM account
     WHERE batch_id = ? GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
  const kept = database.prepare(
    'SELECT state, outcome, held, sum(count) AS count FROM account_count WHERE batch_id = ? AND count > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
  )
  const step = fc.record({
    at: fc.nat(ids.length - 1),
    choice: fc.nat(),
    held: fc.option(fc.constantFrom('wait', 'ask')),
    outcome: fc.constantFrom('created', 'failed', 'already_there'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      for (const { at, choice, held, outcome } of steps) {
        const id = ids[at] ?? 0
        const { state } = store.accounts.get(id)
        const next = accountStates.filter((to) => mayMove(state, to))
        const to = next[choice % next.length] ?? state
        store.accounts.move(id, state, to, { held_reason: held, outcome: to === 'done' ? outcome : null })
      }
      expect(kept.all(batch)).toEqual(recount.all(batch))
      const counts = store.batches.counts(batch)
      expect(counts.accounts).toBe(ids.length)
      expect(Object.values(counts.states).reduce((sum, count) => sum + count, 0)).toBe(ids.length)
    }),
    { numRuns: 60 },
  )
  database.prepare('DELETE FROM account WHERE id = ?').run(ids[0])
  expect(kept.all(batch)).toEqual(recount.all(batch))
})

describe('an attempt', () => {
  test('is written with its bytes before anything else, and its account is sending', async () => {
    const practice = await practiceStore()
    queue(practice)
    const { store, first, database } = practice
    const attempt = beginAttempt(store, first, start, 250)
    expect(attempt).toMatchObject({ accountId: first, number: 1, startedAt: start })
    expect(database.prepare('SELECT number, class, ended_at, skew_ms FROM attempt').all()).toEqual([
      { number: 1, class: null, ended_at: null, skew_ms: 250 },
    ])
    expect(store.accounts.get(first)).toMatchObject({ state: 'sending', attempts: 1, first_sent_at: start })
    expect(store.sending.nextQueued(practice.connection, start)).toBeNull()
  })

  test('is closed once, and its bytes, number and start never change', async () => {
    const practice = await practiceStore()
    queue(practice)
    const { store, first, database } = practice
    const attempt = beginAttempt(store, first, start, null)
    if (attempt === null) throw new Error('not begun')
    for (const column of ['payload_id', 'sha256', 'started_at', 'number', 'account_id']) {
      expect(() => database.prepare(`UPDATE attempt SET ${column} = ${column}`).run()).toThrow('append-only')
    }
    store.sending.endAttempt(attempt, ended('accepted'), 'processing', {})
    expect(() => database.prepare("UPDATE attempt SET class = 'rejected'").run()).toThrow('closed once')
    expect(() => store.sending.endAttempt(attempt, ended('rejected'), 'rejected', {})).toThrow('closed once')
    expect(store.accounts.get(first).state).toBe('processing')
  })

  test('and its move are one transaction: a move that fails leaves the attempt open', async () => {
    const practice = await practiceStore()
    queue(practice)
    const { store, first, database } = practice
    const attempt = beginAttempt(store, first, start, null)
    if (attempt === null) throw new Error('not begun')
    expect(() => store.sending.endAttempt(attempt, ended('accepted'), 'unvalidated', {})).toThrow(
      'sending to unvalidated',
    )
    expect(() =>
      store.sending.endAttempt(attempt, ended('accepted'), 'processing', {}, () => {
        throw new Error('what goes with it failed')
      }),
    ).toThrow('what goes with it')
    expect(database.prepare('SELECT ended_at FROM attempt').pluck().get()).toBeNull()
    expect(store.accounts.get(first).state).toBe('sending')
  })

  test('whose stored bytes do not match their hash is never begun: the account is held', async () => {
    const practice = await practiceStore()
    queue(practice)
    const { store, first, database } = practice
    database
      .prepare("UPDATE payload SET body = CAST(replace(CAST(body AS TEXT), 'Ina', 'Ida') AS BLOB)")
      .run()
    expect(beginAttempt(store, first, start, null)).toBeNull()
    expect(database.prepare('SELECT count(*) FROM attempt').pluck().get()).toBe(0)
    const held = store.accounts.get(first)
    expect(held.state).toBe('validated')
    expect(english(held.held_reason)).toContain('damaged')
    expect(release(practice)).toMatchObject({ released: 0, elsewhere: 0 })
  })

  test('that a crash left open is unconfirmed at the next start; the third time its account is held', async () => {
    const practice = await practiceStore()
    queue(practice)
    const { store, first } = practice
    for (let crash = 1; crash <= 3; crash += 1) {
      beginAttempt(store, first, start, null)
      expect(store.sending.recover(start)).toEqual({ unconfirmed: 1, quarantined: crash === 3 ? 1 : 0 })
      expect(store.accounts.get(first)).toMatchObject({ state: 'unconfirmed' })
      expect(store.history.events(first)[0]).toMatchObject({ detail: { crashes: crash } })
      store.accounts.move(first, 'unconfirmed', 'queued')
    }
    expect(english(store.accounts.get(first).held_reason)).toContain('three times')
    expect(store.sending.nextQueued(practice.connection, start)).toBeNull()
  })

  test('sent again with the same bytes looks for the process of the first attempt that may have arrived', async () => {
    const practice = await practiceStore()
    queue(practice)
    const { store, first } = practice
    const send = (at: number, kind: AttemptEnd['class'], to: AccountState): void => {
      const attempt = beginAttempt(store, first, at, null)
      if (attempt === null) throw new Error('not begun')
      store.sending.endAttempt(attempt, ended(kind), to, {})
    }
    send(start, 'not_sent', 'queued')
    expect(store.sending.oursSince(first)?.started_at).toBe(start)
    send(start + 10, 'unknown', 'unconfirmed')
    store.accounts.move(first, 'unconfirmed', 'queued')
    send(start + 20, 'accepted', 'processing')
    expect(store.sending.oursSince(first)?.started_at).toBe(start + 10)
    // A create after a done account looks for its own process.
    store.accounts.move(first, 'processing', 'done', { outcome: 'failed', since: start + 30 })
    store.accounts.move(first, 'done', 'queued', { outcome: null })
    send(start + 40, 'accepted', 'processing')
    expect(store.sending.oursSince(first)?.started_at).toBe(start + 40)
  })
})

test('events are append-only', async () => {
  const { store, database, batch } = await practiceStore()
  store.accounts.addEvent(start, batch, null, 'said', {})
  expect(() => database.prepare("UPDATE event SET kind = 'unsaid'").run()).toThrow('append-only')
})

describe('releasing', () => {
  test('one account is in progress only once, whatever the batch; the other says where it is', async () => {
    const practice = await practiceStore()
    queue(practice)
    const { store, connection, database } = practice
    const other = addBatch(store, connection)
    addAccounts(store, other, connection, ['A-1', 'B-1'])
    const ids = database
      .prepare('SELECT id FROM account WHERE batch_id = ? ORDER BY id')
      .pluck()
      .all(other) as number[]
    clear({ store, ids })
    expect(release({ store, batch: other })).toMatchObject({ released: 1, elsewhere: 1 })
    const [same = 0, own = 0] = ids
    expect(store.accounts.get(same).state).toBe('invalid')
    expect(store.accounts.problems(same)).toMatchObject([{ code: 'on_its_way_elsewhere' }])
    expect(store.accounts.get(own).state).toBe('queued')
  })

  test('the table itself refuses a second one in progress', async () => {
    const practice = await practiceStore()
    queue(practice)
    const { store, connection, database } = practice
    const other = addBatch(store, connection)
    addAccounts(store, other, connection, ['A-1'])
    const id = database.prepare('SELECT id FROM account WHERE batch_id = ?').pluck().get(other) as number
    clear({ store, ids: [id] })
    expect(() => store.accounts.move(id, 'validated', 'queued')).toThrow('UNIQUE')
  })

  test('a payload that changed since it was validated stays', async () => {
    const { store, batch, first, database } = await practiceStore()
    clear({ store, ids: [first] })
    database.prepare('UPDATE validation SET payload_id = payload_id + 1').run()
    expect(release({ store, batch }).released).toBe(0)
  })

  test('a wave takes so many, in the order of the file, and what waits can be cancelled', async () => {
    const { store, batch, ids } = await practiceStore({ accounts: 5 })
    clear({ store, ids })
    release({ store, batch }, 2)
    expect(ids.map((id) => store.accounts.get(id).state)).toEqual([
      'queued',
      'queued',
      'validated',
      'validated',
      'validated',
    ])
    expect(cancelQueued({ store, batch })).toBe(2)
    expect(store.batches.counts(batch).states.validated).toBe(5)
  })
})

describe('a pause', () => {
  const paused = { reason: 'supplier_closed', code: null, message: 'closed', since: start } as const

  test('of one supplier stops its lane only, for sending and for validating', async () => {
    const { store, connection, batch, ids } = await practiceStore({ accounts: 2 })
    addAccounts(store, batch, connection, ['B-1', 'B-2'], { supplier: 'BETA', firstPosition: 10 })
    addAccounts(store, batch, connection, ['C-1'], { supplier: null, firstPosition: 20 })
    store.connections.pause({ ...paused, connectionId: connection, supplier: 'ACME' })
    const keysOf = (some: readonly number[]): string[] => some.map((id) => store.accounts.get(id).key)
    expect(keysOf(store.sending.toValidate({ id: batch, all: true }, start, 10))).toEqual([
      'B-1',
      'B-2',
      'C-1',
    ])
    const all = [...ids, ...store.sending.toValidate({ id: batch, all: true }, start, 10)]
    clear({ store, ids: all })
    release({ store, batch })
    const next = store.sending.nextQueued(connection, start)
    expect(next === null ? null : store.accounts.get(next).key).toBe('B-1')
    store.connections.pause({ ...paused, connectionId: connection, supplier: 'BETA' })
    const last = store.sending.nextQueued(connection, start)
    expect(last === null ? null : store.accounts.get(last).key).toBe('C-1')
    store.connections.resume(connection, 'ACME')
    const resumed = store.sending.nextQueued(connection, start)
    expect(resumed === null ? null : store.accounts.get(resumed).key).toBe('A-1')
  })

  test('of the connection stops everything, and outlives a restart', async () => {
    const practice = await practiceStore()
    queue(practice)
    practice.store.connections.pause({ ...paused, connectionId: practice.connection, supplier: '' })
    expect(practice.store.sending.nextQueued(practice.connection, start)).toBeNull()
    expect(practice.store.connections.pauses(practice.connection)).toHaveLength(1)
  })
})

test('an account that waits for a time by a clock that was set back waits no longer than it was to', async () => {
  const practice = await practiceStore({ accounts: 2 })
  queue(practice)
  const { store, connection, first } = practice
  const hour = 3_600_000
  store.accounts.defer(first, 'queued', start + 30_000)
  wentBack(store, connection, hour, start - hour)
  expect(store.sending.nextQueued(connection, start - hour)).toBe(practice.ids[1])
  expect(store.accounts.get(first).due_at).toBe(start + 30_000 - hour)
  store.accounts.defer(first, 'queued', start + 87_600 * hour)
  whole(store.dues.cap(connection, start, hour, null))
  expect(store.accounts.get(first).due_at).toBe(start + hour)
})

test('a full disk refuses the intent whole, and takes it once there is room', async () => {
  const practice = await practiceStore({ accounts: 3 })
  queue(practice)
  const { store, database, first } = practice
  const pages = database.pragma('page_count', { simple: true }) as number
  database.pragma(`max_page_count = ${pages}`)
  fillUp(database)
  let failure: unknown
  let begun = 0
  // Free space inside pages may last for some; eventually an intent finds none.
  for (let at = 0; at < 200 && failure === undefined; at += 1) {
    try {
      store.sending.together(() => {
        for (let more = 0; more < 200; more += 1) store.accounts.addEvent(start, null, null, 'fills', {})
        beginAttempt(store, first, start, null)
      })
      begun += 1
      break
    } catch (error) {
      failure = error
    }
  }
  expect(begun).toBe(0)
  expect(isDiskTrouble(failure)).toBe(true)
  expect(store.accounts.get(first).state).toBe('queued')
  expect(database.prepare('SELECT count(*) FROM attempt').pluck().get()).toBe(0)
  database.pragma(`max_page_count = ${pages + 1000}`)
  expect(beginAttempt(store, first, start, null)).not.toBeNull()
})

describe('with 20,000 accounts in progress', () => {
  test('no repeated query of the queue reads the whole table', async () => {
    const practice = await practiceStore({ accounts: 0 })
    const { store, database, batch, connection } = practice
    addAccounts(store, batch, connection, numbered(20_000), {
      supplierOf: (at) => (at < 19_990 ? 'ACME' : 'BETA'),
    })
    database.prepare("UPDATE account SET state = 'queued', due_at = ?").run(start)
    store.connections.pause({
      connectionId: connection,
      supplier: 'ACME',
      reason: 'supplier_closed',
      code: null,
      message: 'closed',
      since: start,
    })
    const asks: Record<string, () => unknown> = {
      nextQueued: () => store.sending.nextQueued(connection, start),
      nextDue: () => store.sending.nextDue(connection, start),
      toRead: () => store.processing.toRead(connection, start, 5),
      toValidate: () => store.sending.toValidate({ id: batch, all: true }, start, 5),
      readyCount: () => store.sending.readyCount(batch),
      standingStill: () => store.waves.standingStill(connection),
      validatedCount: () => store.waves.validatedCount(batch),
      hasLeftToSend: () => store.waves.hasLeftToSend(batch),
      waves: () => tallyWaves(store.waves.counts(batch)),
    }
    const slow = () =>
      Object.entries(asks)
        .map(([name, ask]) => ({ name, ms: fastest(ask) }))
        // Scanning 20,000 accounts takes several milliseconds, an index lookup some microseconds.
        .filter(({ ms }) => ms > 1)
    expect(slow()).toEqual([])
    const next = store.sending.nextQueued(connection, start)
    expect(next === null ? null : store.accounts.get(next).supplier).toBe('BETA')
    // A batch without progress is skipped as a whole too, and the few other accounts after it are found.
    const detail = { answers: 1, wrong: 1, times: null, account: null }
    store.waves.setStop(batch, { wave: 1, reason: 'stop_code', code: 'bad', detail, at: start })
    const other = addBatch(store, connection)
    addAccounts(store, other, connection, ['B-1'], { supplier: 'BETA' })
    const last = database.prepare('SELECT max(id) FROM account').pluck().get() as number
    database.prepare("UPDATE account SET state = 'queued', due_at = ? WHERE id = ?").run(start, last)
    expect(slow()).toEqual([])
    expect(store.sending.nextQueued(connection, start)).toBe(last)
  })
})

function fastest(ask: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round += 1) {
    const before = performance.now()
    ask()
    least = Math.min(least, performance.now() - before)
  }
  return least
}

type Connection = Awaited<ReturnType<typeof practiceStore>>['database']

function place(database: Connection, id: number, state: AccountState): void {
  database
    .prepare('UPDATE account SET state = ?, outcome = ? WHERE id = ?')
    .run(state, state === 'done' ? 'created' : null, id)
}

function outcomeFor(state: AccountState): { outcome?: 'created' } {
  return state === 'done' ? { outcome: 'created' } : {}
}

/** Uses up all free pages. */
function fillUp(database: Connection): void {
  const insert = database.prepare("INSERT INTO setting VALUES ('filler-' || random(), hex(zeroblob(250)))")
  for (let at = 0; at < 100_000; at += 1) {
    try {
      insert.run()
    } catch (error) {
      if (isDiskTrouble(error)) return
      throw error
    }
  }
}
