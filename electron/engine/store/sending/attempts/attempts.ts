// Attempts: the intent before each create, its end (written once), and the attempts that a start finds in flight.
// Each function is one short transaction or runs in its caller's; the request is sent between them.
import { hash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../../../shared/sending/states.ts'
import { message } from '../../../../../shared/texts/message.ts'
import type { Account, MoveFields } from '../../accounts/account-row.ts'
import type { AccountStore } from '../../accounts/accounts.ts'
import { bindOperations, immediateTransaction } from '../../operations.ts'
import type { AttemptJournal } from './attempt-journal.ts'
import { positionWriter } from './doubt.ts'
import { createMissedAttempts } from './missed-attempts.ts'

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

export function createAttempts(database: Database, accounts: AccountStore, journal: AttemptJournal) {
  const parts = prepareAttempts(database, accounts, journal)
  return {
    ...bindOperations(parts, {
      begin: beginAttempt,
      journalled: awaitJournal,
      withdrawAttempt,
      endAttempt,
      recover: recoverInFlight,
    }),
    missed: parts.missed,
    together: parts.together,
  }
}

type AttemptParts = ReturnType<typeof prepareAttempts>

function prepareAttempts(database: Database, accounts: AccountStore, journal: AttemptJournal) {
  const missed = createMissedAttempts(database, accounts, journal)
  const inTransaction = immediateTransaction(database)
  const together = transactionWithJournal(database, journal, inTransaction)
  const insertAttempt = database.prepare(
    'INSERT INTO attempt (account_id, number, payload_id, sha256, started_at, skew_ms) VALUES (?, ?, ?, ?, ?, ?)',
  )
  // The clock difference belongs to the start by our clock: a difference from the answer is wrong if our clock was
  // set since.
  const closeAttempt = database.prepare(
    `UPDATE attempt SET ended_at = @endedAt, class = @class, http_status = @httpStatus, code = @code, answer = @answer, skew_ms = ifnull(skew_ms, @skewMs)
     WHERE id = @id`,
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
  return {
    accounts,
    journal,
    missed,
    together,
    inTransaction,
    insertAttempt,
    closeAttempt,
    closeLost,
    selectSending,
    countCrashes,
  }
}

/**
 * Writes the intent of an account just read: state sending, and the attempt with its bytes' hash. The caller's
 * transaction commits it before a socket is opened. Null if the bytes differ from those that were built: the account
 * is held, not sent.
 */
function beginAttempt(
  parts: AttemptParts,
  account: Account,
  now: number,
  skewMs: number | null,
): Attempt | null {
  const { id } = account
  if (account.payload_id === null) throw new Error(`Account ${id} is queued without a payload`)
  const payload = parts.accounts.bytes(account.payload_id)
  if (hash('sha256', payload.body) !== payload.sha256) {
    parts.accounts.move(id, 'queued', 'validated', {
      wave: null,
      counted: null,
      held_reason: message('sending.bytes_damaged'),
      held_by: null,
    })
    return null
  }
  const number = account.attempts + 1
  parts.accounts.move(id, 'queued', 'sending', {
    attempts: number,
    first_sent_at: account.first_sent_at ?? now,
    since: now,
    tries: 0,
  })
  const attempt = parts.insertAttempt.run(id, number, payload.id, payload.sha256, now, skewMs)
  if (account.connection_id !== null && account.identity !== null)
    parts.journal.add({
      service: parts.missed.serviceOf(account.connection_id),
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

/**
 * Resolves once every written intent is in the attempt journal on disk; rejects with the disk's error; null if it
 * is already. Nothing is sent before.
 */
function awaitJournal(parts: AttemptParts) {
  return parts.journal.flushed()
}

/** Closes an attempt of which nothing was sent; its account is queued again as before. */
function withdrawAttempt(
  parts: AttemptParts,
  attempt: Attempt,
  firstSentAt: number | null,
  now: number,
): void {
  parts.closeAttempt.run({
    id: attempt.id,
    endedAt: now,
    class: 'not_sent',
    httpStatus: null,
    code: 'withdrawn',
    answer: null,
    skewMs: null,
  })
  parts.accounts.move(attempt.accountId, 'sending', 'queued', {
    due_at: now,
    since: now,
    tries: 0,
    first_sent_at: firstSentAt,
  })
}

/** Closes the attempt and moves its account, in one transaction. `also` runs in it. */
function endAttempt(
  parts: AttemptParts,
  attempt: Attempt,
  end: AttemptEnd,
  to: AccountState,
  fields: MoveFields,
  also?: () => void,
): void {
  parts.together(() => {
    parts.closeAttempt.run({ ...end, id: attempt.id })
    parts.accounts.move(attempt.accountId, 'sending', to, fields)
    also?.()
  })
}

/**
 * At start: all in-flight accounts become unconfirmed. An account that was in flight in three crashes is
 * quarantined: held until a person checks it.
 */
function recoverInFlight(
  parts: AttemptParts,
  now: number,
): { readonly unconfirmed: number; readonly quarantined: number } {
  return parts.inTransaction(() => {
    const rows = parts.selectSending.all() as { id: number; batch_id: number }[]
    let quarantined = 0
    for (const row of rows) {
      parts.closeLost.run(now, row.id)
      const crashes = parts.countCrashes.get({ account: row.id }) as number
      const isQuarantined = crashes >= 3
      if (isQuarantined) quarantined += 1
      parts.accounts.move(row.id, 'sending', 'unconfirmed', {
        due_at: now,
        since: now,
        tries: 0,
        not_found_at: null,
        ...(isQuarantined ? { held_reason: message('sending.ended_three_times'), held_by: null } : {}),
      })
      parts.accounts.addEvent(now, row.batch_id, row.id, 'found_in_flight', { crashes })
    }
    return { unconfirmed: rows.length, quarantined }
  })
}

/**
 * Runs several writes in one transaction, or in the one that it is called in, and writes the attempt journal before
 * the commit.
 */
function transactionWithJournal(
  database: Database,
  journal: AttemptJournal,
  inTransaction: <T>(work: () => T) => T,
): <T>(work: () => T) => T {
  const writePosition = positionWriter(database)
  return <T>(work: () => T): T => {
    if (database.inTransaction) return work()
    try {
      return inTransaction(() => {
        const result = work()
        // Before the commit, so that a kill leaves no intent that the journal lacks (attempt-journal.ts).
        const position = journal.write()
        if (position !== null) writePosition(position)
        return result
      })
    } finally {
      journal.drop()
    }
  }
}
