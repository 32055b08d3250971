// Different accounts for which the service answered the same platform identifier. The same account in two batches
// is one account by its identity, and correctly has one identifier.
import type { Database } from 'better-sqlite3'
import type { SameServiceStore } from './release/same-service.ts'

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
      `SELECT a.id, a.batch_id AS batch, b.name AS batchName, a.key, a.supplier, s.shared_identifier AS isReported
       FROM service_answer s INDEXED BY service_answer_by_identifier CROSS JOIN account a ON a.id = s.account_id
         JOIN batch b ON b.id = a.batch_id
       WHERE s.platform_identifier = @identifier AND a.connection_id = @connection ${also} LIMIT 1`,
    )
  const selectOther = others('AND a.identity IS NOT @identity')
  const selectReported = others('AND s.shared_identifier = 1')
  const update = database.prepare(
    'UPDATE service_answer SET shared_identifier = @reported WHERE account_id = @id',
  )
  const count = database
    .prepare(
      `SELECT count(*) FROM service_answer s INDEXED BY service_answer_shared CROSS JOIN account a ON a.id = s.account_id
       WHERE s.shared_identifier = 1 AND a.batch_id = ?`,
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
