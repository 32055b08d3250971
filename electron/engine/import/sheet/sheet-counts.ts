// Counts hidden, merged and out-of-order content of a workbook sheet while it is read, and reports it at the end.
// Hidden content is read like all other content.
import type { FileWarningCode } from '../../../../shared/sheet/file-warnings.ts'
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { type MergedRange, rangeOf } from './merged-range.ts'
import type { WarningLog } from './warnings.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

export type SheetCounts = {
  hiddenRows: number
  hiddenColumns: number
  merges: number
  firstMerge: string | null
  /** In the order of the file. */
  readonly ranges: MergedRange[]
  rowsOutOfOrder: number
}

export function createSheetCounts(): SheetCounts {
  return { hiddenRows: 0, hiddenColumns: 0, merges: 0, firstMerge: null, ranges: [], rowsOutOfOrder: 0 }
}

/** `range`: in `A2:B3` notation. */
export function countMerge(counts: SheetCounts, range: string | null, sheet: string, caps: Caps): void {
  counts.merges += 1
  counts.firstMerge ??= range
  const valid = range === null ? null : rangeOf(range)
  if (valid !== null) counts.ranges.push(valid)
  if (counts.merges <= caps.merges) return
  throw refusal('too_many_merges', message('import.too_many_merges', { sheet, most: caps.merges }), {
    sheet,
  })
}

export function tellCounts(
  sheet: { readonly name: string; readonly hidden: boolean },
  counts: SheetCounts,
  warnings: WarningLog,
): void {
  const { name } = sheet
  const tell = (code: FileWarningCode, message: Message, count?: number): void =>
    warnings.add({
      code,
      message,
      sheet: name,
      row: null,
      column: null,
      ...(count === undefined ? {} : { count }),
    })
  const { hiddenRows, hiddenColumns, merges, firstMerge, rowsOutOfOrder } = counts
  if (sheet.hidden) tell('hidden_sheet', message('sheet.hidden_sheet', { sheet: name }))
  if (hiddenRows > 0)
    tell('hidden_rows', message('sheet.hidden_rows', { sheet: name, rows: hiddenRows }), hiddenRows)
  if (hiddenColumns > 0)
    tell(
      'hidden_columns',
      message('sheet.hidden_columns', { sheet: name, columns: hiddenColumns }),
      hiddenColumns,
    )
  if (merges > 0)
    tell(
      'merged_cells',
      firstMerge === null
        ? message('sheet.merged_cells', { sheet: name, ranges: merges })
        : message('sheet.merged_cells_from', { sheet: name, ranges: merges, first: firstMerge }),
      merges,
    )
  if (rowsOutOfOrder > 0)
    tell(
      'rows_out_of_order',
      message('sheet.rows_out_of_order', { sheet: name, rows: rowsOutOfOrder }),
      rowsOutOfOrder,
    )
}
