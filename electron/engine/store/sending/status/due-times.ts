// Adjusts due times after the wall clock was set. Every account of a connection may be affected, so the work runs in
// steps: each step is a short transaction, and other work runs between two steps.
//
// Setting a cap is idempotent, so a crash between two steps is harmless. Shifting times back is not: it is recorded as
// a job whose cursor moves with each step. The connection's scheduler carries the job out, because nothing is sent
// before its end. A time that is set while the shift runs may come too early, which costs one extra status read: the
// quiet time before a create is repeated does not use the wall clock (sending/status/store-status.ts).
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import type { Job, JobStep } from '../../jobs/job.ts'
import type { JobStore } from '../../jobs/jobs.ts'
import { toRead } from './watching.ts'

/** Accounts of one step: some milliseconds of work. */
const atOnce = 200

type Kind = {
  readonly table: 'account' | 'recheck'
  /** The index that has them in order of due times. */
  readonly index: string
  readonly which: string
}

/** All that waits for a time. */
const kinds: readonly Kind[] = [
  { table: 'account', index: 'account_queued', which: "state = 'queued'" },
  { table: 'account', index: 'account_put_off', which: "state = 'unvalidated' AND due_at > 0" },
  { table: 'account', index: 'account_to_read', which: toRead },
  { table: 'recheck', index: 'recheck_due', which: 'asked = 0' },
  { table: 'recheck', index: 'recheck_due', which: 'asked = 1' },
]

const shiftArguments = z.object({
  ms: z.number(),
  /** By the clock as it is now: what is due by then needs no shift. */
  at: z.number(),
})
const shiftCursor = z.object({
  /** Every kind before this one is complete. */
  kind: z.number(),
  due: z.number(),
  id: z.number(),
  /** The latest due time of the kind when it was begun: what was put off further is by the new clock. */
  until: z.number().nullable(),
})
type ShiftCursor = z.infer<typeof shiftCursor>
type Due = { readonly id: number; readonly due_at: number }

export type DueStore = ReturnType<typeof createDueStore>

export function createDueStore(database: Database, jobs: JobStore) {
  const waiting = kinds.map((kind) => prepareKind(database, kind))
  const ages = prepareAges(database)
  const dropRechecks = database.prepare(
    `DELETE FROM recheck WHERE account_id IN
       (SELECT account_id FROM recheck WHERE connection_id = @connection AND asked = 0 LIMIT ${atOnce})`,
  )
  const shift = (job: Job): JobStep => shiftNext(waiting, job)
  const shifts = (connection: number): Job[] =>
    jobs.ofKind('shift_due_times').filter((job) => job.connection === connection)

  return {
    /**
     * The wall clock went back by `ms`: what is to wait until after `at`, by the old clock, is to wait as long as it was
     * meant to. Written as a job; `follow` carries it out.
     */
    clockWentBack(connection: number, ms: number, at: number): void {
      jobs.add({ kind: 'shift_due_times', connection, arguments: { ms, at }, createdAt: at })
    },
    /** Carries out what was written, in this start or an earlier one. */
    *follow(connection: number, now: number): Generator<void> {
      const all = shifts(connection)
      if (all.length === 0) return
      for (const { id } of all)
        for (let step = jobs.step(id, shift); step?.isLast === false; step = jobs.step(id, shift)) yield
      yield* neverLater(ages, connection, now)
    },
    /**
     * Nothing waits longer than `longestWait`, in milliseconds, whatever the clock said when it was put off, and nothing
     * is in its state since a time to come. `recheck`: after how long accounts are rechecked without being asked for;
     * null: none is, whatever was meant before.
     */
    *cap(connection: number, now: number, longestWait: number, recheck: number | null): Generator<void> {
      if (recheck === null) yield* untilNone(dropRechecks, { connection })
      for (const { table, cap } of waiting) {
        const wait = table === 'recheck' ? Math.max(longestWait, recheck ?? 0) : longestWait
        yield* untilNone(cap, { connection, latest: now + wait })
      }
      yield* neverLater(ages, connection, now)
    },
  }
}

