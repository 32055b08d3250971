// Requests to recheck many accounts, recorded before anything is done. Accounts are marked in pages, so that the
// window's thread is not blocked, and a restart continues where the marks end.
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { unsuccessfulOutcomes } from '../../../../shared/sending/states.ts'
import { sqlList } from '../database/sql-list.ts'
import { toRead } from './watching.ts'

const requestRow = z.object({
  batch: z.number(),
  what: z.enum(['watched', 'done', 'stop']),
  at: z.number(),
  accounts: z.number(),
  /** Accounts up to this position are marked; null: all of them. */
  marked: z.number().nullable(),
})
/** Rechecking at many accounts, as far as it has got. */
export type RecheckRequest = z.infer<typeof requestRow>

/** Accounts marked in one go: a few milliseconds. */
const marksAtOnce = 1000

/** Outcomes that are looked at once more by themselves (queue/decide-status.ts). */
const isOpen = `(outcome IN (${sqlList(unsuccessfulOutcomes)}) OR (outcome = 'created' AND platform_identifier IS NULL))`

export type RecheckStore = ReturnType<typeof createRecheckStore>

export function createRecheckStore(database: Database) {
  const selectPage = database
    .prepare(
      `SELECT max(position) FROM (SELECT position FROM account WHERE batch_id = @batch AND position > @after
         ORDER BY position LIMIT ${marksAtOnce})`,
    )
    .pluck()
  const within = 'batch_id = @batch AND position > @after AND position <= @upTo'
  const marks: Readonly<Record<RecheckRequest['what'], Statement>> = {
    watched: database.prepare(
      `UPDATE account SET due_at = @now WHERE ${within} AND ${toRead} AND due_at > @now`,
    ),
    done: database.prepare(
      `UPDATE account SET recheck = 2, due_at = @now, tries = 0 WHERE ${within} AND state = 'done' AND attempts > 0
         AND status_path IS NOT NULL`,
    ),
    // What was to be looked at by itself is again, where its time has not come.
    stop: database.prepare(
      `UPDATE account SET recheck = iif(@again > 0 AND ${isOpen} AND done_at + @again > @now, 1, 0),
         due_at = iif(@again > 0, done_at + @again, 0), tries = 0 WHERE ${within} AND recheck = 2`,
    ),
  }
  const markOne = database.prepare(
    `UPDATE account SET recheck = 2, due_at = 0, tries = 0 WHERE id = ? AND state = 'done' AND attempts > 0
       AND status_path IS NOT NULL`,
  )
  const countWatched = database
    .prepare(`SELECT count(*) FROM account WHERE batch_id = ? AND state IN ('unconfirmed','processing')`)
    .pluck()
  const countDone = database
    .prepare("SELECT count(*) FROM account WHERE batch_id = ? AND state = 'done' AND attempts > 0")
    .pluck()
  const putRequest = database.prepare(
    `INSERT INTO recheck_request VALUES (@batch, @what, @at, @accounts, -1)
     ON CONFLICT DO UPDATE SET at = excluded.at, accounts = excluded.accounts, marked = -1`,
  )
  const setMarked = database.prepare(
    'UPDATE recheck_request SET marked = @upTo WHERE batch_id = @batch AND what = @what',
  )
  const dropRequest = database.prepare('DELETE FROM recheck_request WHERE batch_id = ? AND what = ?')
  const selectRequest = database.prepare(
    'SELECT batch_id AS batch, what, at, accounts, marked FROM recheck_request WHERE batch_id = ?',
  )
  const selectUnmarked = database.prepare(
    'SELECT batch_id AS batch, what, at, accounts, marked FROM recheck_request WHERE marked IS NOT NULL ORDER BY batch_id',
  )
  const countAsked = database
    .prepare('SELECT count(*) FROM account WHERE batch_id = ? AND recheck = 2')
    .pluck()
  const anyAsked = database
    .prepare('SELECT EXISTS (SELECT 1 FROM account WHERE batch_id = ? AND recheck = 2)')
    .pluck()

  const find = (batch: number, what: RecheckRequest['what']): RecheckRequest | null =>
    selectRequest
      .all(batch)
      .map((row) => requestRow.parse(row))
      .find((row) => row.what === what) ?? null

  return {
    /** Has one done account looked at before all others; false where it was never sent or has no status path. */
    recheck(id: number): boolean {
      return markOne.run(id).changes > 0
    },
    /** Writes that many are to be looked at again; answers how many there are. Marking follows in pages. */
    begin: database.transaction((batch: number, what: 'watched' | 'done', at: number): number => {
      const accounts = (what === 'watched' ? countWatched : countDone).get(batch) as number
      dropRequest.run(batch, 'stop')
      putRequest.run({ batch, what, at, accounts })
      return accounts
    }).immediate,
    stop: database.transaction((batch: number, at: number): void => {
      dropRequest.run(batch, 'done')
      dropRequest.run(batch, 'watched')
      putRequest.run({ batch, what: 'stop', at, accounts: 0 })
    }).immediate,
    /**
     * Marks the next page; false when there was none left. `again`: after how long a failed account is looked at by
     * itself, or null.
     */
    markPage: database.transaction((request: RecheckRequest, now: number, again: number | null): boolean => {
      const { batch, what, marked } = request
      if (marked === null) return false
      const upTo = selectPage.get({ batch, after: marked }) as number | null
      if (upTo === null) {
        if (what === 'done') setMarked.run({ batch, what, upTo: null })
        else dropRequest.run(batch, what)
        return false
      }
      const range = { batch, after: marked, upTo, now }
      marks[what].run(what === 'stop' ? { ...range, again: again ?? 0 } : range)
      setMarked.run({ batch, what, upTo })
      return true
    }).immediate,
    find,
    /** What a restart has to go on with. */
    unmarked(): RecheckRequest[] {
      return selectUnmarked.all().map((row) => requestRow.parse(row))
    },
    /** Ends rechecking when all were marked and none is left: what it was, once; null before that. */
    end: database.transaction((batch: number): RecheckRequest | null => {
      const row = find(batch, 'done')
      if (row === null || row.marked !== null || anyAsked.get(batch) === 1) return null
      dropRequest.run(batch, 'done')
      return row
    }).immediate,
    /** Done accounts that a person asked to look at again and that were not read yet. */
    waiting(batch: number): number {
      return countAsked.get(batch) as number
    },
  }
}
