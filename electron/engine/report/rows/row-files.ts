// Files of a report that one walk over the rows fills: the results as CSV and as a workbook, the changes, and the fix
// file. Each is a `RowFile`; the walk gives every row to all of them and writes them out together.
import { createCsvFile } from '../csv-file.ts'
import { createProblemWalk, fixMeLayout } from './fix-me.ts'
import type { ReportRow, ReportSheet } from '../report-source.ts'
import { evidenceColumns, resultCells, resultColumns, uniteColumns } from './result-columns.ts'
import { belongsInFixMe } from '../totals/tally.ts'
import { createResultsWorkbook } from '../results/results-workbook.ts'
import type { RowFile, RowFileParts } from './row-file.ts'
import { createWorkbook } from '../workbook/workbook.ts'
import type { ReportFile } from '../../../../shared/contract/report.ts'
import { message, sentenceOf } from '../../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'

export const changeColumns = [
  'sheet',
  'row',
  'column',
  'old',
  'new',
  'carryover_account',
  'edit',
  'what',
  'changed_at',
  'changed_by',
] as const

/** The files that rows are written to, by kind. */
export const rowFiles = {
  results_csv: createResultsCsv,
  results_xlsx: createResultsWorkbook,
  changes_csv: createChangesCsv,
  fix_me_xlsx: createFixMe,
} as const satisfies Partial<Record<ReportFile, (parts: RowFileParts) => Promise<RowFile>>>

async function createResultsCsv({ source, format, csv: options, path }: RowFileParts): Promise<RowFile> {
  const union = uniteColumns(source.sheets)
  const header = [...union.headers, ...resultColumns, ...evidenceColumns]
  const file = await createCsvFile(path('results_csv'), header, options)
  return {
    ...ofCsv('results_csv', file),
    add(row, sheet) {
      file.line(union.spread(sheet.name, row.cells) ?? [], resultCells(row, sheet, format))
    },
  }
}

async function createChangesCsv({ format, csv: options, path }: RowFileParts): Promise<RowFile> {
  const file = await createCsvFile(path('changes_csv'), changeColumns, options)
  return {
    ...ofCsv('changes_csv', file),
    add(row, sheet) {
      for (const line of changeLines(row, sheet, format)) file.line(line)
    },
  }
}

async function createFixMe({ source, format, fixFile, path }: RowFileParts): Promise<RowFile> {
  const workbook = await createWorkbook(path('fix_me_xlsx'), { format })
  const problems = createProblemWalk(source.sheets, source.problems())
  let layout: ReturnType<typeof fixMeLayout> | null = null
  let position = -1
  return {
    ...workbook,
    kind: 'fix_me_xlsx',
    startSheet(sheet) {
      position += 1
      layout = fixMeLayout(sheet, format, fixFile?.code ?? null, position)
      workbook.startSheet({ name: sheet.name, columns: layout.columns })
    },
    add(row) {
      const found = problems.at(row)
      if (layout === null || !belongsInFixMe(row)) return
      workbook.row(layout.cells(row, found))
      fixFile?.rows.add(position, row.row)
    },
    async finish() {
      problems.close()
      await workbook.finish()
    },
    async discard() {
      problems.close()
      await workbook.discard()
    },
    // Its cells are in the results too.
    cutCells: () => 0,
  }
}

function ofCsv(kind: ReportFile, file: Awaited<ReturnType<typeof createCsvFile>>): Omit<RowFile, 'add'> {
  const { part, backlog, flush, finish } = file
  return {
    kind,
    part,
    discard: part.discard,
    startSheet: () => undefined,
    backlog,
    flush,
    finish,
    cutCells: () => 0,
  }
}

/** A line for each cell whose text is not the file's, in the order of `changeColumns`. */
function changeLines(row: ReportRow, sheet: ReportSheet, format: MessageFormat): string[][] {
  return (row.changes ?? []).map(({ column, text, filled, edit }) => [
    row.sheet,
    String(row.row),
    sheet.columns[column]?.name ?? '',
    row.cells[column] ?? '',
    text,
    row.account?.key ?? '',
    edit === null ? '' : String(edit.number),
    sentenceOf(filled ? message('report.filled_from_above') : (edit?.words ?? ''), format),
    edit?.at ?? '',
    edit?.operator ?? '',
  ])
}
