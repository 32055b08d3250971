// Selects the next accounts: queued ones to send and ready ones to validate. Only lanes of suppliers that are not
// paused and of batches that are not stopped are included.
import type { Database } from 'better-sqlite3'
import type { WaveStore } from './release/waves.ts'
import { bindOperations } from '../operations.ts'

/** A batch of which all ready accounts are validated, or only the requested ones. */
export type BatchToValidate = { readonly id: number; readonly all: boolean }

const nobody: ReadonlySet<number> = new Set()

export function createNextAccounts(database: Database, waves: WaveStore) {
  return bindOperations(prepareNextAccounts(database, waves), {
    queuedNow: listQueued,
    nextQueued: findNextQueued,
    toValidate: listToValidate,
    mayValidate,
    nextDue: findNextDue,
    validatingBatches: listValidatingBatches,
    readyCount: countReady,
  })
}

type Due = { readonly id: number; readonly due_at: number }

type NextParts = ReturnType<typeof prepareNextAccounts>

/** Each state has its own index, which SQLite uses only if the state is a literal. */
function prepareLanes(database: Database, state: 'queued' | 'unvalidated') {
  return {
    next: database
      .prepare(
        `SELECT min(ifnull(supplier, '')) FROM account
         WHERE batch_id = @batch AND state = '${state}' AND ifnull(supplier, '') > @after`,
      )
      .pluck(),
    due: database.prepare(
      `SELECT id, due_at FROM account WHERE batch_id = @batch AND state = '${state}' AND ifnull(supplier, '') = @lane
         AND due_at <= @now AND held_reason IS NULL AND dirty IS NULL ORDER BY due_at, id LIMIT @limit`,
    ),
  }
}

function prepareNextAccounts(database: Database, waves: WaveStore) {
  const selectPaused = database.prepare('SELECT supplier FROM pause WHERE connection_id = ?').pluck()
  const selectQueued = database.prepare(
    `SELECT id, due_at FROM account WHERE connection_id = @connection AND state = 'queued' AND due_at <= @now
       AND held_reason IS NULL ORDER BY due_at, id LIMIT @limit`,
  )
  const lanes = {
    queued: prepareLanes(database, 'queued'),
    unvalidated: prepareLanes(database, 'unvalidated'),
  }
  const selectMayValidate = database
    .prepare(
      `SELECT 1 FROM account a JOIN batch b ON b.id = a.batch_id WHERE a.id = @id AND a.state = 'unvalidated' AND a.due_at <= @now
         AND a.held_reason IS NULL AND a.dirty IS NULL AND (b.validating = 1
           OR EXISTS (SELECT 1 FROM validation_request w WHERE w.account_id = a.id AND w.asked = 1))
         AND NOT EXISTS (SELECT 1 FROM handover h WHERE h.batch_id = a.batch_id AND h.state <> 'here')
         AND NOT EXISTS (SELECT 1 FROM pause p WHERE p.connection_id = a.connection_id AND p.supplier IN ('', ifnull(a.supplier, '')))`,
    )
    .pluck()
  const selectWanted = database.prepare(
    `SELECT a.id, a.due_at, ifnull(a.supplier, '') AS lane
     FROM validation_request w INDEXED BY validation_request_of_batch CROSS JOIN account a ON a.id = w.account_id
     WHERE w.batch_id = @batch AND w.asked = 1 AND a.state = 'unvalidated' AND a.due_at <= @now
       AND a.held_reason IS NULL AND a.dirty IS NULL ORDER BY a.due_at, a.id LIMIT @limit`,
  )
  const selectBatchesOf = database.prepare('SELECT id FROM batch WHERE connection_id = ?').pluck()
  const selectConnectionOf = database.prepare('SELECT connection_id FROM batch WHERE id = ?').pluck()
  const nextDues = ["state = 'queued'", "state = 'unvalidated' AND due_at > 0"].map((which) =>
    database
      .prepare(
        `SELECT min(due_at) FROM account WHERE connection_id = @connection AND ${which} AND due_at > @now`,
      )
      .pluck(),
  )
  const selectValidating = database.prepare(
    `SELECT id, validating FROM batch b WHERE connection_id = ? AND
       (validating = 1 OR EXISTS (SELECT 1 FROM validation_request w WHERE w.batch_id = b.id AND w.asked = 1))
       AND NOT EXISTS (SELECT 1 FROM handover h WHERE h.batch_id = b.id AND h.state <> 'here') ORDER BY id`,
  )
  const countReady = database.prepare(
    `SELECT ifnull(sum(count), 0) + EXISTS (SELECT 1 FROM account WHERE batch_id = @batch AND dirty IS NOT NULL) AS count
     FROM account_count WHERE batch_id = @batch AND state = 'unvalidated' AND held = 0`,
  )
  return {
    selectPaused,
    selectQueued,
    lanes,
    selectMayValidate,
    selectWanted,
    selectBatchesOf,
    selectConnectionOf,
    nextDues,
    selectValidating,
    countReady,
    waves,
  }
}

