// Selects edited accounts for background validation in batches that are validated as they are edited. The mark is
// durable, so waiting accounts still wait after a restart.
import type { Database } from 'better-sqlite3'

export type ValidateEditedStore = ReturnType<typeof createValidateEditedStore>

export function createValidateEditedStore(database: Database) {
  const selectOn = database.prepare('SELECT validate_edited FROM batch WHERE id = ?').pluck()
  const updateOn = database.prepare('UPDATE batch SET validate_edited = ? WHERE id = ?')
  // What was edited before, and has no validation of its present bytes, waits from now on as well.
  const markEdited = database.prepare(
    `UPDATE account SET validate_due = 1 WHERE batch_id = @batch AND state = 'unvalidated' AND held_reason IS NULL AND id IN
       (SELECT r.account_id FROM cell_now n JOIN account_row r
          ON r.batch_id = n.batch_id AND r.sheet = n.sheet AND r.row = n.row WHERE n.batch_id = @batch)`,
  )
  const unmark = database.prepare(
    'UPDATE account SET validate_due = 0 WHERE batch_id = ? AND validate_due = 1',
  )
  const countWaiting = database
    .prepare(
      `SELECT count(*) FROM account WHERE batch_id = ? AND validate_due = 1 AND state = 'unvalidated' AND held_reason IS NULL`,
    )
    .pluck()
  const selectBatches = database
    .prepare('SELECT id FROM batch WHERE connection_id = ? AND validate_edited = 1 ORDER BY id')
    .pluck()
  const selectPaused = database.prepare('SELECT supplier FROM pause WHERE connection_id = ?').pluck()
  const selectNext = database.prepare(
    `SELECT id, ifnull(supplier, '') AS lane FROM account WHERE batch_id = @batch AND validate_due = 1 AND state = 'unvalidated'
       AND wanted = 0 AND due_at <= @now AND held_reason IS NULL AND dirty IS NULL ORDER BY id LIMIT @limit`,
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
