// Queries for power events: which batches they affect, and which waits may end early.
import type { Database } from 'better-sqlite3'

export type MachineStore = ReturnType<typeof createMachineStore>

export function createMachineStore(database: Database) {
  const selectOnTheWay = database
    .prepare(
      `SELECT DISTINCT batch_id FROM account_count
       WHERE count > 0 AND state IN ('queued','sending','unconfirmed','processing') ORDER BY batch_id`,
    )
    .pluck()
  // What waits out a quiet time, or for its next look, waits on: only failures are forgotten. Each kind by an index of its
  // own: what is watched is passed over.
  const retries = [
    `account INDEXED BY account_queued WHERE connection_id = @connection AND state = 'queued'`,
    `account INDEXED BY account_put_off WHERE connection_id = @connection AND state = 'unvalidated' AND due_at > 0`,
    `batch b CROSS JOIN account INDEXED BY account_since ON batch_id = b.id AND account.state IN ('unconfirmed','processing') IS TRUE AND account.state = 'unconfirmed'
       AND not_found_at IS NULL WHERE b.connection_id = @connection`,
  ].map((which) =>
    database.prepare(
      `UPDATE account SET due_at = @now WHERE id IN
         (SELECT account.id FROM ${which} AND due_at > @now AND tries > 0)`,
    ),
  )
  return {
    /** Batches of which something is queued, in flight or watched. */
    batchesOnTheWay(): number[] {
      return selectOnTheWay.all() as number[]
    },
    /** What was put off because the service could not be reached is due. */
    retryNow(connection: number, now: number): void {
      for (const retry of retries) retry.run({ connection, now })
    },
  }
}
