// Groups of duplicates in a batch, and the exclusions that belong to an edit. Undo and redo of the edit apply to
// its exclusions too.
import type { Database } from 'better-sqlite3'
import { type Said, storeSaid } from '../../../../../shared/texts/message.ts'
import type { EditDirection } from '../../fixing/edits.ts'
import { bindOperations } from '../../operations.ts'

/** An account of a group of duplicates. */
export type Duplicate = {
  readonly id: number
  readonly key: string
  /** Its first row on the account sheet. */
  readonly row: number
}

export type DuplicateStore = ReturnType<typeof createDuplicateStore>

export function createDuplicateStore(database: Database) {
  return bindOperations(prepareDuplicateGroups(database), {
    named: findNamed,
    ofKey: listWithKey,
    isTaken,
    excludeWith,
    followEdit,
  })
}

type DuplicateGroupStatements = ReturnType<typeof prepareDuplicateGroups>

function prepareDuplicateGroups(database: Database) {
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
    `INSERT INTO edit_exclusion SELECT @edit, r.sheet, r.row, @reason, a.held_reason, a.held_until, a.held_by, a.excluded
     FROM account a JOIN account_row r ON r.account_id = a.id AND r.sheet = @sheet
     WHERE a.id IN (SELECT value FROM json_each(@accounts))`,
  )
  const ofEdit = `FROM edit_exclusion e JOIN edit d ON d.id = e.edit_id
     JOIN account_row r ON r.batch_id = d.batch_id AND r.sheet = e.sheet AND r.row = e.row
     WHERE e.edit_id = @edit AND r.account_id = account.id`
  const exclude = database.prepare(
    `UPDATE account SET held_reason = e.reason, held_until = NULL, held_by = d.operator, excluded = 1 ${ofEdit}
       AND account.outcome IS NOT 'created' RETURNING account.id`,
  )
  const dropRequests = database.prepare(
    'DELETE FROM validation_request WHERE account_id IN (SELECT value FROM json_each(@accounts))',
  )
  const putBack = database.prepare(
    `UPDATE account SET held_reason = e.before_reason, held_until = e.before_until,
       held_by = e.before_operator, excluded = e.before_excluded ${ofEdit}
       AND account.excluded = 1 AND account.held_reason = e.reason RETURNING account.id`,
  )
  return { selectNamed, selectOfKey, selectOthersOn, keepExclusions, exclude, dropRequests, putBack }
}

function excludeAccountsOf(statements: DuplicateGroupStatements, edit: number): number[] {
  const accounts = idsOf(statements.exclude.all({ edit }))
  statements.dropRequests.run({ accounts: JSON.stringify(accounts) })
  return accounts
}

function idsOf(rows: unknown[]): number[] {
  return [...new Set((rows as { id: number }[]).map(({ id }) => id))]
}

/** These accounts by id, without deleted ones. */
function findNamed(
  statements: DuplicateGroupStatements,
  batch: number,
  sheet: number,
  accounts: readonly number[],
): Map<number, Duplicate> {
  const found = statements.selectNamed.all({
    batch,
    sheet,
    accounts: JSON.stringify(accounts),
  }) as Duplicate[]
  return new Map(found.map((one) => [one.id, one]))
}

/** The first accounts with a key, in order, without excluded ones. */
function listWithKey(
  statements: DuplicateGroupStatements,
  batch: number,
  key: string,
  limit: number,
): number[] {
  return statements.selectOfKey.all(batch, key, limit) as number[]
}

/** True if other rows than these have a key. */
function isTaken(
  statements: DuplicateGroupStatements,
  batch: number,
  sheet: number,
  key: string,
  besides: readonly number[],
): boolean {
  const values = { batch, sheet, key, besides: JSON.stringify(besides) }
  return (statements.selectOthersOn.get(values) as number) > 0
}

/** Excludes accounts, by their rows on this sheet, as part of an edit. */
function excludeWith(
  statements: DuplicateGroupStatements,
  edit: number,
  sheet: number,
  accounts: readonly number[],
  reason: Said,
): number[] {
  statements.keepExclusions.run({
    edit,
    sheet,
    accounts: JSON.stringify(accounts),
    reason: storeSaid(reason),
  })
  return excludeAccountsOf(statements, edit)
}

/** Undoes or redoes the exclusions of an edit; returns the accounts whose decision changed. */
function followEdit(statements: DuplicateGroupStatements, which: EditDirection, edit: number): number[] {
  return which === 'undo' ? idsOf(statements.putBack.all({ edit })) : excludeAccountsOf(statements, edit)
}
