// The groups of duplicates of a batch, and the exclusions that belong to an edit: they are undone and done again with it.
import type { Database } from 'better-sqlite3'
import type { EditDirection } from './edits.ts'

/** An account that is told to be another's duplicate. */
export type Duplicate = {
  readonly id: number
  readonly key: string
  readonly identity: string | null
  readonly row: number
  /** Its first row on the sheet that accounts come from, as JSON. */
  readonly cells: string
  readonly edited: number
}

export type DuplicateStore = ReturnType<typeof createDuplicateStore>

export function createDuplicateStore(database: Database) {
  const selectAll = database.prepare(
    `SELECT a.id, a.key, a.identity, s.row, s.cells,
       EXISTS (SELECT 1 FROM cell_now n WHERE n.batch_id = s.batch_id AND n.sheet = s.sheet AND n.row = s.row) AS edited
     FROM problem p JOIN account a ON a.id = p.account_id
       JOIN source_row s ON s.batch_id = a.batch_id AND s.sheet = @sheet AND s.row =
         (SELECT min(r.row) FROM account_row r WHERE r.account_id = a.id AND r.sheet = @sheet)
     WHERE p.batch_id = @batch AND p.code = 'duplicate_account' AND a.excluded = 0 ORDER BY a.position`,
  )
  const selectOthersOn = database
    .prepare(
      'SELECT count(*) FROM row_key WHERE batch_id = @batch AND sheet = @sheet AND key = @key AND row NOT IN (SELECT value FROM json_each(@besides))',
    )
    .pluck()
  const keepExclusions = database.prepare(
    `INSERT INTO edit_exclusion SELECT @edit, r.sheet, r.row, @reason, a.held_reason, a.held_until, a.excluded
     FROM account a JOIN account_row r ON r.account_id = a.id AND r.sheet = @sheet
     WHERE a.id IN (SELECT value FROM json_each(@accounts))`,
  )
  const ofEdit = `FROM edit_exclusion e JOIN edit d ON d.id = e.edit_id
     JOIN account_row r ON r.batch_id = d.batch_id AND r.sheet = e.sheet AND r.row = e.row
     WHERE e.edit_id = @edit AND r.account_id = account.id`
  const exclude = database.prepare(
    `UPDATE account SET held_reason = e.reason, held_until = NULL, excluded = 1, wanted = 0, recheck = 0 ${ofEdit}
       AND account.outcome IS NOT 'created' RETURNING account.id`,
  )
  const putBack = database.prepare(
    `UPDATE account SET held_reason = e.before_reason, held_until = e.before_until, excluded = e.before_excluded ${ofEdit}
       AND account.excluded = 1 AND account.held_reason = e.reason RETURNING account.id`,
  )
  const idsOf = (rows: unknown[]): number[] => [...new Set((rows as { id: number }[]).map(({ id }) => id))]

  return {
    all: (batch: number, sheet: number): Duplicate[] => selectAll.all({ batch, sheet }) as Duplicate[],
    /** Whether rows besides these have a key. */
    isTaken(batch: number, sheet: number, key: string, besides: readonly number[]): boolean {
      const values = { batch, sheet, key, besides: JSON.stringify(besides) }
      return (selectOthersOn.get(values) as number) > 0
    },
    /** Excludes accounts, by their rows on this sheet, as part of an edit. */
    excludeWith(edit: number, sheet: number, accounts: readonly number[], reason: string): number[] {
      keepExclusions.run({ edit, sheet, accounts: JSON.stringify(accounts), reason })
      return idsOf(exclude.all({ edit }))
    },
    /** Undoes, or does again, the exclusions of an edit; answers the accounts that are decided otherwise now. */
    followEdit(which: EditDirection, edit: number): number[] {
      return idsOf(which === 'undo' ? putBack.all({ edit }) : exclude.all({ edit }))
    },
  }
}
