// Queries for events of the machine: lists the batches in progress, and makes waiting retries due at once.
import type { Database } from 'better-sqlite3'

export type MachineStore = ReturnType<typeof createMachineStore>

export function createMachineStore(database: Database) {
  const selectOnTheWay = database
    .prepare(
      `SELECT DISTINCT batch_id FROM account_count
       WHERE count > 0 AND state IN ('queued','sending','unconfirmed','processing') ORDER BY batch_id`,
    )
    .pluck()
  // Accounts in a quiet time, or waiting for their next read, keep waiting: only failures are reset. Each kind uses
  // its own index; watched accounts are skipped.
  const retries = [
    `account INDEXED BY account_queued WHERE connection_id = @connection AND state = 'queued'`,
    `account INDEXED BY account_put_off WHERE connection_id = @connection AND state = 'unvalidated' AND due_at > 0`,
    `batch b CROSS JOIN account INDEXED BY account_since ON batch_id = b.id AND account.state IN ('unconfirmed','processing') IS TRUE AND account.state = 'unconfirmed'
       AND NOT EXISTS (SELECT 1 FROM service_answer s WHERE s.account_id = account.id AND s.not_found_at IS NOT NULL)
     WHERE b.connection_id = @connection`,
  ].map((which) =>
    database.prepare(
      `UPDATE account SET due_at = @now WHERE id IN
         (SELECT account.id FROM ${which} AND due_at > @now AND tries > 0)`,
    ),
  )
  return {
    /** Batches with queued, in-flight or watched accounts. */
    batchesOnTheWay(): number[] {
      return selectOnTheWay.all() as number[]
    },
    /** Makes accounts due that were postponed because the service was unreachable. */
    retryNow(connection: number, now: number): void {
      for (const retry of retries) retry.run({ connection, now })
    },
  }
}
