// Durable records of sending: the intent before each create, its end (written once), and the attempts that a start
// finds in flight. Every function is one short transaction; the caller sends the request between them.
import { hash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../../shared/sending/states.ts'
import type { Account, MoveFields } from '../accounts/account-row.ts'
import type { AccountStore } from '../accounts/accounts.ts'
import type { AttemptJournal } from './attempt-journal.ts'
import { positionWriter } from './doubt.ts'
import { createMissedAttempts } from './missed-attempts.ts'
import { createNextAccounts } from './next-accounts.ts'
import type { WaveStore } from './waves.ts'

export const attemptClasses = [
  'not_sent',
  'accepted',
  'rejected',
  'already_exists',
  'rate_limited',
  'unauthorized',
  'supplier_closed',
  'unexpected',
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
  /** The reply's text, truncated; only shown, never parsed again. */
  readonly answer: string | null
  readonly skewMs: number | null
}

export type OurAttempt = {
  readonly started_at: number
  readonly ended_at: number | null
  readonly skew_ms: number | null
  readonly class: AttemptClass | null
  /** Start of the latest one. */
  readonly latest_started_at: number
  readonly latest_ended_at: number | null
  readonly latest_skew_ms: number | null
  readonly latest_class: AttemptClass | null
}

export type SendingStore = ReturnType<typeof createSendingStore>

export function createSendingStore(
  database: Database,
  accounts: AccountStore,
  waves: WaveStore,
  journal: AttemptJournal,
) {
  const missed = createMissedAttempts(database, accounts, journal)
  const writePosition = positionWriter(database)
  const insertAttempt = database.prepare(
    'INSERT INTO attempt (account_id, number, payload_id, sha256, started_at, skew_ms) VALUES (?, ?, ?, ?, ?, ?)',
  )
  // The clock difference belongs to the start by our clock: a difference from the answer is wrong if our clock was
  // set since.
  const closeAttempt = database.prepare(
    `UPDATE attempt SET ended_at = @endedAt, class = @class, http_status = @httpStatus, code = @code, answer = @answer, skew_ms = ifnull(skew_ms, @skewMs)
     WHERE id = @id`,
  )
  // The same bytes, sent again after an attempt whose answer never came: either one that arrived is ours. Attempts
  // before the account was last done belong to an older process. An attempt just after our clock was set has no known
  // clock difference and is not used while there is another.
  const selectOurs = database.prepare(
    `SELECT t.started_at, t.ended_at, t.skew_ms, t.class,
       latest.started_at AS latest_started_at, latest.ended_at AS latest_ended_at, latest.skew_ms AS latest_skew_ms, latest.class AS latest_class FROM account a
     JOIN attempt latest ON latest.account_id = a.id AND latest.number = a.attempts
     JOIN attempt t ON t.account_id = a.id AND t.payload_id = latest.payload_id
     WHERE a.id = ? AND (t.id = latest.id OR
       (ifnull(t.class, 'unknown') = 'unknown'
         AND t.number > ifnull((SELECT attempts FROM earlier_attempts WHERE account_id = a.id), 0)))
     ORDER BY t.skew_ms IS NULL, t.number LIMIT 1`,
  )
  const selectMaySend = database
    .prepare(
      `SELECT 1 FROM account a WHERE a.id = ? AND a.state = 'sending' AND a.held_reason IS NULL
         AND NOT EXISTS (SELECT 1 FROM pause p WHERE p.connection_id = a.connection_id AND p.supplier IN ('', ifnull(a.supplier, '')))
         AND NOT EXISTS (SELECT 1 FROM stop s WHERE s.batch_id = a.batch_id)
         AND NOT EXISTS (SELECT 1 FROM job t WHERE t.kind = 'cancel' AND t.batch_id = a.batch_id
           AND t.arguments ->> 'supplier' IN ('', ifnull(a.supplier, '')))`,
    )
    .pluck()
  const selectChanges = database.prepare('SELECT total_changes()').pluck()
  const selectEarlierUnknown = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM doubt WHERE account_id = @account) OR EXISTS (SELECT 1 FROM attempt
       WHERE account_id = @account AND id <> @attempt AND (class IN ('unknown','accepted') OR class IS NULL))`,
    )
    .pluck()
  const selectCreatedHere = database.prepare(
    `SELECT batch_id FROM account WHERE connection_id = ? AND identity = ? AND id <> ? AND outcome = 'created' LIMIT 1`,
  )
  const closeLost = database.prepare(
    "UPDATE attempt SET ended_at = ?, class = 'unknown', code = 'ended_in_flight' WHERE account_id = ? AND ended_at IS NULL",
  )
  const selectSending = database.prepare(
    `SELECT a.id, a.batch_id FROM batch b CROSS JOIN account a INDEXED BY account_in_order
       ON a.batch_id = b.id AND a.state = 'sending' AND a.state > ''`,
  )
  // Crashes during a create of the account since the service last answered one.
  const countCrashes = database
    .prepare(
      `SELECT count(*) FROM attempt t WHERE t.account_id = @account AND t.code = 'ended_in_flight'
         AND t.number > ifnull((SELECT attempts FROM earlier_attempts WHERE account_id = @account), 0)
         AND t.number > ifnull((SELECT max(number) FROM attempt WHERE account_id = @account
           AND class IN ('accepted','rejected','already_exists')), 0)`,
    )
    .pluck()
  const countPerConnection = database
    .prepare(
      `SELECT ifnull(sum(c.count), 0) FROM batch b JOIN account_count c ON c.batch_id = b.id
       WHERE b.connection_id = ? AND c.state = ?`,
    )
    .pluck()

  const selectRefusedFor = database
    .prepare(
      `SELECT a.id FROM batch b CROSS JOIN account a INDEXED BY account_in_order
         ON a.batch_id = b.id AND a.state = 'rejected' AND a.state > ''
       JOIN validation j ON j.id = (SELECT max(id) FROM validation WHERE account_id = a.id)
       WHERE b.connection_id = @connection AND a.supplier = @supplier AND j.verdict = 'rejected'
         AND json_array_length(j.named) > 0 AND NOT EXISTS (SELECT 1 FROM json_each(j.named) n
           WHERE n.value ->> 1 IS NOT @code)`,
    )
    .pluck()

  /** Runs several writes in one transaction: the caller's, if there is one. */
  function together<T>(work: () => T): T {
    if (database.inTransaction) return work()
    try {
      return database
        .transaction(() => {
          const result = work()
          // Before the commit, so that a kill leaves no intent that the journal lacks (attempt-journal.ts).
          const position = journal.write()
          if (position !== null) writePosition(position)
          return result
        })
        .immediate()
    } finally {
      journal.drop()
    }
  }

  function begin(account: Account, now: number, skewMs: number | null): Attempt | null {
    const { id } = account
    if (account.payload_id === null) throw new Error(`Account ${id} is queued without a payload`)
    const payload = accounts.bytes(account.payload_id)
    if (hash('sha256', payload.body) !== payload.sha256) {
      accounts.move(id, 'queued', 'validated', {
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
    if (account.connection_id !== null && account.identity !== null)
      journal.add({
        service: missed.serviceOf(account.connection_id),
        identity: account.identity,
        attempt: number,
        sha256: payload.sha256,
      })
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
  }

  return {
    ...createNextAccounts(database, waves),
    missed,
    countInState(connection: number, state: AccountState): number {
      return countPerConnection.get(connection, state) as number
    },

    /**
     * Writes the intent of an account just read: state sending, and the attempt with its bytes' hash. The caller's
     * transaction commits it before a socket is opened. Null if the bytes differ from those that were built
     * (reliability.md section 1): the account is held, not sent.
     */
    begin,

    /**
     * Resolves once every written intent is in the attempt journal on disk; rejects with the disk's error; null if it
     * is already. Nothing is sent before.
     */
    journalled: () => journal.flushed(),

    /** True if nothing came between a written intent and its request: no pause, stop, hold or cancel. */
    maySend(id: number): boolean {
      return selectMaySend.get(id) !== undefined
    },
    /**
     * Grows with every row that this connection writes; no other one writes while a workspace is open. Reads nothing.
     */
    changes(): number {
      return selectChanges.get() as number
    },
    /** Closes an attempt of which nothing was sent; its account is queued again as before. */
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

    /** Closes the attempt and moves its account, in one transaction. `also` runs in it. */
    endAttempt(
      attempt: Attempt,
      end: AttemptEnd,
      to: AccountState,
      fields: MoveFields,
      also?: () => void,
    ): void {
      together(() => {
        closeAttempt.run({ ...end, id: attempt.id })
        accounts.move(attempt.accountId, 'sending', to, fields)
        also?.()
      })
    },

    /**
     * A pause for a rejection of all accounts is lifted: accounts of that supplier that were rejected only for this
     * are validated again. Returns their number.
     */
    validateRefusedAgain(connection: number, supplier: string, code: string): number {
      return together(() => {
        const refused = selectRefusedFor.all({ connection, supplier, code }) as number[]
        for (const id of refused)
          accounts.move(id, 'rejected', 'unvalidated', { validation: 'asked', due_at: 0, tries: 0 })
        return refused.length
      })
    },
    /** The earliest attempt that may have created the process that the latest one asks for. */
    oursSince(id: number): OurAttempt | null {
      return (selectOurs.get(id) as OurAttempt | undefined) ?? null
    },
    /** True when an earlier attempt of ours may have reached the service, also one that this database does not know. */
    hadEarlierUnknown(attempt: Attempt): boolean {
      return selectEarlierUnknown.get({ account: attempt.accountId, attempt: attempt.id }) === 1
    },
    /** The batch of this workspace that already created the same account on this connection. */
    createdElsewhere(connection: number, identity: string, besides: number): number | null {
      return (
        (selectCreatedHere.get(connection, identity, besides) as { batch_id: number } | undefined)
          ?.batch_id ?? null
      )
    },

    /**
     * At start: all in-flight accounts become unconfirmed. An account that was in flight in three crashes is
     * quarantined: held until a person checks it.
     */
    recover: database.transaction(
      (now: number): { readonly unconfirmed: number; readonly quarantined: number } => {
        const rows = selectSending.all() as { id: number; batch_id: number }[]
        let quarantined = 0
        for (const row of rows) {
          closeLost.run(now, row.id)
          const crashes = countCrashes.get({ account: row.id }) as number
          const isQuarantined = crashes >= 3
          if (isQuarantined) quarantined += 1
          accounts.move(row.id, 'sending', 'unconfirmed', {
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
          accounts.addEvent(now, row.batch_id, row.id, 'found_in_flight', { crashes })
        }
        return { unconfirmed: rows.length, quarantined }
      },
    ).immediate,

    together,
  }
}
