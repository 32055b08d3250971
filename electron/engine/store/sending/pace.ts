// Queries of the pace: how much work is ahead, read from counts that are kept anyway.
import type { Database } from 'better-sqlite3'

export type PaceStore = ReturnType<typeof createPaceStore>

export function createPaceStore(database: Database) {
  const countQueued = database
    .prepare(
      `SELECT ifnull(sum(c.count), 0) FROM batch b JOIN account_count c ON c.batch_id = b.id AND c.state = 'queued'
       WHERE b.connection_id = ? AND c.held = 0 AND NOT EXISTS (SELECT 1 FROM stop s WHERE s.batch_id = b.id)
         AND NOT EXISTS (SELECT 1 FROM handover h WHERE h.batch_id = b.id AND h.state <> 'here')`,
    )
    .pluck()
  const countQueuedOf = database
    .prepare(
      "SELECT ifnull(sum(count), 0) FROM account_count WHERE batch_id = ? AND state = 'queued' AND held = 0",
    )
    .pluck()
  return {
    /** Queued accounts of a batch; held ones wait for a person. */
    queuedOf(batch: number): number {
      return countQueuedOf.get(batch) as number
    },
    /** Queued accounts of all batches of a connection that no brake has stopped. */
    queuedOn(connection: number): number {
      return countQueued.get(connection) as number
    },
  }
}
