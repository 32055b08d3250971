// Accounts with edited cells that have not been rebuilt yet. Until they are rebuilt, they are neither validated nor
// released. The latest edit is stored with each account, so that a rebuild for an earlier edit does not mark it as
// clean.
import type { Database } from 'better-sqlite3'

export type DirtyStore = ReturnType<typeof createDirtyStore>

export function createDirtyStore(database: Database) {
  const mark = database.prepare('UPDATE account SET dirty = ? WHERE id = ?')
  const markEdit = database.prepare(
    `UPDATE account SET dirty = @mark WHERE id IN (SELECT r.account_id FROM edit_cell c JOIN account_row r
       ON r.batch_id = @batch AND r.sheet = c.sheet AND r.row = c.row WHERE c.edit_id = @edit)`,
  )
  const countDirty = database
    .prepare('SELECT count(*) FROM account WHERE batch_id = ? AND dirty IS NOT NULL')
    .pluck()
  const selectBatches = database
    .prepare('SELECT DISTINCT batch_id FROM account WHERE dirty IS NOT NULL')
    .pluck()
  // Unique within one run of the program, so that a new mark is never mistaken for an older one.
  let lastMark = database
    .prepare('SELECT ifnull(max(dirty), 0) FROM account WHERE dirty IS NOT NULL')
    .pluck()
    .get() as number

  return {
    mark(accounts: readonly number[]): void {
      lastMark += 1
      for (const id of accounts) mark.run(lastMark, id)
    },
    /** The accounts of an edit's cells. */
    markEdit(batch: number, edit: number): void {
      lastMark += 1
      markEdit.run({ mark: lastMark, batch, edit })
    },
    count(batch: number): number {
      return countDirty.get(batch) as number
    },
    batches(): number[] {
      return selectBatches.all() as number[]
    },
  }
}
