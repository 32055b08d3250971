// What is watched: which status is read next, ages, minds that the service changed, and the requests of one account. What
// is asked often goes by an index alone, so that it costs the same with ten accounts and with a hundred thousand.
import type { Database, Statement } from 'better-sqlite3'
import type { StuckAfter } from '../../../shared/connection.ts'
import type { AccountView } from '../../../shared/views.ts'

export type StoredAttempt = AccountView['attempts'][number] & {
  /** Null once it was purged. */
  readonly body: Buffer | null
  readonly skewMs: number | null
}

export type StoredJudgement = NonNullable<AccountView['judgement']> & { readonly pass: number }

export type PathOf = {
  readonly id: number
  readonly position: number
  readonly path: string | null
  readonly body: Buffer
}

/** Payloads read in one go. */
const pathsAtOnce = 200

/** The words of the indexes, which a statement must repeat to be given them. */
export const toRead = "state IN ('unconfirmed','watching') AND status_path IS NOT NULL"
const onTheWay = "state IN ('unconfirmed','watching')"

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

export type WatchingStore = ReturnType<typeof createWatchingStore>

export function createWatchingStore(database: Database) {
  const selectToRead = database
    .prepare(
      `SELECT id FROM account INDEXED BY account_to_read
       WHERE connection_id = @connection AND ${toRead} AND due_at <= @now ORDER BY due_at, id LIMIT @limit`,
    )
    .pluck()
  const selectToLook = database
    .prepare(
      `SELECT id FROM account WHERE connection_id = @connection AND look > 0 AND look = @look AND due_at <= @now
       ORDER BY due_at, id LIMIT @limit`,
    )
    .pluck()
  const selectNextRead = database
    .prepare(
      `SELECT due_at FROM account INDEXED BY account_to_read
       WHERE connection_id = @connection AND ${toRead} AND due_at > @now ORDER BY due_at LIMIT 1`,
    )
    .pluck()
  const selectNextLook = database
    .prepare(
      `SELECT due_at FROM account INDEXED BY account_look
       WHERE connection_id = @connection AND look > 0 AND look = @look AND due_at > @now ORDER BY due_at LIMIT 1`,
    )
    .pluck()
  const shiftLooks = database.prepare(
    `UPDATE account SET due_at = max(0, due_at - @ms)
     WHERE connection_id = @connection AND look > 0 AND look IN (1,2) AND due_at > 0`,
  )
  const capLooks = database.prepare(
    `UPDATE account SET due_at = @latest WHERE connection_id = @connection AND look > 0 AND look IN (1,2) AND due_at > @latest`,
  )
  const capSince = database.prepare(
    `UPDATE account SET since = @now WHERE connection_id = @connection
       AND state IN ('queued','sending','unconfirmed','watching') AND since > @now`,
  )
  const selectElsewhere = database.prepare(
    `SELECT 1 FROM account WHERE connection_id = @connection AND identity = @identity AND id <> @id
       AND state IN ('queued','sending','unconfirmed','watching') LIMIT 1`,
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
    .prepare(
      'SELECT count(*) FROM account WHERE batch_id = @batch AND mind_changed_at IS NOT NULL AND mind_changed_at > @after',
    )
    .pluck()
  const stuckWith = (words: string): Statement =>
    database
      .prepare(
        `SELECT count(*) FROM account WHERE batch_id = @batch AND ${onTheWay} AND ${words} AND since < @before`,
      )
      .pluck()
  const countUnconfirmed = database
    .prepare(
      `SELECT count(*) FROM account WHERE batch_id = @batch AND ${onTheWay} AND state = 'unconfirmed' AND since < @before`,
    )
    .pluck()
  const countNotVisible = stuckWith("state = 'watching' AND service_status IS NULL")
  const countWord = stuckWith("state = 'watching' AND service_status = @word")
  // Three ranges, so that the many that have a usual word are stepped over.
  const countOther = [
    "service_status < 'IN_PROGRESS'",
    "service_status > 'IN_PROGRESS' AND service_status < 'PENDING'",
    "service_status > 'PENDING'",
  ].map((words) => stuckWith(`state = 'watching' AND ${words}`))

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
    /** Accounts on their way whose status is due, longest overdue first. */
    toRead(connection: number, now: number, limit: number): number[] {
      return selectToRead.all({ connection, now, limit }) as number[]
    },
    /** Settled accounts that are to be looked at: those that a person asked for first. */
    toLook(connection: number, now: number, limit: number): number[] {
      const asked = selectToLook.all({ connection, now, limit, look: 2 }) as number[]
      if (asked.length >= limit) return asked
      return [
        ...asked,
        ...(selectToLook.all({ connection, now, limit: limit - asked.length, look: 1 }) as number[]),
      ]
    },
    /** The earliest time after now at which a status is due. */
    nextDue(connection: number, now: number): number | null {
      const dues = [
        selectNextRead.get({ connection, now }) as number | undefined,
        selectNextLook.get({ connection, now, look: 2 }) as number | undefined,
        selectNextLook.get({ connection, now, look: 1 }) as number | undefined,
      ].filter((due) => due !== undefined)
      return dues.length === 0 ? null : Math.min(...dues)
    },
    /** The wall clock went back by `ms`: looks come as soon as they were meant to, and nothing is where it is since later than now. */
    clockWentBack(connection: number, ms: number, now: number): void {
      shiftLooks.run({ connection, ms })
      capSince.run({ connection, now })
    },
    /** No look waits beyond `latest`, and nothing is where it is since a time to come. */
    capDue(connection: number, latest: number, now: number): void {
      capLooks.run({ connection, latest })
      capSince.run({ connection, now })
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
    /** Accounts of which the service said something else after they had settled, later than `after` (milliseconds since 1970). */
    mindChanged(batch: number, after: number): number {
      return countChanged.get({ batch, after }) as number
    },
    /** Accounts on their way that are longer in their state than the thresholds. */
    stuck(batch: number, after: StuckAfter, now: number): number {
      const before = stuckBefore(after, now)
      const counts = [
        countUnconfirmed.get({ batch, before: before.unconfirmed }),
        countNotVisible.get({ batch, before: before.notVisible }),
        countWord.get({ batch, word: 'PENDING', before: before.pending }),
        countWord.get({ batch, word: 'IN_PROGRESS', before: before.inProgress }),
        ...countOther.map((statement) => statement.get({ batch, before: before.otherWord })),
      ] as number[]
      return counts.reduce((sum, count) => sum + count, 0)
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
