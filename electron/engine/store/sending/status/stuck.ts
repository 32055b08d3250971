// Stuck accounts: on their way, and longer in their state than a person set for it. Counts use an index alone.
import type { Database } from 'better-sqlite3'
import type { StuckAfter } from '../../../../../shared/sending/connection.ts'
import { bindOperations } from '../../operations.ts'

/** The condition of the indexes, which a statement must repeat to use them. */
export const onTheWay = "state IN ('unconfirmed','processing')"
/** The condition of the index `account_since`. */
export const isAged = "state IN ('unconfirmed','processing') IS TRUE"

/** Longer in its state than the thresholds: `@unconfirmed` and so on are the times before which it came there. */
export const isStuckNow = `(${onTheWay} AND since < CASE WHEN state = 'unconfirmed' THEN @unconfirmed
  WHEN service_status IS NULL THEN @notVisible WHEN service_status = 'PENDING' THEN @pending
  WHEN service_status = 'IN_PROGRESS' THEN @inProgress ELSE @otherWord END)`

/** For `isStuckNow`. */
export function stuckBefore(after: StuckAfter, now: number): Record<keyof StuckAfter, number> {
  return {
    unconfirmed: now - after.unconfirmed,
    notVisible: now - after.notVisible,
    pending: now - after.pending,
    inProgress: now - after.inProgress,
    otherWord: now - after.otherWord,
  }
}

const watchedWith = (word: string): string => `${isAged} AND state = 'processing' AND service_status ${word}`

/**
 * Each threshold with the ranges of `account_since` that it is for. Other words are three ranges, so that the many that
 * have a usual one are stepped over.
 */
export const stuckRanges: readonly { readonly words: string; readonly before: keyof StuckAfter }[] = [
  { words: `${isAged} AND state = 'unconfirmed'`, before: 'unconfirmed' },
  { words: watchedWith('IS NULL'), before: 'notVisible' },
  { words: watchedWith("= 'PENDING'"), before: 'pending' },
  { words: watchedWith("= 'IN_PROGRESS'"), before: 'inProgress' },
  { words: watchedWith("< 'IN_PROGRESS'"), before: 'otherWord' },
  { words: `${watchedWith("> 'IN_PROGRESS'")} AND service_status < 'PENDING'`, before: 'otherWord' },
  { words: watchedWith("> 'PENDING'"), before: 'otherWord' },
]

type Aged = { readonly id: number; readonly since: number }

export function createStuckStore(database: Database) {
  return bindOperations(prepareStuck(database), { stuck: countStuck, stuckAccounts: listStuck })
}

type StuckStatements = ReturnType<typeof prepareStuck>

function prepareStuck(database: Database) {
  const counts = stuckRanges.map(({ words, before }) => ({
    before,
    statement: database
      .prepare(`SELECT count(*) FROM account WHERE batch_id = @batch AND ${words} AND since < @before`)
      .pluck(),
  }))
  const firstOf = stuckRanges.map(({ words, before }) => ({
    before,
    statement: database.prepare(
      `SELECT id, since FROM account WHERE batch_id = @batch AND ${words} AND since < @before ORDER BY since LIMIT @limit`,
    ),
  }))
  return { counts, firstOf }
}

/** Accounts on their way that are longer in their state than the thresholds. */
function countStuck(statements: StuckStatements, batch: number, after: StuckAfter, now: number): number {
  const times = stuckBefore(after, now)
  return statements.counts.reduce(
    (sum, { statement, before }) => sum + (statement.get({ batch, before: times[before] }) as number),
    0,
  )
}

/** Those of `stuck`, longest in their state first. */
function listStuck(
  statements: StuckStatements,
  batch: number,
  after: StuckAfter,
  now: number,
  offset: number,
  limit: number,
): number[] {
  const times = stuckBefore(after, now)
  const found = statements.firstOf.flatMap(
    ({ statement, before }) =>
      statement.all({ batch, before: times[before], limit: offset + limit }) as Aged[],
  )
  return found
    .sort((left, right) => left.since - right.since || left.id - right.id)
    .slice(offset, offset + limit)
    .map(({ id }) => id)
}
