// Queries of status reads: the next status to read or to recheck, and changes after an account was done. Frequent
// queries use an index alone, so they cost the same with ten accounts and with a hundred thousand.
import type { Database } from 'better-sqlite3'
import { createServiceWords } from './service-words.ts'
import { createPathStore } from './paths.ts'
import { createStuckStore } from './stuck.ts'
import { bindOperations } from '../../operations.ts'

/** Looks brought forward in one go; the others come when they are due. */
const unsureAtOnce = 1000

/** The condition of the index, which a statement must repeat to use it. */
export const toRead = "state IN ('unconfirmed','processing') AND status_path IS NOT NULL"

export type StatusStore = ReturnType<typeof createStatusStore>

export function createStatusStore(database: Database) {
  return {
    ...createStuckStore(database),
    ...createServiceWords(database),
    ...createPathStore(database),
    ...bindOperations(prepareStatus(database), {
      toRead: listToRead,
      toRecheck,
      nextDue: findNextDue,
      recheckUnsureNow,
      onItsWayElsewhere: isOnItsWayElsewhere,
      mindChanged: countMindChanged,
    }),
  }
}

type StatusStatements = ReturnType<typeof prepareStatus>

function prepareStatus(database: Database) {
  const selectToRead = database
    .prepare(
      `SELECT id FROM account INDEXED BY account_to_read
       WHERE connection_id = @connection AND ${toRead} AND due_at <= @now ORDER BY due_at, id LIMIT @limit`,
    )
    .pluck()
  const selectToRecheck = database
    .prepare(
      `SELECT account_id FROM recheck WHERE connection_id = @connection AND asked = @asked AND due_at <= @now
       ORDER BY due_at, account_id LIMIT @limit`,
    )
    .pluck()
  const selectNextRead = database
    .prepare(
      `SELECT due_at FROM account INDEXED BY account_to_read
       WHERE connection_id = @connection AND ${toRead} AND due_at > @now ORDER BY due_at LIMIT 1`,
    )
    .pluck()
  const selectNextRecheck = database
    .prepare(
      `SELECT due_at FROM recheck WHERE connection_id = @connection AND asked = @asked AND due_at > @now
       ORDER BY due_at LIMIT 1`,
    )
    .pluck()
  const updateUnsure = database.prepare(
    `UPDATE recheck SET due_at = @now WHERE account_id IN
       (SELECT r.account_id FROM recheck r INDEXED BY recheck_due JOIN account a ON a.id = r.account_id
        WHERE r.connection_id = @connection AND r.asked = 0 AND r.due_at > @now
          AND a.outcome = 'whose_account_unsure' LIMIT ${unsureAtOnce})`,
  )
  const selectElsewhere = database.prepare(
    `SELECT 1 FROM account WHERE connection_id = @connection AND identity = @identity AND id <> @id
       AND state IN ('queued','sending','unconfirmed','processing') LIMIT 1`,
  )

  const countChanged = database
    .prepare('SELECT count(*) FROM changed_after_done WHERE batch_id = @batch AND at > @after')
    .pluck()
  return {
    selectToRead,
    selectToRecheck,
    selectNextRead,
    selectNextRecheck,
    updateUnsure,
    selectElsewhere,
    countChanged,
  }
}

/** Accounts on their way whose status is due, longest overdue first. */
function listToRead(statements: StatusStatements, connection: number, now: number, limit: number): number[] {
  return statements.selectToRead.all({ connection, now, limit }) as number[]
}

/** Done accounts that are to be looked at: those that a person asked for first. */
function toRecheck(statements: StatusStatements, connection: number, now: number, limit: number): number[] {
  const asked = statements.selectToRecheck.all({ connection, now, limit, asked: 1 }) as number[]
  if (asked.length >= limit) return asked
  return [
    ...asked,
    ...(statements.selectToRecheck.all({
      connection,
      now,
      limit: limit - asked.length,
      asked: 0,
    }) as number[]),
  ]
}

/** The earliest time after now at which a status is due. */
function findNextDue(statements: StatusStatements, connection: number, now: number): number | null {
  const dues = [
    statements.selectNextRead.get({ connection, now }) as number | undefined,
    statements.selectNextRecheck.get({ connection, now, asked: 1 }) as number | undefined,
    statements.selectNextRecheck.get({ connection, now, asked: 0 }) as number | undefined,
  ].filter((due) => due !== undefined)
  return dues.length === 0 ? null : Math.min(...dues)
}

/** Accounts of which it is not certain who made them: their recheck is due now, for at most `unsureAtOnce` of them. */
function recheckUnsureNow(statements: StatusStatements, connection: number, now: number): void {
  statements.updateUnsure.run({ connection, now })
}

/** True when another account with this identity is on its way on the connection. */
function isOnItsWayElsewhere(
  statements: StatusStatements,
  connection: number | null,
  identity: string | null,
  id: number,
): boolean {
  return statements.selectElsewhere.get({ connection, identity, id }) !== undefined
}

/** Accounts of which the service said something else after they had done, later than `after` (milliseconds since 1970). */
function countMindChanged(statements: StatusStatements, batch: number, after: number): number {
  return statements.countChanged.get({ batch, after }) as number
}
