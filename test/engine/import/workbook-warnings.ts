// Warnings of the workbook readers themselves. Warnings about the columns of any file are tested elsewhere and left
// out here, so that a new one breaks no test of workbooks.
import type { FileWarning } from '../../../shared/sheet/sheet.ts'

const reported = new Set([
  'blanks_not_counted',
  'cell_twice',
  'date_impossible',
  'digits_lost',
  'error_value',
  'formula',
  'formula_without_value',
  'hidden_columns',
  'hidden_rows',
  'hidden_sheet',
  'merged_cells',
  'no_rows',
  'value_unreadable',
  'rows_out_of_order',
  'sheet_without_cells',
  'sheet_without_part',
  'text_missing',
  'value_hidden',
])

export function workbookWarnings(warnings: readonly FileWarning[]): FileWarning[] {
  return warnings.filter(({ code }) => reported.has(code))
}
