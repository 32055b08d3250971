// Stops: batches that a brake stopped, and the batches that must not send for now because of one or because their
// queued accounts are being cancelled.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { stopReasons } from '../../../../../shared/sending/wave-plan.ts'
import { bindOperations } from '../../operations.ts'
import { noRows } from './brake-counts.ts'

const stopRow = z.object({
  wave: z.number().nullable(),
  reason: z.enum(stopReasons),
  code: z.string().nullable(),
  detail: z.string(),
  at: z.number(),
})
/** Figures for the text of a stop. */
export const stopDetail = z.object({
  answers: z.number(),
  wrong: z.number(),
  times: z.number().nullable(),
  /** The account of the answer; null if a person made the brakes stricter. */
  account: z.number().nullable(),
})
export type StopDetail = z.infer<typeof stopDetail>
export type StoredStop = Omit<z.infer<typeof stopRow>, 'detail'> & { readonly detail: StopDetail }

export function createStopStore(database: Database) {
  return bindOperations(prepareStops(database), {
    stop: readStop,
    setStop,
    liftStop,
    stopsForAll: listStopsForAll,
    stopAnnounced: markAnnounced,
    standingStill: listStandingStill,
    isSendingBlocked,
  })
}

type StopStatements = ReturnType<typeof prepareStops>

function prepareStops(database: Database) {
  const beginStretch = database.prepare(
    `UPDATE wave SET stretch = stretch + 1, answers = 0, wrong = 0, code_rows = '${noRows}' WHERE batch_id = ?`,
  )
  const selectStop = database.prepare('SELECT wave, reason, code, detail, at FROM stop WHERE batch_id = ?')
  const insertStop = database.prepare(
    `INSERT OR IGNORE INTO stop (batch_id, wave, reason, code, detail, at, to_announce)
     VALUES (@batch, @wave, @reason, @code, @detail, @at, @toAnnounce)`,
  )
  const selectForAll = database.prepare(
    'SELECT batch_id AS batch, wave, reason, code, detail, at FROM stop WHERE to_announce = 1 ORDER BY at',
  )
  const setAnnounced = database.prepare('UPDATE stop SET to_announce = 0 WHERE batch_id = ?')
  const deleteStop = database.prepare('DELETE FROM stop WHERE batch_id = ?')
  const selectAnyStandingStill = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM stop) OR EXISTS (SELECT 1 FROM job WHERE kind = 'cancel')
         OR EXISTS (SELECT 1 FROM handover WHERE state <> 'here')`,
    )
    .pluck()
  const selectStandingStill = database
    .prepare(
      `SELECT s.batch_id FROM stop s JOIN batch b ON b.id = s.batch_id WHERE b.connection_id = @connection
       UNION SELECT t.batch_id FROM job t JOIN batch b ON b.id = t.batch_id
       WHERE t.kind = 'cancel' AND b.connection_id = @connection
       UNION SELECT h.batch_id FROM handover h JOIN batch b ON b.id = h.batch_id
       WHERE h.state <> 'here' AND b.connection_id = @connection`,
    )
    .pluck()
  const selectStandsStill = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM stop WHERE batch_id = @batch) 
         OR EXISTS (SELECT 1 FROM job WHERE kind = 'cancel' AND batch_id = @batch)
         OR EXISTS (SELECT 1 FROM handover WHERE state <> 'here' AND batch_id = @batch)`,
    )
    .pluck()
  return {
    beginStretch,
    selectStop,
    insertStop,
    selectForAll,
    setAnnounced,
    deleteStop,
    selectAnyStandingStill,
    selectStandingStill,
    selectStandsStill,
  }
}

function readStop(statements: StopStatements, batch: number): StoredStop | null {
  const row = statements.selectStop.get(batch)
  return row === undefined ? null : toStop(row)
}

function toStop(row: unknown): StoredStop {
  const { detail, ...rest } = stopRow.parse(row)
  return { ...rest, detail: stopDetail.parse(JSON.parse(detail)) }
}

/** False if it was stopped already: the first reason stays. `isForAll`: the team has to know it. */
function setStop(statements: StopStatements, batch: number, stop: StoredStop, isForAll = false): boolean {
  const toAnnounce = isForAll ? 1 : 0
  return (
    statements.insertStop.run({ ...stop, batch, detail: JSON.stringify(stop.detail), toAnnounce }).changes > 0
  )
}

/** Stops that hold for every desktop of the team, which does not know them yet. */
function listStopsForAll(statements: StopStatements): { batch: number; stop: StoredStop }[] {
  const rows = statements.selectForAll.all() as { readonly batch: number }[]
  return rows.map((row) => ({ batch: row.batch, stop: toStop(row) }))
}

function markAnnounced(statements: StopStatements, batch: number): void {
  statements.setAnnounced.run(batch)
}

/** A person continued: the brakes of all its waves count from the start. */
function liftStop(statements: StopStatements, batch: number): boolean {
  const lifted = statements.deleteStop.run(batch).changes > 0
  if (lifted) statements.beginStretch.run(batch)
  return lifted
}

/** Batches of a connection that must not send for now: stopped, being cancelled, or handed over. */
function listStandingStill(statements: StopStatements, connection: number): number[] {
  // Read at every pick, and nearly always empty.
  return statements.selectAnyStandingStill.get() === 0
    ? []
    : (statements.selectStandingStill.all({ connection }) as number[])
}

/** True if a brake has stopped the batch, its queued accounts are being cancelled, or it is handed over. */
function isSendingBlocked(statements: StopStatements, batch: number): boolean {
  return statements.selectStandsStill.get({ batch }) === 1
}
