// Rechecks of done accounts, and early status reads of accounts on their way. The request is stored first, as a job,
// and the job marks accounts in pages, so that the window's thread is not blocked; a restart continues where the marks
// end. A recheck of a whole batch ends when the last marked account was read.
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { unsuccessfulOutcomes } from '../../../../../shared/sending/states.ts'
import { sqlList } from '../../database/sql-list.ts'
import type { Job, JobStep } from '../../jobs/job.ts'
import type { JobStore } from '../../jobs/jobs.ts'
import { toRead } from './watching.ts'

/** stop: what was asked for is being cancelled. */
const recheckArguments = z.object({ what: z.enum(['watched', 'done', 'stop']) })
type What = z.infer<typeof recheckArguments>['what']
/** Accounts up to this position are marked. */
const recheckCursor = z.object({ position: z.number() })

const recheckRow = z.object({ at: z.number(), accounts: z.number() })
/** A recheck of all done accounts of a batch: when it was asked for (milliseconds since 1970), and of how many. */
export type RecheckOfBatch = z.infer<typeof recheckRow>

/** Accounts marked in one step: a few milliseconds. */
const marksAtOnce = 1000

export type RecheckStore = ReturnType<typeof createRecheckStore>

export function createRecheckStore(database: Database, jobs: JobStore) {
  const pages = preparePages(database)
  const batches = prepareBatches(database)
  const accounts = prepareAccounts(database)

  const find = (batch: number): RecheckOfBatch | null => {
    const row = batches.select.get(batch)
    return row === undefined ? null : recheckRow.parse(row)
  }
  const addJob = (batch: number, what: What, createdAt: number, total: number): number =>
    jobs.add({ kind: 'recheck', batch, arguments: { what }, createdAt, total })

  return {
    /** Has one done account read before all others; false where it was never sent or has no status path. */
    recheck: (id: number): boolean => accounts.ask.run(id).changes > 0,
    /** True if a person asked for the recheck of this account. */
    isAsked: (id: number): boolean => accounts.selectAsked.get(id) === 1,
    /** Reads of the status that have failed since the recheck became due. */
    tries: (id: number): number => (accounts.selectTries.get(id) as number | undefined) ?? 0,
    /** The status could not be read: it is read again later; `dueAt` in whole milliseconds. */
    defer: (id: number, dueAt: number): void => void accounts.defer.run(dueAt, id),
    /** Writes that many are to be rechecked; returns how many there are, and the job that marks them. */
    begin: database.transaction((batch: number, what: 'watched' | 'done', at: number) => {
      const count = (what === 'watched' ? batches.countWatched : batches.countDone).get(batch) as number
      cancelJobs(jobs, batch, ['stop', what])
      if (what === 'done') batches.put.run(batch, at, count)
      return { accounts: count, job: addJob(batch, what, at, count) }
    }).immediate,
    /** Writes that no more is to be rechecked; returns the job that removes the marks. */
    stop: database.transaction((batch: number, at: number): number => {
      cancelJobs(jobs, batch, ['done', 'watched', 'stop'])
      batches.drop.run(batch)
      return addJob(batch, 'stop', at, 0)
    }).immediate,
    /**
     * Marks the next page, in the job's transaction. `again`: milliseconds after which a failed account is read again
     * without being asked for, or null.
     */
    step: (job: Job, now: number, again: number | null): JobStep => markNextPage(pages, job, now, again ?? 0),
    find,
    /** Ends a recheck of done accounts when all were marked and none is left: what it was, once; null before that. */
    end: database.transaction((batch: number): RecheckOfBatch | null => {
      const row = find(batch)
      const isLeft = jobs.ofBatch('recheck', batch).length > 0 || batches.anyAsked.get(batch) === 1
      if (row === null || isLeft) return null
      batches.drop.run(batch)
      return row
    }).immediate,
    /** Done accounts that a person asked to recheck and that were not read yet. */
    waiting: (batch: number): number => batches.countAsked.get(batch) as number,
  }
}

/** Removes what is still to be marked. */
function cancelJobs(jobs: JobStore, batch: number, whats: readonly What[]): void {
  for (const job of jobs.ofBatch('recheck', batch))
    if (whats.includes(recheckArguments.parse(job.arguments).what)) jobs.remove(job.id)
}

