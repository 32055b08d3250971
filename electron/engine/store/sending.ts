// The durable side of sending: which account is next, the intent written before each create, its end written once.
// Every function is one short transaction; whoever calls does the request between them.
import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../shared/account-state.ts'
import type { MoveFields } from './account-row.ts'
import type { AccountStore } from './accounts.ts'
import { toRead } from './watching.ts'
import type { WaveStore } from './waves.ts'

export const attemptClasses = [
  'not_sent',
  'yes',
  'no',
  'exists',
  'slow_down',
  'sign_in',
  'closed',
  'odd',
  'unknown',
] as const
export type AttemptClass = (typeof attemptClasses)[number]

export type Attempt = {
  readonly id: number
  readonly accountId: number
  readonly batchId: number
  readonly number: number
  readonly payloadId: number
  readonly body: Buffer
  readonly supplier: string | null
  readonly startedAt: number
}

export type AttemptEnd = {
  readonly class: AttemptClass
  readonly endedAt: number
  readonly httpStatus: number | null
  readonly code: string | null
  /** The reply's text, cut at a length; shown, never parsed again. */
  readonly answer: string | null
  readonly skewMs: number | null
}

export type OurAttempt = {
  readonly started_at: number
  readonly ended_at: number | null
  readonly skew_ms: number | null
  readonly class: AttemptClass | null
}

/** A batch of which all ready accounts are to be judged, or only those that were asked for. */
export type BatchToJudge = { readonly id: number; readonly all: boolean }

export type SendingStore = ReturnType<typeof createSendingStore>

const nobody: ReadonlySet<number> = new Set()

