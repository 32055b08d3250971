// Counts hidden, merged and out-of-order content of a workbook sheet while it is read, and reports it at the end.
// Hidden content is read like all other content.
import type { FileWarningCode } from '../../../../shared/sheet/file-warnings.ts'
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import type { WarningLog } from './warnings.ts'

export type SheetCounts = {
  hiddenRows: number
  hiddenColumns: number
  merges: number
  firstMerge: string | null
  rowsOutOfOrder: number
}

export function createSheetCounts(): SheetCounts {
  return { hiddenRows: 0, hiddenColumns: 0, merges: 0, firstMerge: null, rowsOutOfOrder: 0 }
}

/** `range`: in `A2:B3` notation. */
export function countMerge(counts: SheetCounts, range: string | null, sheet: string, caps: Caps): void {
  counts.merges += 1
  counts.firstMerge ??= range
  if (counts.merges <= caps.merges) return
  throw refusal(
    'too_many_merges',
    `Sheet "${sheet}" has more than ${caps.merges} merged ranges. Undo the merging and save the file again.`,
    { sheet },
  )
}

export function tellCounts(
  sheet: { readonly name: string; readonly hidden: boolean },
  counts: SheetCounts,
  warnings: WarningLog,
): void {
  const { name } = sheet
  const tell = (code: FileWarningCode, message: string, count?: number): void =>
    warnings.add({
      code,
      message,
      sheet: name,
      row: null,
      column: null,
      ...(count === undefined ? {} : { count }),
    })
  if (sheet.hidden)
    tell('hidden_sheet', `Sheet "${name}" is hidden in the workbook. It is read like the others.`)
  if (counts.hiddenRows > 0)
    tell(
      'hidden_rows',
      `Sheet "${name}" has ${counts.hiddenRows} hidden rows (a filter may be on). They are read like the others.`,
      counts.hiddenRows,
    )
  if (counts.hiddenColumns > 0)
    tell(
      'hidden_columns',
      `Sheet "${name}" has ${counts.hiddenColumns} hidden columns. They are read like the others.`,
      counts.hiddenColumns,
    )
  if (counts.merges > 0) {
    const first = counts.firstMerge === null ? '' : `, the first at ${counts.firstMerge}`
    tell(
      'merged_cells',
      `Sheet "${name}" has ${counts.merges} merged ranges${first}. Only the first cell of each is seen; the others are read as empty.`,
      counts.merges,
    )
  }
  if (counts.rowsOutOfOrder > 0)
    tell(
      'rows_out_of_order',
      `Sheet "${name}" stores ${counts.rowsOutOfOrder} rows out of order. They are read in the order stored, under their own numbers.`,
      counts.rowsOutOfOrder,
    )
}