type PreparedKind = ReturnType<typeof prepareKind>

function prepareKind(database: Database, { table, index, which }: Kind) {
  const id = table === 'account' ? 'id' : 'account_id'
  const where = `${table} INDEXED BY ${index} WHERE connection_id = @connection AND ${which}`
  return {
    table,
    last: database.prepare(`SELECT max(due_at) FROM ${where}`).pluck(),
    next: database.prepare(
      `SELECT ${id} AS id, due_at FROM ${where} AND (due_at, ${id}) > (@due, @id) AND due_at <= @until
       ORDER BY due_at, ${id} LIMIT ${atOnce}`,
    ),
    set: database.prepare(`UPDATE ${table} SET due_at = max(0, @due) WHERE ${id} = @id`),
    cap: database.prepare(
      `UPDATE ${table} SET due_at = @latest WHERE ${id} IN
         (SELECT ${id} FROM ${where} AND due_at > @latest LIMIT ${atOnce})`,
    ),
  }
}

/** Shifts the next accounts; in the job's transaction. */
function shiftNext(
  waiting: readonly PreparedKind[],
  { connection, arguments: given, cursor, done }: Job,
): JobStep {
  const { ms, at } = shiftArguments.parse(given)
  const before = cursor === null ? atKind(0, at) : shiftCursor.parse(cursor)
  const kind = waiting[before.kind]
  if (kind === undefined) return { cursor, done, isLast: true }
  const until = before.until ?? (kind.last.get({ connection }) as number | null) ?? 0
  const { due, id } = before
  const rows = kind.next.all({ connection, due, id, until }) as Due[]
  for (const row of rows) kind.set.run({ id: row.id, due: row.due_at - ms })
  const last = rows.at(-1)
  const next: ShiftCursor =
    last === undefined || rows.length < atOnce
      ? atKind(before.kind + 1, at)
      : { ...before, until, due: last.due_at, id: last.id }
  return { cursor: next, done: done + rows.length, isLast: false }
}

/** At the beginning of a kind: behind all that is due by the new clock. */
function atKind(kind: number, at: number): ShiftCursor {
  return { kind, due: at, id: Number.MAX_SAFE_INTEGER, until: null }
}

type Ages = ReturnType<typeof prepareAges>

/** Statements about how long accounts are in their state. */
function prepareAges(database: Database) {
  return {
    selectBatches: database.prepare('SELECT id FROM batch WHERE connection_id = ?').pluck(),
    ofStates: (['unconfirmed', 'processing'] as const).map((state) => {
      const on = `account INDEXED BY account_since WHERE batch_id = @batch AND state IN ('unconfirmed','processing') IS TRUE AND state = '${state}'`
      return {
        // From status to status: the accounts of one status are in order of time, those of several are not.
        nextStatus: database
          .prepare(`SELECT min(service_status) FROM ${on} AND service_status > @after`)
          .pluck(),
        setNow: database.prepare(
          `UPDATE account SET since = @now WHERE id IN
             (SELECT id FROM ${on} AND service_status IS @status AND since > @now LIMIT ${atOnce})`,
        ),
      }
    }),
  }
}

/** No account is in its state since a time to come. */
function* neverLater({ selectBatches, ofStates }: Ages, connection: number, now: number): Generator<void> {
  for (const batch of selectBatches.all(connection) as number[])
    for (const { setNow, nextStatus } of ofStates) {
      yield* untilNone(setNow, { batch, now, status: null })
      let status = nextStatus.get({ batch, after: '' }) as string | null
      for (; status !== null; status = nextStatus.get({ batch, after: status }) as string | null)
        yield* untilNone(setNow, { batch, now, status })
    }
}

/** Repeats a statement that takes `atOnce` until it finds no more. */
function* untilNone(statement: Statement, given: Readonly<Record<string, unknown>>): Generator<void> {
  while (statement.run(given).changes === atOnce) yield
}