function markNextPage(pages: Pages, job: Job, now: number, again: number): JobStep {
  const { batch } = job
  const { what } = recheckArguments.parse(job.arguments)
  const after = job.cursor === null ? -1 : recheckCursor.parse(job.cursor).position
  const upTo = pages.selectPage.get({ batch, after }) as number | null
  if (upTo === null) return { cursor: job.cursor, done: job.done, isLast: true }
  const range = { batch, after, upTo, now, again }
  const changes = pages.marks[what].reduce((sum, statement) => sum + statement.run(range).changes, 0)
  return { cursor: { position: upTo }, done: job.done + changes, isLast: false }
}

type Pages = ReturnType<typeof preparePages>

/** Statements that mark the accounts of one page. */
function preparePages(database: Database) {
  const within = 'batch_id = @batch AND position > @after AND position <= @upTo'
  const marks: Readonly<Record<What, readonly Statement[]>> = {
    watched: [
      database.prepare(`UPDATE account SET due_at = @now WHERE ${within} AND ${toRead} AND due_at > @now`),
    ],
    done: [
      database.prepare(
        `INSERT OR REPLACE INTO recheck (account_id, batch_id, connection_id, asked, due_at)
         SELECT id, batch_id, connection_id, 1, @now FROM account WHERE ${within} AND ${mayRecheck}`,
      ),
    ],
    stop: [
      // Rechecks that follow from the outcome are due at their own time again, unless it has passed.
      database.prepare(
        `UPDATE recheck SET asked = 0, tries = 0, due_at = (SELECT since + @again FROM account WHERE id = account_id)
         WHERE asked = 1 AND @again > 0 AND account_id IN (SELECT id FROM account_details
           WHERE ${within} AND ${isOpen} AND since + @again > @now)`,
      ),
      database.prepare(
        `DELETE FROM recheck WHERE asked = 1 AND account_id IN (SELECT id FROM account WHERE ${within})`,
      ),
    ],
  }
  const selectPage = database
    .prepare(
      `SELECT max(position) FROM (SELECT position FROM account WHERE batch_id = @batch AND position > @after
         ORDER BY position LIMIT ${marksAtOnce})`,
    )
    .pluck()
  return { marks, selectPage }
}

const mayRecheck = "state = 'done' AND attempts > 0 AND status_path IS NOT NULL AND connection_id IS NOT NULL"
/** Outcomes that are rechecked without being asked for (sending/decisions/decide-status.ts). */
const isOpen = `(outcome IN (${sqlList(unsuccessfulOutcomes)}) OR (outcome = 'created' AND platform_identifier IS NULL))`

function prepareBatches(database: Database) {
  return {
    countWatched: database
      .prepare(`SELECT count(*) FROM account WHERE batch_id = ? AND state IN ('unconfirmed','processing')`)
      .pluck(),
    countDone: database
      .prepare("SELECT count(*) FROM account WHERE batch_id = ? AND state = 'done' AND attempts > 0")
      .pluck(),
    put: database.prepare('INSERT OR REPLACE INTO recheck_of_batch VALUES (?, ?, ?)'),
    drop: database.prepare('DELETE FROM recheck_of_batch WHERE batch_id = ?'),
    select: database.prepare('SELECT at, accounts FROM recheck_of_batch WHERE batch_id = ?'),
    countAsked: database.prepare('SELECT count(*) FROM recheck WHERE batch_id = ? AND asked = 1').pluck(),
    anyAsked: database
      .prepare('SELECT EXISTS (SELECT 1 FROM recheck WHERE batch_id = ? AND asked = 1)')
      .pluck(),
  }
}

function prepareAccounts(database: Database) {
  return {
    ask: database.prepare(
      `INSERT OR REPLACE INTO recheck (account_id, batch_id, connection_id, asked, due_at)
       SELECT id, batch_id, connection_id, 1, 0 FROM account WHERE id = ? AND ${mayRecheck}`,
    ),
    selectAsked: database.prepare('SELECT asked FROM recheck WHERE account_id = ?').pluck(),
    selectTries: database.prepare('SELECT tries FROM recheck WHERE account_id = ?').pluck(),
    defer: database.prepare('UPDATE recheck SET due_at = ?, tries = tries + 1 WHERE account_id = ?'),
  }
}
