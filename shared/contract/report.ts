// Contract calls about what a report contains, and the names of its files. The choice is kept for its batch; what it says
// of files and separators is also the first choice of later batches.
import { z } from 'zod'
import { base, batchId } from './base.ts'

/** By the names of their kinds, sorted by how likely a reader needs them. */
export const reportFiles = {
  summary_html: 'summary.html',
  summary_pdf: 'summary.pdf',
  results_xlsx: 'results.xlsx',
  results_csv: 'results.csv',
  errors_csv: 'errors.csv',
  changes_csv: 'changes.csv',
  fix_me_xlsx: 'fix-me.xlsx',
  accounts_jsonl: 'accounts.jsonl',
  summary_json: 'summary.json',
} as const
export type ReportFile = keyof typeof reportFiles

/** The printable summary and the one for machines are always made: they say what the other files are. */
export const optionalFiles = [
  'summary_pdf',
  'results_xlsx',
  'results_csv',
  'errors_csv',
  'changes_csv',
  'fix_me_xlsx',
  'accounts_jsonl',
] as const satisfies readonly ReportFile[]

export const csvDelimiters = [',', ';', '\t'] as const

const sourceColumn = z.object({
  sheet: z.string(),
  /** Its unique name in its sheet. */
  column: z.string(),
})

/** How its numbers are written (shared/mapping/conversions/numbers.ts). */
const numberStyle = z.object({
  decimal: z.enum(['.', ',']),
  thousands: z.enum(['.', ',', ' ', "'"]).nullable(),
  brackets: z.boolean(),
})

export const controlColumn = sourceColumn.extend({ style: numberStyle })
export type ControlColumn = z.infer<typeof controlColumn>

export const reportChoice = z.object({
  files: z.array(z.enum(optionalFiles)),
  csv: z.object({
    delimiter: z.enum(csvDelimiters),
    /** UTF-8 with a byte order mark, by which spreadsheet programs recognise it. */
    bom: z.boolean(),
  }),
  /** Columns whose texts are in none of the files, whatever they fill; the report names them. */
  withheld: z.array(sourceColumn).max(200),
  /**
   * Columns that a person shows although they fill a sensitive field, or `all` of them. Every other sensitive column is
   * withheld, also one that a later mapping makes sensitive. What is in `withheld` too stays withheld.
   */
  shown: z.union([z.literal('all'), z.array(sourceColumn).max(200)]),
  /** Columns whose cells are counted and added up. */
  totals: z.array(controlColumn).max(20),
})
export type ReportChoice = z.infer<typeof reportChoice>
export type SourceColumn = z.infer<typeof sourceColumn>

export const usualReportChoice: ReportChoice = {
  files: optionalFiles.filter((file) => file !== 'accounts_jsonl'),
  csv: { delimiter: ',', bom: true },
  withheld: [],
  shown: [],
  totals: [],
}

/** Whether the texts of a column are in none of the files, by what a person chose. The column of the keys never is. */
export function isWithheld(
  { withheld, shown }: Pick<ReportChoice, 'withheld' | 'shown'>,
  column: SourceColumn & Pick<OfferedColumn, 'isKey' | 'isSensitive'>,
): boolean {
  const isIn = (columns: readonly SourceColumn[]): boolean =>
    columns.some((one) => one.sheet === column.sheet && one.column === column.column)
  if (column.isKey) return false
  return isIn(withheld) || (column.isSensitive && shown !== 'all' && !isIn(shown))
}

/** A column of the batch, as the choice offers it. */
export const offeredColumn = sourceColumn.extend({
  /** It holds the accounts' keys, so it cannot be withheld. */
  isKey: z.boolean(),
  /** It fills a field that the catalogue marks as sensitive. */
  isSensitive: z.boolean(),
  /** How its numbers seem to be written, by a sample of its cells; null: most are no numbers. */
  numbers: numberStyle.nullable(),
})

export type OfferedColumn = z.infer<typeof offeredColumn>

export const reportCalls = {
  choice: base
    .input(z.object({ batch: batchId }))
    .output(z.object({ choice: reportChoice, columns: z.array(offeredColumn) })),
  /** Columns that the batch does not have are refused. */
  choose: base.input(z.object({ batch: batchId, choice: reportChoice })).output(z.void()),
  /**
   * Stops writing the report: none of its files are kept, the files of an earlier one stay, and nothing else of the batch
   * changes. Resolves when it has stopped; false: none was being written, or it was complete before.
   */
  cancel: base.input(z.object({ batch: batchId })).output(z.object({ cancelled: z.boolean() })),
}
