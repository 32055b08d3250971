// Rows that an edit changed, for the answer to the edit call: the caller can show them at once without another
// query.
import type { GridRow } from '../../../shared/contract/views.ts'
import type { CallContext } from '../api/call-context.ts'
import type { StoredBatch } from '../store/import/batches.ts'

/** Limit; a caller that shows more accounts reads their rows itself. */
const mostShown = 40
const mostRows = 500

/** Current rows of the first accounts on a sheet (its position); none if no sheet is shown. */
export function rowsToShow(
  { store, masking }: CallContext,
  batch: StoredBatch,
  sheet: number | undefined,
  accounts: readonly number[],
): GridRow[] {
  const found = sheet === undefined ? null : store.rows.sheet(batch.id, sheet)
  if (found === null || accounts.length > mostShown) return []
  const numbers = accounts.flatMap((account) =>
    store.accounts.rowsOf(account).flatMap((ref) => (ref.sheet === found.info.name ? [ref.row] : [])),
  )
  return masking.rows(batch, found, store.grid.rows(batch.id, found, numbers.slice(0, mostRows)))
}