/** The first due accounts of a batch in lanes that are not paused, in order of due time. */
function listDueInLanes(
  parts: NextParts,
  batch: number,
  state: 'queued' | 'unvalidated',
  paused: ReadonlySet<string>,
  now: number,
  limit: number,
): Due[] {
  const found: Due[] = []
  // A lane without a supplier has the empty name, which `>` would skip.
  let lane: string | null = ''
  while (lane !== null) {
    if (!paused.has(lane)) found.push(...(parts.lanes[state].due.all({ batch, lane, now, limit }) as Due[]))
    lane = parts.lanes[state].next.get({ batch, after: lane }) as string | null
  }
  return found.sort(inOrder).slice(0, limit)
}

/** The paused lanes of a connection; null if all of it is paused. */
function findPausedLanes(parts: NextParts, connection: number): ReadonlySet<string> | null {
  const paused = new Set(parts.selectPaused.all(connection) as string[])
  return paused.has('') ? null : paused
}

/**
 * The first due accounts, at most `count`, of batches that are not stopped, in lanes that are not paused, without
 * those in `besides`.
 */
function listQueued(
  parts: NextParts,
  connection: number,
  now: number,
  count: number,
  besides: ReadonlySet<number> = nobody,
): number[] {
  const paused = findPausedLanes(parts, connection)
  if (paused === null) return []
  const limit = besides.size + count
  const still = parts.waves.standingStill(connection)
  const due =
    paused.size + still.length === 0
      ? (parts.selectQueued.all({ connection, now, limit }) as Due[])
      : (parts.selectBatchesOf.all(connection) as number[])
          .filter((batch) => !still.includes(batch))
          .flatMap((batch) => listDueInLanes(parts, batch, 'queued', paused, now, limit))
          .sort(inOrder)
  return due
    .filter(({ id }) => !besides.has(id))
    .slice(0, count)
    .map(({ id }) => id)
}

/** The first of them. */
function findNextQueued(
  parts: NextParts,
  connection: number,
  now: number,
  besides?: ReadonlySet<number>,
): number | null {
  return listQueued(parts, connection, now, 1, besides)[0] ?? null
}

/**
 * Ready accounts of a batch to validate: all of them, or the requested ones. `limit` includes those already in
 * progress.
 */
function listToValidate(
  parts: NextParts,
  { id: batch, all }: BatchToValidate,
  now: number,
  limit: number,
): number[] {
  const connection = parts.selectConnectionOf.get(batch) as number | null | undefined
  const paused = connection === null || connection === undefined ? null : findPausedLanes(parts, connection)
  if (paused === null) return []
  if (all) return listDueInLanes(parts, batch, 'unvalidated', paused, now, limit).map((row) => row.id)
  const wanted = parts.selectWanted.all({ batch, now, limit: limit + 200 }) as (Due & { lane: string })[]
  return wanted
    .filter((row) => !paused.has(row.lane))
    .slice(0, limit)
    .map((row) => row.id)
}

/** True if one of them is still to be validated: not validated, held, paused or edited since. */
function mayValidate(parts: NextParts, id: number, now: number): boolean {
  return parts.selectMayValidate.get({ id, now }) !== undefined
}

/** The earliest time after now at which something may be sent or validated. */
function findNextDue(parts: NextParts, connection: number, now: number): number | null {
  const dues = parts.nextDues.map((statement) => statement.get({ connection, now }) as number | null)
  return dues.reduce<number | null>(
    (least, due) => (due === null ? least : Math.min(least ?? due, due)),
    null,
  )
}

function listValidatingBatches(parts: NextParts, connection: number): BatchToValidate[] {
  return (parts.selectValidating.all(connection) as { id: number; validating: number }[]).map((row) => ({
    id: row.id,
    all: row.validating === 1,
  }))
}

/** Number of accounts still to be validated, or possibly after a large edit is built. */
function countReady(parts: NextParts, batch: number): number {
  return (parts.countReady.get({ batch }) as { count: number }).count
}

function inOrder(
  left: { readonly id: number; readonly due_at: number },
  right: { readonly id: number; readonly due_at: number },
): number {
  return left.due_at - right.due_at || left.id - right.id
}