export function createSendingStore(database: Database, accounts: AccountStore, waves: WaveStore) {
  const selectPaused = database.prepare('SELECT supplier FROM pause WHERE connection_id = ?').pluck()
  const selectQueued = database.prepare(
    `SELECT id, due_at FROM account WHERE connection_id = @connection AND state = 'queued' AND due_at <= @now
       AND held_reason IS NULL ORDER BY due_at, id LIMIT @limit`,
  )
  // Each state has an index of its own, which is found where the state is written out.
  const lanesOf = (state: 'queued' | 'ready') => ({
    next: database
      .prepare(
        `SELECT min(ifnull(supplier, '')) FROM account
         WHERE batch_id = @batch AND state = '${state}' AND ifnull(supplier, '') > @after`,
      )
      .pluck(),
    due: database.prepare(
      `SELECT id, due_at FROM account WHERE batch_id = @batch AND state = '${state}' AND ifnull(supplier, '') = @lane
         AND due_at <= @now AND held_reason IS NULL AND dirty IS NULL ORDER BY due_at, id LIMIT @limit`,
    ),
  })
  const lanes = { queued: lanesOf('queued'), ready: lanesOf('ready') }
  const selectMayValidate = database
    .prepare(
      `SELECT 1 FROM account a JOIN batch b ON b.id = a.batch_id WHERE a.id = @id AND a.state = 'ready' AND a.due_at <= @now
         AND a.held_reason IS NULL AND a.dirty IS NULL AND (b.validating = 1 OR a.wanted = 1)
         AND NOT EXISTS (SELECT 1 FROM pause p WHERE p.connection_id = a.connection_id AND p.supplier IN ('', ifnull(a.supplier, '')))`,
    )
    .pluck()
  const selectWanted = database.prepare(
    `SELECT id, due_at, ifnull(supplier, '') AS lane FROM account INDEXED BY account_wanted WHERE batch_id = @batch AND wanted = 1 AND state = 'ready'
       AND due_at <= @now AND held_reason IS NULL AND dirty IS NULL ORDER BY due_at, id LIMIT @limit`,
  )
  const selectBatchesOf = database.prepare('SELECT id FROM batch WHERE connection_id = ?').pluck()
  const selectConnectionOf = database.prepare('SELECT connection_id FROM batch WHERE id = ?').pluck()
  /** What waits for a time, each kind with its index. */
  const waiting = ["state = 'queued'", "state = 'ready' AND due_at > 0", toRead]
  const nextDues = waiting
    .slice(0, 2)
    .map((which) =>
      database
        .prepare(
          `SELECT min(due_at) FROM account WHERE connection_id = @connection AND ${which} AND due_at > @now`,
        )
        .pluck(),
    )
  const selectValidating = database.prepare(
    `SELECT id, validating FROM batch b WHERE connection_id = ? AND
       (validating = 1 OR EXISTS (SELECT 1 FROM account a WHERE a.batch_id = b.id AND a.wanted = 1)) ORDER BY id`,
  )
  const countReady = database.prepare(
    `SELECT ifnull(sum(count), 0) + EXISTS (SELECT 1 FROM account WHERE batch_id = @batch AND dirty IS NOT NULL) AS count
     FROM account_count WHERE batch_id = @batch AND state = 'ready' AND held = 0`,
  )
  const insertAttempt = database.prepare(
    'INSERT INTO attempt (account_id, number, payload_id, sha256, started_at, skew_ms) VALUES (?, ?, ?, ?, ?, ?)',
  )
  // The difference of the clocks belongs to the start by ours: one that the answer tells is wrong when ours was set since.
  const closeAttempt = database.prepare(
    `UPDATE attempt SET ended_at = @endedAt, class = @class, http_status = @httpStatus, code = @code, answer = @answer, skew_ms = ifnull(skew_ms, @skewMs)
     WHERE id = @id`,
  )
  // The same bytes, sent again after an attempt whose answer never came: whichever arrived, it is ours. Attempts from
  // before the account last settled belong to an older process.
  // One of which the service's clock is not known, as ours was set just before it, is no measure while there is another.
  const selectOurs = database.prepare(
    `SELECT t.started_at, t.ended_at, t.skew_ms, t.class FROM account a
     JOIN attempt latest ON latest.account_id = a.id AND latest.number = a.attempts
     JOIN attempt t ON t.account_id = a.id AND t.payload_id = latest.payload_id
     WHERE a.id = ? AND (t.id = latest.id OR
       (ifnull(t.class, 'unknown') = 'unknown' AND t.number > a.spent))
     ORDER BY t.skew_ms IS NULL, t.number LIMIT 1`,
  )
  const selectMaySend = database
    .prepare(
      `SELECT 1 FROM account a WHERE a.id = @id AND a.state = 'sending' AND a.held_reason IS NULL
         AND NOT EXISTS (SELECT 1 FROM pause p WHERE p.connection_id = a.connection_id AND p.supplier IN ('', ifnull(a.supplier, '')))
         AND NOT EXISTS (SELECT 1 FROM stop s WHERE s.batch_id = a.batch_id)`,
    )
    .pluck()
  const countUnknown = database.prepare(
    "SELECT count(*) AS count FROM attempt WHERE account_id = ? AND id <> ? AND (class IN ('unknown','yes') OR class IS NULL)",
  )
  const selectCreatedHere = database.prepare(
    `SELECT batch_id FROM account WHERE connection_id = ? AND identity = ? AND id <> ? AND outcome = 'created' LIMIT 1`,
  )
  const closeLost = database.prepare(
    "UPDATE attempt SET ended_at = ?, class = 'unknown', code = 'ended_in_flight' WHERE account_id = ? AND ended_at IS NULL",
  )
  const selectSending = database.prepare(
    `SELECT a.id, a.crashes, a.batch_id FROM batch b CROSS JOIN account a INDEXED BY account_in_order
       ON a.batch_id = b.id AND a.state = 'sending' AND a.state > ''`,
  )
  const countPerConnection = database
    .prepare(
      `SELECT ifnull(sum(c.count), 0) FROM batch b JOIN account_count c ON c.batch_id = b.id
       WHERE b.connection_id = ? AND c.state = ?`,
    )
    .pluck()

  type Due = { readonly id: number; readonly due_at: number }

  /** The first due accounts of a batch in the lanes that are not paused, in the order in which they are due. */
  function dueInLanes(
    batch: number,
    state: 'queued' | 'ready',
    paused: ReadonlySet<string>,
    now: number,
    limit: number,
  ): Due[] {
    const found: Due[] = []
    // A lane without a supplier is named by the empty text, which `>` would step over.
    let lane: string | null = ''
    while (lane !== null) {
      if (!paused.has(lane)) found.push(...(lanes[state].due.all({ batch, lane, now, limit }) as Due[]))
      lane = lanes[state].next.get({ batch, after: lane }) as string | null
    }
    return found.sort(inOrder).slice(0, limit)
  }

  /** The paused lanes of a connection; null when all of it is paused. */
  function pausedLanes(connection: number): ReadonlySet<string> | null {
    const paused = new Set(selectPaused.all(connection) as string[])
    return paused.has('') ? null : paused
  }

  /**
   * The first due accounts, at most `count`, of batches that do not stand still, in lanes that are not paused, and not
   * among `besides`.
   */
  function queuedNow(
    connection: number,
    now: number,
    count: number,
    besides: ReadonlySet<number> = nobody,
  ): number[] {
    const paused = pausedLanes(connection)
    if (paused === null) return []
    const limit = besides.size + count
    const still = waves.standingStill(connection)
    const due =
      paused.size + still.length === 0
        ? (selectQueued.all({ connection, now, limit }) as Due[])
        : (selectBatchesOf.all(connection) as number[])
            .filter((batch) => !still.includes(batch))
            .flatMap((batch) => dueInLanes(batch, 'queued', paused, now, limit))
            .sort(inOrder)
    return due
      .filter(({ id }) => !besides.has(id))
      .slice(0, count)
      .map(({ id }) => id)
  }

  return {
    queuedNow,
    /** The first of them. */
    nextQueued(connection: number, now: number, besides?: ReadonlySet<number>): number | null {
      return queuedNow(connection, now, 1, besides)[0] ?? null
    },
    /**
     * Ready accounts of a batch that are to be judged: all of them, or those that were asked for one by one. `limit`
     * counts those already under way as well.
     */
    toValidate({ id: batch, all }: BatchToJudge, now: number, limit: number): number[] {
      const connection = selectConnectionOf.get(batch) as number | null | undefined
      const paused = connection === null || connection === undefined ? null : pausedLanes(connection)
      if (paused === null) return []
      if (all) return dueInLanes(batch, 'ready', paused, now, limit).map((row) => row.id)
      const wanted = selectWanted.all({ batch, now, limit: limit + 200 }) as (Due & { lane: string })[]
      return wanted
        .filter((row) => !paused.has(row.lane))
        .slice(0, limit)
        .map((row) => row.id)
    },
    /** One that was among them is so still: not judged, held, paused or edited since. */
    mayValidate(id: number, now: number): boolean {
      return selectMayValidate.get({ id, now }) !== undefined
    },
    /** The earliest time after now at which something may be sent or judged. */
    nextDue(connection: number, now: number): number | null {
      const dues = nextDues.map((statement) => statement.get({ connection, now }) as number | null)
      return dues.reduce<number | null>(
        (least, due) => (due === null ? least : Math.min(least ?? due, due)),
        null,
      )
    },
    validatingBatches(connection: number): BatchToJudge[] {
      return (selectValidating.all(connection) as { id: number; validating: number }[]).map((row) => ({
        id: row.id,
        all: row.validating === 1,
      }))
    },
    /** How many are still to be judged, or may be once a large edit is built. */
    readyCount(batch: number): number {
      return (countReady.get({ batch }) as { count: number }).count
    },
    countInState(connection: number, state: AccountState): number {
      return countPerConnection.get(connection, state) as number
    },

    /**
     * Writes the intent: state sending, the attempt with its bytes' hash. Committed before a socket is opened. Null
     * when the bytes are no longer those that were built (reliability.md section 1): the account is held, not sent.
     */
    beginAttempt: database.transaction((id: number, now: number, skewMs: number | null): Attempt | null => {
      const account = accounts.get(id)
      if (account.payload_id === null) throw new Error(`Account ${id} is queued without a payload`)
      const payload = accounts.bytes(account.payload_id)
      if (createHash('sha256').update(payload.body).digest('hex') !== payload.sha256) {
        accounts.move(id, 'queued', 'cleared', {
          wave: null,
          counted: null,
          held_reason: 'The stored bytes of this account are damaged. Load its file again.',
        })
        return null
      }
      const number = account.attempts + 1
      accounts.move(id, 'queued', 'sending', {
        attempts: number,
        first_sent_at: account.first_sent_at ?? now,
        since: now,
        tries: 0,
      })
      const attempt = insertAttempt.run(id, number, payload.id, payload.sha256, now, skewMs)
      return {
        id: Number(attempt.lastInsertRowid),
        accountId: id,
        batchId: account.batch_id,
        number,
        payloadId: payload.id,
        body: payload.body,
        supplier: account.supplier,
        startedAt: now,
      }
    }).immediate,

    /** Nothing has come between an intent that was written and its sending: no pause, no stop, no hold. */
    maySend(id: number): boolean {
      return selectMaySend.get({ id }) !== undefined
    },
    /** Closes an attempt of which nothing was sent; its account is queued again as if it had not begun. */
    withdrawAttempt(attempt: Attempt, firstSentAt: number | null, now: number): void {
      closeAttempt.run({
        id: attempt.id,
        endedAt: now,
        class: 'not_sent',
        httpStatus: null,
        code: 'withdrawn',
        answer: null,
        skewMs: null,
      })
      accounts.move(attempt.accountId, 'sending', 'queued', {
        due_at: now,
        since: now,
        tries: 0,
        first_sent_at: firstSentAt,
      })
    },

    /** Closes the attempt and moves its account, together. `also` runs in the same transaction. */
    endAttempt: database.transaction(
      (attempt: Attempt, end: AttemptEnd, to: AccountState, fields: MoveFields, also?: () => void) => {
        closeAttempt.run({ ...end, id: attempt.id })
        accounts.move(attempt.accountId, 'sending', to, { http_status: end.httpStatus, ...fields })
        also?.()
      },
    ).immediate,

    /** The earliest attempt that may have made the process that the latest one asks for. */
    oursSince(id: number): OurAttempt | null {
      return (selectOurs.get(id) as OurAttempt | undefined) ?? null
    },
    /** True when an earlier attempt of ours may have reached the service. */
    hadEarlierUnknown(attempt: Attempt): boolean {
      return (countUnknown.get(attempt.accountId, attempt.id) as { count: number }).count > 0
    },
    /** The batch of this workspace that already created the same account on this connection. */
    createdElsewhere(connection: number, identity: string, besides: number): number | null {
      return (
        (selectCreatedHere.get(connection, identity, besides) as { batch_id: number } | undefined)
          ?.batch_id ?? null
      )
    },

    /**
     * At start: whatever was in flight is unconfirmed now. An account that was in flight in three crashes is
     * quarantined: held until a person looks.
     */
    recover: database.transaction(
      (now: number): { readonly unconfirmed: number; readonly quarantined: number } => {
        const rows = selectSending.all() as { id: number; crashes: number; batch_id: number }[]
        let quarantined = 0
        for (const row of rows) {
          const crashes = row.crashes + 1
          const isQuarantined = crashes >= 3
          if (isQuarantined) quarantined += 1
          accounts.move(row.id, 'sending', 'unconfirmed', {
            crashes,
            due_at: now,
            since: now,
            tries: 0,
            not_found_at: null,
            ...(isQuarantined
              ? {
                  held_reason:
                    'Carryover ended three times while this account was being sent. Look at it before it is sent again.',
                }
              : {}),
          })
          closeLost.run(now, row.id)
          accounts.addEvent(now, row.batch_id, row.id, 'found_in_flight', { crashes })
        }
        return { unconfirmed: rows.length, quarantined }
      },
    ).immediate,

    /** Runs several writes as one transaction. */
    together<T>(work: () => T): T {
      return database.transaction(work).immediate()
    },
  }
}

function inOrder(
  left: { readonly id: number; readonly due_at: number },
  right: { readonly id: number; readonly due_at: number },
): number {
  return left.due_at - right.due_at || left.id - right.id
}
