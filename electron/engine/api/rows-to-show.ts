// The rows that an edit changed, for its own answer: whoever made it shows them at once, without asking again.
import type { GridRow } from '../../../shared/contract/views.ts'
import type { CallContext } from './call-context.ts'

/** The rows of more accounts are asked for by whoever looks at them. */
const mostShown = 40
const mostRows = 500

/** Rows of the first accounts on a sheet (its position) as they stand now; none where no sheet is to be shown. */
export function rowsToShow(
  { store }: CallContext,
  batch: number,
  sheet: number | undefined,
  accounts: readonly number[],
): GridRow[] {
  const found = sheet === undefined ? null : store.rows.sheet(batch, sheet)
  if (found === null || accounts.length > mostShown) return []
  const indexes = new Map(found.info.columns.map((column) => [column.name, column.index]))
  const numbers = accounts.flatMap((account) =>
    store.accounts.rowsOf(account).flatMap((ref) => (ref.sheet === found.info.name ? [ref.row] : [])),
  )
  return store.grid.rows(batch, found.position, indexes, numbers.slice(0, mostRows))
}
