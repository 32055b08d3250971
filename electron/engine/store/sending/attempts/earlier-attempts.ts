// Earlier attempts of an account: which of them may have created the process that the service reports, and whether one
// may have reached the service at all.
import type { Database } from 'better-sqlite3'
import { bindOperations } from '../../operations.ts'
import type { Attempt, AttemptClass } from './attempts.ts'

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

export function createEarlierAttempts(database: Database) {
  return bindOperations(prepareEarlierAttempts(database), { oursSince: findOurs, hadEarlierUnknown })
}

type EarlierStatements = ReturnType<typeof prepareEarlierAttempts>

function prepareEarlierAttempts(database: Database) {
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
  const selectEarlierUnknown = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM doubt WHERE account_id = @account) OR EXISTS (SELECT 1 FROM attempt
       WHERE account_id = @account AND id <> @attempt AND (class IN ('unknown','accepted') OR class IS NULL))`,
    )
    .pluck()
  return { selectOurs, selectEarlierUnknown }
}

/** The earliest attempt that may have created the process that the latest one asks for. */
function findOurs(statements: EarlierStatements, id: number): OurAttempt | null {
  return (statements.selectOurs.get(id) as OurAttempt | undefined) ?? null
}

/** True when an earlier attempt of ours may have reached the service, also one that this database does not know. */
function hadEarlierUnknown(statements: EarlierStatements, attempt: Attempt): boolean {
  return statements.selectEarlierUnknown.get({ account: attempt.accountId, attempt: attempt.id }) === 1
}
