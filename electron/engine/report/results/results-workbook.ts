// The results as a workbook: an overview, every source row with what became of it, and lists of accounts by ending and by
// problem. The overview is written last, when everything is counted, and listed first.
import { createWorkbook } from '../workbook/workbook.ts'
import type { SheetColumn } from '../workbook/worksheet-parts.ts'
import type { ReportSheet } from '../report-source.ts'
import { evidenceColumns, resultCells, resultColumns } from '../rows/result-columns.ts'
import type { RowFile, RowFileParts } from '../rows/row-file.ts'
import { writeAccountSheets } from './account-sheets.ts'
import { writeOverview } from './overview.ts'

export async function createResultsWorkbook({
  source,
  format,
  madeAt,
  version,
  path,
}: RowFileParts): Promise<RowFile> {
  const workbook = await createWorkbook(path('results_xlsx'), { format })
  return {
    ...workbook,
    kind: 'results_xlsx',
    startSheet: (sheet) => void workbook.startSheet({ name: sheet.name, columns: resultSheetColumns(sheet) }),
    add(row, sheet) {
      const cells = row.cells.slice(0, sheet.columns.length)
      while (cells.length < sheet.columns.length) cells.push('')
      for (const added of resultCells(row, sheet, format)) cells.push(added)
      workbook.row(cells)
    },
    async complete(totals, wrote) {
      const sheets = await writeAccountSheets(workbook, { source, format, totals, wrote })
      writeOverview(workbook, { batch: source.batch, format, madeAt, version, totals, sheets })
    },
  }
}

const wide: ReadonlySet<string> = new Set(['source_sha256', 'carryover_rows', 'error_columns'])

function resultSheetColumns(sheet: ReportSheet): SheetColumn[] {
  return [
    ...sheet.columns.map(
      ({ header }): SheetColumn => ({ header, width: 18, headerStyle: 'header', style: 'text' }),
    ),
    ...[...resultColumns, ...evidenceColumns].map(
      (header): SheetColumn => ({
        header,
        width: wide.has(header) ? 32 : 20,
        headerStyle: 'added',
        style: 'text',
      }),
    ),
  ]
}
