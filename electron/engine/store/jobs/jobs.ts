// Jobs: long work that is carried out in steps. The decision is one row, each step is one transaction together with
// the cursor, and the row goes with the last step. So a restart continues exactly where the last step ended.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { immediateTransaction } from '../operations.ts'
import { type Job, type JobKind, jobKinds, type JobStep, type NewJob } from './job.ts'

const jobRow = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  batch: z.number().nullable(),
  connection: z.number().nullable(),
  arguments: z.string(),
  cursor: z.string().nullable(),
  done: z.number(),
  total: z.number().nullable(),
  createdAt: z.number(),
})

export type JobStore = ReturnType<typeof createJobStore>

export function createJobStore(database: Database) {
  const statements = prepareJobs(database)
  return {
    /** Writes that something is to be done; in the caller's transaction if there is one. Returns the job's id. */
    add(job: NewJob): number {
      const { batch = null, connection = null, total = null } = job
      return statements.insert.get({
        ...job,
        batch,
        connection,
        total,
        arguments: JSON.stringify(job.arguments),
      }) as number
    },
    get: (id: number): Job | null => readJob(statements, id),
    /** All unfinished jobs, oldest first. */
    all(): Job[] {
      return statements.selectAll.all().map(toJob)
    },
    /** Unfinished jobs of a kind, oldest first. */
    ofKind(kind: JobKind): Job[] {
      return statements.selectOfKind.all(kind).map(toJob)
    },
    /** Unfinished jobs of a kind on a batch, oldest first. */
    ofBatch(kind: JobKind, batch: number): Job[] {
      return statements.selectOfBatch.all(kind, batch).map(toJob)
    },
    /**
     * Carries out one step in one transaction with its cursor; the last one deletes the row. Null if there is no such
     * job any more: it was cancelled. A step that answers `wait` leaves the row as it is.
     */
    step: <Step extends JobStep | 'wait'>(id: number, work: (job: Job) => Step): Step | null =>
      statements.inTransaction(() => stepJob(statements, id, work)),
    /** False if there was no such job any more. */
    remove(id: number): boolean {
      return statements.drop.run(id).changes > 0
    },
    /** Removes the jobs of a batch that is being deleted, except the one that deletes it. */
    removeOthersOf(batch: number, except: number): void {
      statements.dropOfBatch.run(batch, except)
    },
    fail(id: number, error: string): void {
      statements.setFailed.run({ id, error })
    },
  }
}

type JobStatements = ReturnType<typeof prepareJobs>

function prepareJobs(database: Database) {
  const columns = `id, kind, batch_id AS batch, connection_id AS connection, arguments, cursor, done, total,
    created_at AS createdAt`
  const insert = database
    .prepare(
      `INSERT INTO job (kind, batch_id, connection_id, arguments, total, created_at)
       VALUES (@kind, @batch, @connection, @arguments, @total, @createdAt) RETURNING id`,
    )
    .pluck()
  const select = database.prepare(`SELECT ${columns} FROM job WHERE id = ?`)
  const selectAll = database.prepare(`SELECT ${columns} FROM job ORDER BY id`)
  const selectOfBatch = database.prepare(
    `SELECT ${columns} FROM job WHERE kind = ? AND batch_id = ? ORDER BY id`,
  )
  const selectOfKind = database.prepare(`SELECT ${columns} FROM job WHERE kind = ? ORDER BY id`)
  const update = database.prepare(
    "UPDATE job SET cursor = @cursor, done = @done, state = 'waiting', error = NULL WHERE id = @id",
  )
  const setFailed = database.prepare("UPDATE job SET state = 'failed', error = @error WHERE id = @id")
  const drop = database.prepare('DELETE FROM job WHERE id = ?')
  const dropOfBatch = database.prepare('DELETE FROM job WHERE batch_id = ? AND id <> ?')
  const inTransaction = immediateTransaction(database)
  return {
    insert,
    select,
    selectAll,
    selectOfBatch,
    selectOfKind,
    update,
    setFailed,
    drop,
    dropOfBatch,
    inTransaction,
  }
}

function readJob({ select }: JobStatements, id: number): Job | null {
  const row = select.get(id)
  return row === undefined ? null : toJob(row)
}

/** One step with its cursor, in the caller's transaction. */
function stepJob<Step extends JobStep | 'wait'>(
  statements: JobStatements,
  id: number,
  work: (job: Job) => Step,
): Step | null {
  const job = readJob(statements, id)
  if (job === null) return null
  const step = work(job)
  if (step === 'wait') return step
  if (step.isLast) statements.drop.run(id)
  else statements.update.run({ id, cursor: JSON.stringify(step.cursor), done: step.done })
  return step
}

function toJob(row: unknown): Job {
  const { arguments: given, cursor, ...rest } = jobRow.parse(row)
  return {
    ...rest,
    arguments: JSON.parse(given) as unknown,
    cursor: cursor === null ? null : (JSON.parse(cursor) as unknown),
  }
}
