// Rechecks of many accounts, recorded as a job before anything is done. Accounts are marked in pages, so that the
// window's thread is not blocked, and a restart continues where the marks end. A recheck of done accounts ends when
// the last marked account was read.
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { unsuccessfulOutcomes } from '../../../../shared/sending/states.ts'
import { sqlList } from '../database/sql-list.ts'
import type { Job, JobStep } from '../jobs/job.ts'
import type { JobStore } from '../jobs/jobs.ts'
import { toRead } from './watching.ts'

/** stop: what was asked for is being cancelled. */
const recheckArguments = z.object({ what: z.enum(['watched', 'done', 'stop']) })
type What = z.infer<typeof recheckArguments>['what']
/** Accounts up to this position are marked. */
const recheckCursor = z.object({ position: z.number() })

const recheckRow = z.object({ at: z.number(), accounts: z.number() })
/** A recheck of all done accounts of a batch: when it was asked for (milliseconds since 1970), and of how many. */
export type RecheckOfBatch = z.infer<typeof recheckRow>

/** Accounts marked in one go: a few milliseconds. */
const marksAtOnce = 1000

/** Outcomes that are looked at once more by themselves (queue/decide-status.ts). */
const isOpen = `(outcome IN (${sqlList(unsuccessfulOutcomes)}) OR (outcome = 'created' AND platform_identifier IS NULL))`

export type RecheckStore = ReturnType<typeof createRecheckStore>

export function createRecheckStore(database: Database, jobs: JobStore) {
  const selectPage = database
    .prepare(
      `SELECT max(position) FROM (SELECT position FROM account WHERE batch_id = @batch AND position > @after
         ORDER BY position LIMIT ${marksAtOnce})`,
    )
    .pluck()
  const within = 'batch_id = @batch AND position > @after AND position <= @upTo'
  const marks: Readonly<Record<What, Statement>> = {
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
  const put = database.prepare('INSERT OR REPLACE INTO recheck_of_batch VALUES (?, ?, ?)')
  const drop = database.prepare('DELETE FROM recheck_of_batch WHERE batch_id = ?')
  const select = database.prepare('SELECT at, accounts FROM recheck_of_batch WHERE batch_id = ?')
  const countAsked = database
    .prepare('SELECT count(*) FROM account WHERE batch_id = ? AND recheck = 2')
    .pluck()
  const anyAsked = database
    .prepare('SELECT EXISTS (SELECT 1 FROM account WHERE batch_id = ? AND recheck = 2)')
    .pluck()

  const find = (batch: number): RecheckOfBatch | null => {
    const row = select.get(batch)
    return row === undefined ? null : recheckRow.parse(row)
  }

  /** Removes what is still to be marked. */
  function cancelJobs(batch: number, whats: readonly What[]): void {
    for (const job of jobs.ofBatch('recheck', batch))
      if (whats.includes(recheckArguments.parse(job.arguments).what)) jobs.remove(job.id)
  }

  const addJob = (batch: number, what: What, createdAt: number, total: number): number =>
    jobs.add({ kind: 'recheck', batch, arguments: { what }, createdAt, total })

  return {
    /** Has one done account looked at before all others; false where it was never sent or has no status path. */
    recheck(id: number): boolean {
      return markOne.run(id).changes > 0
    },
    /** Writes that many are to be rechecked; returns how many there are, and the job that marks them. */
    begin: database.transaction((batch: number, what: 'watched' | 'done', at: number) => {
      const accounts = (what === 'watched' ? countWatched : countDone).get(batch) as number
      cancelJobs(batch, ['stop', what])
      if (what === 'done') put.run(batch, at, accounts)
      return { accounts, job: addJob(batch, what, at, accounts) }
    }).immediate,
    /** Writes that no more is to be rechecked; returns the job that removes the marks. */
    stop: database.transaction((batch: number, at: number): number => {
      cancelJobs(batch, ['done', 'watched', 'stop'])
      drop.run(batch)
      return addJob(batch, 'stop', at, 0)
    }).immediate,
    /**
     * Marks the next page, in the job's transaction. `again`: milliseconds after which a failed account is read again
     * without being asked for, or null.
     */
    step(job: Job, now: number, again: number | null): JobStep {
      const { batch } = job
      const { what } = recheckArguments.parse(job.arguments)
      const after = job.cursor === null ? -1 : recheckCursor.parse(job.cursor).position
      const upTo = selectPage.get({ batch, after }) as number | null
      if (upTo === null) return { cursor: job.cursor, done: job.done, isLast: true }
      const range = { batch, after, upTo, now }
      const { changes } = marks[what].run(what === 'stop' ? { ...range, again: again ?? 0 } : range)
      return { cursor: { position: upTo }, done: job.done + changes, isLast: false }
    },
    find,
    /** Ends a recheck of done accounts when all were marked and none is left: what it was, once; null before that. */
    end: database.transaction((batch: number): RecheckOfBatch | null => {
      const row = find(batch)
      if (row === null || jobs.ofBatch('recheck', batch).length > 0 || anyAsked.get(batch) === 1) return null
      drop.run(batch)
      return row
    }).immediate,
    /** Done accounts that a person asked to look at again and that were not read yet. */
    waiting(batch: number): number {
      return countAsked.get(batch) as number
    },
  }
}
