// Selects edited accounts for background validation in batches that are validated as they are edited. The mark is
// durable, so waiting accounts still wait after a restart.
import type { Database } from 'better-sqlite3'

export type ValidateEditedStore = ReturnType<typeof createValidateEditedStore>

export function createValidateEditedStore(database: Database) {
  const selectOn = database.prepare('SELECT validate_edited FROM batch WHERE id = ?').pluck()
  const updateOn = database.prepare('UPDATE batch SET validate_edited = ? WHERE id = ?')
  // What was edited before, and has no validation of its present bytes, waits from now on as well.
  const markEdited = database.prepare(
    `INSERT OR IGNORE INTO validation_request SELECT id, batch_id, 0 FROM account
     WHERE batch_id = @batch AND state = 'unvalidated' AND held_reason IS NULL AND id IN
       (SELECT r.account_id FROM cell_now n JOIN account_row r
          ON r.batch_id = n.batch_id AND r.sheet = n.sheet AND r.row = n.row WHERE n.batch_id = @batch)`,
  )
  const unmark = database.prepare('DELETE FROM validation_request WHERE batch_id = ? AND asked = 0')
  const countWaiting = database
    .prepare(
      `SELECT count(*) FROM validation_request w CROSS JOIN account a ON a.id = w.account_id
       WHERE w.batch_id = ? AND w.asked = 0 AND a.state = 'unvalidated' AND a.held_reason IS NULL`,
    )
    .pluck()
  const selectBatches = database
    .prepare('SELECT id FROM batch WHERE connection_id = ? AND validate_edited = 1 ORDER BY id')
    .pluck()
  const selectPaused = database.prepare('SELECT supplier FROM pause WHERE connection_id = ?').pluck()
  const selectNext = database.prepare(
    `SELECT a.id, ifnull(a.supplier, '') AS lane FROM validation_request w CROSS JOIN account a ON a.id = w.account_id
     WHERE w.batch_id = @batch AND w.asked = 0 AND a.state = 'unvalidated' AND a.due_at <= @now
       AND a.held_reason IS NULL AND a.dirty IS NULL ORDER BY w.account_id LIMIT @limit`,
  )

  return {
    isOn(batch: number): boolean {
      return selectOn.get(batch) === 1
    },
    /** From now on, and across restarts; turned off, nothing waits any more. */
    turn: database.transaction((batch: number, on: boolean): void => {
      updateOn.run(on ? 1 : 0, batch)
      if (on) markEdited.run({ batch })
      else unmark.run(batch)
    }).immediate,
    waiting(batch: number): number {
      return countWaiting.get(batch) as number
    },
    /** The next accounts of a connection, but for lanes that are paused. */
    next(connection: number, now: number, limit: number): number[] {
      const batches = selectBatches.all(connection) as number[]
      if (batches.length === 0) return []
      const paused = new Set(selectPaused.all(connection) as string[])
      if (paused.has('')) return []
      const found: number[] = []
      for (const batch of batches) {
        if (found.length >= limit) break
        const rows = selectNext.all({ batch, now, limit: limit + (paused.size === 0 ? 0 : 200) })
        for (const { id, lane } of rows as { id: number; lane: string }[])
          if (!paused.has(lane) && found.length < limit) found.push(id)
      }
      return found
    },
  }
}
