// Queries for duplicate accounts in one batch: accounts with the same identity at the service, or with the same row
// key.
import type { Database, Statement } from 'better-sqlite3'
import type { AccountState } from '../../../../../shared/sending/states.ts'
import type { Account } from '../account-row.ts'
import { bindOperations } from '../../operations.ts'

export type DuplicateAccount = Pick<Account, 'id' | 'position' | 'state' | 'outcome' | 'excluded'>

export function createAccountDuplicates(database: Database) {
  return bindOperations(prepareDuplicates(database), {
    sharingWith: findSharingWith,
    takeRows,
    duplicatesOf: listDuplicates,
    sharing: listSharing,
  })
}

type DuplicateStatements = ReturnType<typeof prepareDuplicates>

function prepareDuplicates(database: Database) {
  const sharing = (column: 'identity' | 'key'): Statement =>
    database.prepare(
      `SELECT a.id, a.${column} AS shared, a.state FROM account a JOIN
         (SELECT ${column} FROM account WHERE batch_id = @batch AND ifnull(${column}, '') <> '' GROUP BY ${column} HAVING count(*) > 1) twice
         ON twice.${column} = a.${column}
       WHERE a.batch_id = @batch ORDER BY a.${column}, a.position`,
    )
  const selectSharing = { identity: sharing('identity'), key: sharing('key') }
  const duplicates = (column: 'identity' | 'key', index: string): Statement =>
    database.prepare(
      `SELECT id, position, state, outcome, excluded FROM account INDEXED BY ${index}
       WHERE batch_id = @batch AND connection_id IS @connection AND ${column} = @value AND id <> @id ORDER BY position`,
    )
  const selectDuplicates = {
    identity: duplicates('identity', 'account_by_identity'),
    key: duplicates('key', 'account_by_key'),
  }

  const withAny = (column: 'identity' | 'key', index: string): Statement =>
    database.prepare(
      `SELECT a.id AS one, o.id AS other FROM json_each(@ids) i CROSS JOIN account a ON a.id = i.value
         CROSS JOIN account o INDEXED BY ${index} ON o.${column} = a.${column} AND o.connection_id IS a.connection_id
       WHERE o.batch_id = a.batch_id AND o.id <> a.id AND a.${column} <> ''`,
    )
  const selectWithAny = {
    identity: withAny('identity', 'account_by_identity'),
    key: withAny('key', 'account_by_key'),
  }
  const takeRows = database.prepare(
    `UPDATE account_row SET account_id = @account WHERE batch_id = @batch
       AND (sheet, row) IN (SELECT value ->> 0, value ->> 1 FROM json_each(@rows))
       AND account_id IN (SELECT id FROM account WHERE batch_id = @batch AND excluded = 1)`,
  )
  return { selectSharing, selectDuplicates, selectWithAny, takeRows }
}

/** Of these accounts those that share it with another account of their batch, and those other accounts. */
function findSharingWith(
  statements: DuplicateStatements,
  accounts: readonly number[],
  what: 'identity' | 'key',
): Set<number> {
  const pairs = statements.selectWithAny[what].all({ ids: JSON.stringify(accounts) }) as {
    one: number
    other: number
  }[]
  return new Set(pairs.flatMap(({ one, other }) => [one, other]))
}

/** Moves rows that were counted for an excluded account to this one. */
function takeRows(
  statements: DuplicateStatements,
  batch: number,
  account: number,
  rows: readonly (readonly [sheet: number, row: number])[],
): void {
  statements.takeRows.run({ batch, account, rows: JSON.stringify(rows) })
}

/**
 * Other accounts of its batch with the same identity or key, in order, including excluded ones; none if it has
 * none.
 */
function listDuplicates(
  statements: DuplicateStatements,
  account: Account,
  what: 'identity' | 'key',
): DuplicateAccount[] {
  const value = account[what]
  if (value === null || value === '') return []
  const values = { batch: account.batch_id, connection: account.connection_id, id: account.id, value }
  return statements.selectDuplicates[what].all(values) as DuplicateAccount[]
}

/** Accounts of a batch that share an identity or a key with another; those that share one are adjacent. */
function listSharing(
  statements: DuplicateStatements,
  batch: number,
  what: 'identity' | 'key',
): { readonly id: number; readonly shared: string; readonly state: AccountState }[] {
  return statements.selectSharing[what].all({ batch }) as {
    id: number
    shared: string
    state: AccountState
  }[]
}
