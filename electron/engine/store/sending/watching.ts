// Queries of status reads: the next status to read and its path, ages, the service's statuses, and changes after an
// account was done. Frequent queries use an index alone, so they cost the same with ten accounts and with a hundred
// thousand.
import type { Database, Statement } from 'better-sqlite3'
import type { StuckAfter } from '../../../../shared/sending/connection.ts'

type Aged = { readonly id: number; readonly since: number }

export type PathOf = {
  readonly id: number
  readonly position: number
  readonly path: string | null
  readonly body: Buffer
}

/** Payloads read in one go. */
const pathsAtOnce = 200
/** Looks brought forward in one go; the others come when they are due. */
const unsureAtOnce = 1000

/** The words of the indexes, which a statement must repeat to be given them. */
export const toRead = "state IN ('unconfirmed','processing') AND status_path IS NOT NULL"
const onTheWay = "state IN ('unconfirmed','processing')"
/** Those two and no other: of `account_since`. */
const isAged = "state IN ('unconfirmed','processing') IS TRUE"

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

export type StatusStore = ReturnType<typeof createStatusStore>

export function createStatusStore(database: Database) {
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

  const selectPaths = database.prepare(
    `SELECT a.id, a.position, a.status_path AS path, p.body FROM account a JOIN payload p ON p.id = a.payload_id
     WHERE a.batch_id = ? AND a.position > ? ORDER BY a.position LIMIT ${pathsAtOnce}`,
  )
  // What is on its way is asked for at its new path now.
  const updatePath = database.prepare(
    `UPDATE account SET status_path = @path, due_at = iif(${onTheWay}, min(due_at, @now), due_at) WHERE id = @id`,
  )
  const countChanged = database
    .prepare('SELECT count(*) FROM changed_after_done WHERE batch_id = @batch AND at > @after')
    .pluck()
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
  const wordsOf = (state: 'unconfirmed' | 'processing'): Statement =>
    database.prepare(
      `SELECT service_status AS word, count(*) AS accounts, min(since) AS since FROM account
       WHERE batch_id = ? AND ${isAged} AND state = '${state}' GROUP BY service_status`,
    )
  const selectWords = { unconfirmed: wordsOf('unconfirmed'), processing: wordsOf('processing') }
  const selectDoneWords = database.prepare(
    `SELECT service_status AS word, count(*) AS accounts FROM account
     WHERE batch_id = ? AND state = 'done' GROUP BY service_status`,
  )
  const selectLongest = database
    .prepare(
      `SELECT id FROM account WHERE batch_id = @batch AND ${isAged} AND state = @state AND service_status IS @word
         AND since = @since ORDER BY id LIMIT 1`,
    )
    .pluck()

  return {
    /** Accounts on their way whose status is due, longest overdue first. */
    toRead(connection: number, now: number, limit: number): number[] {
      return selectToRead.all({ connection, now, limit }) as number[]
    },
    /** Done accounts that are to be looked at: those that a person asked for first. */
    toRecheck(connection: number, now: number, limit: number): number[] {
      const asked = selectToRecheck.all({ connection, now, limit, asked: 1 }) as number[]
      if (asked.length >= limit) return asked
      return [
        ...asked,
        ...(selectToRecheck.all({ connection, now, limit: limit - asked.length, asked: 0 }) as number[]),
      ]
    },
    /** The earliest time after now at which a status is due. */
    nextDue(connection: number, now: number): number | null {
      const dues = [
        selectNextRead.get({ connection, now }) as number | undefined,
        selectNextRecheck.get({ connection, now, asked: 1 }) as number | undefined,
        selectNextRecheck.get({ connection, now, asked: 0 }) as number | undefined,
      ].filter((due) => due !== undefined)
      return dues.length === 0 ? null : Math.min(...dues)
    },
    /** Accounts of which it is not certain who made them: their recheck is due now, for at most `unsureAtOnce` of them. */
    recheckUnsureNow(connection: number, now: number): void {
      updateUnsure.run({ connection, now })
    },
    /** True when another account with this identity is on its way on the connection. */
    onItsWayElsewhere(connection: number | null, identity: string | null, id: number): boolean {
      return selectElsewhere.get({ connection, identity, id }) !== undefined
    },

    /** A page of accounts with the paths that they have and the bytes that new ones are made of. */
    pathsAfter(batch: number, position: number): PathOf[] {
      return selectPaths.all(batch, position) as PathOf[]
    },
    setPaths: database.transaction(
      (paths: readonly { readonly id: number; readonly path: string | null }[], now: number): void => {
        for (const { id, path } of paths) updatePath.run({ id, path, now })
      },
    ).immediate,
    /** Accounts of which the service said something else after they had done, later than `after` (milliseconds since 1970). */
    mindChanged(batch: number, after: number): number {
      return countChanged.get({ batch, after }) as number
    },
    /** Accounts on their way that are longer in their state than the thresholds. */
    stuck(batch: number, after: StuckAfter, now: number): number {
      const times = stuckBefore(after, now)
      return counts.reduce(
        (sum, { statement, before }) => sum + (statement.get({ batch, before: times[before] }) as number),
        0,
      )
    },
    /** Those of `stuck`, longest in their state first. */
    stuckAccounts(batch: number, after: StuckAfter, now: number, offset: number, limit: number): number[] {
      const times = stuckBefore(after, now)
      const found = firstOf.flatMap(
        ({ statement, before }) =>
          statement.all({ batch, before: times[before], limit: offset + limit }) as Aged[],
      )
      return found
        .sort((left, right) => left.since - right.since || left.id - right.id)
        .slice(offset, offset + limit)
        .map(({ id }) => id)
    },
    /** What the service says of the accounts that it was sent, most first; and which is longest where it stands on its way. */
    serviceWords(batch: number): {
      words: { word: string | null; accounts: number }[]
      longest: number | null
    } {
      type Said = { word: string | null; accounts: number; since?: number | null }
      const onItsWay = (['unconfirmed', 'processing'] as const).flatMap((state) =>
        (selectWords[state].all(batch) as Said[]).map((said) => ({ ...said, state })),
      )
      const all = [...onItsWay, ...(selectDoneWords.all(batch) as Said[])]
      const words = [...Map.groupBy(all, ({ word }) => word)].map(([word, some]) => ({
        word,
        accounts: some.reduce((sum, { accounts }) => sum + accounts, 0),
      }))
      words.sort((a, b) => b.accounts - a.accounts || ((a.word ?? '') < (b.word ?? '') ? -1 : 1))
      const aged = onItsWay.filter(({ since }) => since !== null)
      const [first] = aged.sort((left, right) => (left.since ?? 0) - (right.since ?? 0))
      if (first === undefined) return { words, longest: null }
      const { state, word, since } = first
      return {
        words,
        longest: (selectLongest.get({ batch, state, word, since }) as number | undefined) ?? null,
      }
    },
  }
}
