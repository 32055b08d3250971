// What is watched: looking again at accounts on their way or settled, ages, and the requests of one account.
import type { Database } from 'better-sqlite3'
import type { AccountView } from '../../../shared/views.ts'

export type StoredAttempt = AccountView['attempts'][number] & {
  /** Null once it was purged. */
  readonly body: Buffer | null
  readonly skewMs: number | null
}

export type StoredJudgement = NonNullable<AccountView['judgement']> & { readonly pass: number }

export type WatchingStore = ReturnType<typeof createWatchingStore>

export function createWatchingStore(database: Database) {
  const dueNow = database.prepare(
    "UPDATE account SET due_at = @now WHERE batch_id = @batch AND state IN ('watching','unconfirmed') AND due_at > @now",
  )
  const markLook = database.prepare(
    `UPDATE account SET look = 1, due_at = @now WHERE batch_id = @batch AND state = 'settled' AND attempts > 0
       AND status_path IS NOT NULL`,
  )
  const unmarkLook = database.prepare('UPDATE account SET look = 0 WHERE batch_id = ? AND look = 1')
  const countLooking = database
    .prepare('SELECT count(*) FROM account WHERE batch_id = ? AND look = 1')
    .pluck()
  const countChanged = database
    .prepare(
      'SELECT count(*) FROM account WHERE batch_id = @batch AND mind_changed_at IS NOT NULL AND mind_changed_at > @after',
    )
    .pluck()
  const selectAttempt = database.prepare(
    `SELECT t.number, t.started_at AS startedAt, t.ended_at AS endedAt, t.class, t.http_status AS httpStatus, t.code, t.answer,
       t.sha256, t.skew_ms AS skewMs, p.body FROM attempt t LEFT JOIN payload p ON p.id = t.payload_id
     WHERE t.account_id = ? AND t.number = ?`,
  )
  const selectJudgements = database.prepare(
    `SELECT row_number() OVER (ORDER BY j.id) AS pass, j.at, j.http_status AS httpStatus, j.verdict, j.answer,
       j.payload_id = a.payload_id AS current FROM judgement j JOIN account a ON a.id = j.account_id
     WHERE j.account_id = ? ORDER BY j.id`,
  )

  return {
    /** Has all that are on their way read now; answers how many were not due yet. */
    readNow(batch: number, now: number): number {
      return dueNow.run({ batch, now }).changes
    },
    /** Has all that settled by a request of ours read again. */
    lookAgain(batch: number, now: number): number {
      return markLook.run({ batch, now }).changes
    },
    stopLooking(batch: number): void {
      unmarkLook.run(batch)
    },
    lookingAgain(batch: number): number {
      return countLooking.get(batch) as number
    },
    /** Accounts of which the service said something else after they had settled, later than `after` (milliseconds since 1970). */
    mindChanged(batch: number, after: number): number {
      return countChanged.get({ batch, after }) as number
    },
    attempt(account: number, number: number): StoredAttempt | null {
      return (selectAttempt.get(account, number) as StoredAttempt | undefined) ?? null
    },
    judgements(account: number): StoredJudgement[] {
      return (
        selectJudgements.all(account) as (Omit<StoredJudgement, 'current'> & { current: number })[]
      ).map((row) => ({
        ...row,
        current: row.current === 1,
      }))
    },
  }
}
