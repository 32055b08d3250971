// Hook that counts the rows with changed cells, sheet by sheet: an edit on one sheet is also seen from the others.
import { useQueries } from '@tanstack/react-query'
import type { SheetView } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'

export type ChangedRows = { readonly sheet: SheetView; readonly rows: number }

/** Of each sheet that has any; null until all are counted. */
export function useChangedRows(batch: number, sheets: readonly SheetView[]): readonly ChangedRows[] | null {
  const counts = useQueries({
    queries: sheets.map(({ position }) =>
      api.sheets.page.queryOptions({
        input: { batch, sheet: position, offset: 0, limit: 1, filter: { changed: true } },
      }),
    ),
  })
  const found: ChangedRows[] = []
  for (const [at, sheet] of sheets.entries()) {
    const rows = counts[at]?.data?.total
    if (rows === undefined) return null
    if (rows > 0) found.push({ sheet, rows })
  }
  return found
}
