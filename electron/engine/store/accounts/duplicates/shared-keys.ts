// Finds accounts of other batches that share keys with this batch. The answer is exact where accounts are built;
// elsewhere it compares the text of a column.
import type { Database } from 'better-sqlite3'

/** A key of this batch that an account of another batch also has. */
export type SharedKey = { readonly batch: number; readonly key: string; readonly sent: boolean }

export type SharedKeyStore = ReturnType<typeof createSharedKeyStore>

export function createSharedKeyStore(database: Database) {
  const selectBuilt = database.prepare(
    `SELECT o.batch_id AS batch, o.key, max(o.attempts > 0) AS sent FROM account a
     JOIN account o ON o.key = a.key AND o.batch_id <> a.batch_id AND ifnull(o.supplier, '') = ifnull(a.supplier, '')
     WHERE a.batch_id = @batch AND a.position >= @from AND a.position < @to AND a.key <> '' GROUP BY o.batch_id, o.key`,
  )
  const selectInColumn = database.prepare(
    `SELECT a.batch_id AS batch, a.key, max(a.attempts > 0) AS sent FROM
       (SELECT trim(json_extract(cells, @cell)) AS key FROM source_row
        WHERE batch_id = @batch AND sheet = @sheet AND row > @after ORDER BY row LIMIT @limit) r
     JOIN account a ON a.key = r.key AND a.batch_id <> @batch
     WHERE r.key <> '' GROUP BY a.batch_id, a.key`,
  )
  const selectOthers = database.prepare('SELECT 1 FROM account WHERE batch_id <> ? LIMIT 1')

  function found(rows: unknown[]): SharedKey[] {
    return (rows as { batch: number; key: string; sent: number }[]).map((row) => ({
      ...row,
      sent: row.sent === 1,
    }))
  }

  return {
    /** True if any other batch has accounts. */
    anyOther(batch: number): boolean {
      return selectOthers.get(batch) !== undefined
    },
    /** For the accounts at these positions of a built batch (`to` exclusive). */
    built(batch: number, from: number, to: number): SharedKey[] {
      return found(selectBuilt.all({ batch, from, to }))
    },
    /** For the texts of a column in up to `limit` rows after a row. */
    inColumn(batch: number, sheet: number, column: number, after: number, limit: number): SharedKey[] {
      return found(selectInColumn.all({ batch, sheet, cell: `$[${column}]`, after, limit }))
    },
  }
}
