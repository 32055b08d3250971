// Hook that counts the accounts with changed cells, and the changed rows sheet by sheet: an edit on one sheet is also
// seen from the others.
import { useQuery } from '@tanstack/react-query'
import type { SheetView } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'

export type ChangedRows = { readonly sheet: SheetView; readonly rows: number }
export type Changed = {
  readonly accounts: number
  /** Of each sheet that has any. */
  readonly rows: readonly ChangedRows[]
}

/** Null until it is counted. */
export function useChanged(batch: number, sheets: readonly SheetView[]): Changed | null {
  const { data } = useQuery(api.edits.changed.queryOptions({ input: { batch } }))
  if (data === undefined) return null
  const rows = sheets.flatMap((sheet): ChangedRows[] => {
    const found = data.sheets.find((one) => one.sheet === sheet.position)
    return found === undefined ? [] : [{ sheet, rows: found.rows }]
  })
  return { accounts: data.accounts, rows }
}
