// Accounts of one batch that are the same to the service (identity), or by the key of their rows.
import type { Database, Statement } from 'better-sqlite3'
import type { AccountState } from '../../../shared/account-state.ts'
import type { Account } from './account-row.ts'

export function createAccountTwins(database: Database) {
  const sharing = (column: 'identity' | 'key'): Statement =>
    database.prepare(
      `SELECT a.id, a.${column} AS shared, a.state FROM account a JOIN
         (SELECT ${column} FROM account WHERE batch_id = @batch AND ifnull(${column}, '') <> '' GROUP BY ${column} HAVING count(*) > 1) twice
         ON twice.${column} = a.${column}
       WHERE a.batch_id = @batch ORDER BY a.${column}, a.position`,
    )
  const selectSharing = { identity: sharing('identity'), key: sharing('key') }
  const twins = (column: 'identity' | 'key', index: string): Statement =>
    database.prepare(
      `SELECT id FROM account INDEXED BY ${index} WHERE batch_id = @batch AND connection_id IS @connection
         AND ${column} = @value AND id <> @id ORDER BY position`,
    )
  const selectTwins = {
    identity: twins('identity', 'account_by_identity'),
    key: twins('key', 'account_by_key'),
  }

  return {
    /** Other accounts of its batch with the same identity or key, in order; none where it has none. */
    twinsOf(account: Account, what: 'identity' | 'key'): number[] {
      const value = account[what]
      if (value === null || value === '') return []
      const values = { batch: account.batch_id, connection: account.connection_id, id: account.id, value }
      return (selectTwins[what].all(values) as { id: number }[]).map((row) => row.id)
    },
    /** Accounts of a batch that share an identity or a key with another, the ones that share it next to each other. */
    sharing(
      batch: number,
      what: 'identity' | 'key',
    ): { readonly id: number; readonly shared: string; readonly state: AccountState }[] {
      return selectSharing[what].all({ batch }) as { id: number; shared: string; state: AccountState }[]
    },
  }
}
