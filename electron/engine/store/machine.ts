// What the machine's life asks of the database: which batches it concerns, and what need not wait any longer.
import type { Database } from 'better-sqlite3'

export type MachineStore = ReturnType<typeof createMachineStore>

export function createMachineStore(database: Database) {
  const selectOnTheWay = database
    .prepare(
      `SELECT DISTINCT batch_id FROM account_count
       WHERE count > 0 AND state IN ('queued','sending','unconfirmed','watching') ORDER BY batch_id`,
    )
    .pluck()
  // What waits out a quiet time, or for its next look, waits on: only failures are forgotten.
  const retry = database.prepare(
    `UPDATE account SET due_at = @now WHERE connection_id = @connection AND due_at > @now AND tries > 0
       AND (state IN ('queued','ready') OR (state = 'unconfirmed' AND not_found_at IS NULL))`,
  )
  return {
    /** Batches of which something is queued, in flight or watched. */
    batchesOnTheWay(): number[] {
      return selectOnTheWay.all() as number[]
    },
    /** What was put off because the service could not be reached is due. */
    retryNow(connection: number, now: number): void {
      retry.run({ connection, now })
    },
  }
}
