// Different accounts for which the service answered the same platform identifier. The same account in two batches
// is one account by its identity, and correctly has one identifier.
import type { Database } from 'better-sqlite3'
import type { SameServiceStore } from './same-service.ts'

export type Sharing = {
  readonly id: number
  readonly batch: number
  readonly batchName: string
  readonly key: string
  readonly supplier: string | null
  /** It is already reported for this account. */
  readonly isReported: boolean
}

export type SharedIdentifierStore = ReturnType<typeof createSharedIdentifierStore>

export function createSharedIdentifierStore(database: Database, sameService: SameServiceStore) {
  const others = (also: string) =>
    database.prepare(
      `SELECT a.id, a.batch_id AS batch, b.name AS batchName, a.key, a.supplier, a.shared_identifier AS isReported
       FROM account a INDEXED BY account_by_platform_identifier JOIN batch b ON b.id = a.batch_id
       WHERE a.connection_id = @connection AND a.platform_identifier = @identifier ${also} LIMIT 1`,
    )
  const selectOther = others('AND a.identity IS NOT @identity')
  const selectReported = others('AND a.shared_identifier = 1')
  const update = database.prepare('UPDATE account SET shared_identifier = @reported WHERE id = @id')
  const count = database
    .prepare(
      'SELECT count(*) FROM account INDEXED BY account_shared_identifier WHERE batch_id = ? AND shared_identifier = 1',
    )
    .pluck()

  type Row = Omit<Sharing, 'isReported'> & { readonly isReported: number }

  function first(statement: typeof selectOther, connection: number, values: object): Sharing | null {
    for (const id of sameService.connections(connection)) {
      const row = statement.get({ ...values, connection: id }) as Row | undefined
      if (row !== undefined) return { ...row, isReported: row.isReported === 1 }
    }
    return null
  }

  return {
    /** Another account at the same service with this identifier; the first of several. */
    other(connection: number, identifier: string, identity: string): Sharing | null {
      return first(selectOther, connection, { identifier, identity })
    },
    /** An account that is already reported as sharing this identifier. */
    reported(connection: number, identifier: string): Sharing | null {
      return first(selectReported, connection, { identifier })
    },
    setReported(id: number, reported: boolean): void {
      update.run({ id, reported: reported ? 1 : 0 })
    },
    /** Number of accounts of a batch that share theirs. */
    count(batch: number): number {
      return count.get(batch) as number
    },
  }
}
