// Groups of duplicates in a batch, and the exclusions that belong to an edit. Undo and redo of the edit apply to
// its exclusions too.
import type { Database } from 'better-sqlite3'
import type { EditDirection } from '../fixing/edits.ts'

/** An account of a group of duplicates. */
export type Duplicate = {
  readonly id: number
  readonly key: string
  /** Its first row on the account sheet. */
  readonly row: number
}

export type DuplicateStore = ReturnType<typeof createDuplicateStore>

export function createDuplicateStore(database: Database) {
  const selectNamed = database.prepare(
    `SELECT a.id, a.key, (SELECT min(r.row) FROM account_row r WHERE r.account_id = a.id AND r.sheet = @sheet) AS row
     FROM json_each(@accounts) i CROSS JOIN account a ON a.id = i.value WHERE a.batch_id = @batch AND row IS NOT NULL`,
  )
  const selectOfKey = database
    .prepare(`SELECT id FROM account INDEXED BY account_by_key WHERE batch_id = ? AND key = ? AND excluded = 0
       ORDER BY position LIMIT ?`)
    .pluck()
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
    `UPDATE account SET held_reason = e.reason, held_until = NULL, excluded = 1 ${ofEdit}
       AND account.outcome IS NOT 'created' RETURNING account.id`,
  )
  const dropRequests = database.prepare(
    'DELETE FROM validation_request WHERE account_id IN (SELECT value FROM json_each(@accounts))',
  )
  const putBack = database.prepare(
    `UPDATE account SET held_reason = e.before_reason, held_until = e.before_until, excluded = e.before_excluded ${ofEdit}
       AND account.excluded = 1 AND account.held_reason = e.reason RETURNING account.id`,
  )
  function excludeOf(edit: number): number[] {
    const accounts = idsOf(exclude.all({ edit }))
    dropRequests.run({ accounts: JSON.stringify(accounts) })
    return accounts
  }
  const idsOf = (rows: unknown[]): number[] => [...new Set((rows as { id: number }[]).map(({ id }) => id))]

  return {
    /** These accounts by id, without deleted ones. */
    named(batch: number, sheet: number, accounts: readonly number[]): Map<number, Duplicate> {
      const found = selectNamed.all({ batch, sheet, accounts: JSON.stringify(accounts) }) as Duplicate[]
      return new Map(found.map((one) => [one.id, one]))
    },
    /** The first accounts with a key, in order, without excluded ones. */
    ofKey: (batch: number, key: string, limit: number): number[] =>
      selectOfKey.all(batch, key, limit) as number[],
    /** True if other rows than these have a key. */
    isTaken(batch: number, sheet: number, key: string, besides: readonly number[]): boolean {
      const values = { batch, sheet, key, besides: JSON.stringify(besides) }
      return (selectOthersOn.get(values) as number) > 0
    },
    /** Excludes accounts, by their rows on this sheet, as part of an edit. */
    excludeWith(edit: number, sheet: number, accounts: readonly number[], reason: string): number[] {
      keepExclusions.run({ edit, sheet, accounts: JSON.stringify(accounts), reason })
      return excludeOf(edit)
    },
    /** Undoes or redoes the exclusions of an edit; returns the accounts whose decision changed. */
    followEdit(which: EditDirection, edit: number): number[] {
      return which === 'undo' ? idsOf(putBack.all({ edit })) : excludeOf(edit)
    },
  }
}
