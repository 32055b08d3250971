// CSV writer for spreadsheet programs: UTF-8, with a BOM unless asked otherwise, CRLF, RFC 4180 quoting, and every cell guarded so that it
// cannot run as a formula. Lines are buffered as text until the caller flushes.
import { guard, startsSuspect } from '../../../shared/sheet/formula-guard.ts'
import { type ReportChoice, usualReportChoice } from '../../../shared/contract/report.ts'
import { createPartFile, createTextSink, type PartFile, type TextSink } from './file-sink.ts'

type CsvOptions = ReportChoice['csv']

export type CsvFile = Pick<TextSink, 'backlog' | 'flush' | 'finish'> & {
  readonly part: PartFile
  /** One line of both, one behind the other. */
  line(cells: readonly string[], more?: readonly string[]): void
}

const needsQuotes = /[",;|\t\r\n]|^['\s]|\s$/

/** Finds texts that may need a guard or quotes; most need neither. What a formula may hide behind counts as well. */
const suspect = new RegExp(`[",;|\\t\\r\\n]|^['\\s${startsSuspect}]|\\s$`)

/**
 * One line with its CRLF. Separators of other locales are quoted too, and so is a leading apostrophe, which would
 * open a quotation in programs that quote by apostrophes.
 */
export function csvLine(
  cells: readonly string[],
  delimiter: CsvOptions['delimiter'] = ',',
  more: readonly string[] = [],
): string {
  let line = ''
  for (let at = 0; at < cells.length; at += 1) line += (at > 0 ? delimiter : '') + csvCell(cells[at] ?? '')
  for (let at = 0; at < more.length; at += 1)
    line += (line === '' && at === 0 && cells.length === 0 ? '' : delimiter) + csvCell(more[at] ?? '')
  return `${line}\r\n`
}

function csvCell(cell: string): string {
  if (cell === '' || !suspect.test(cell)) return cell
  const text = guard(cell)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export async function createCsvFile(
  path: string,
  header: readonly string[],
  { delimiter, bom }: CsvOptions = usualReportChoice.csv,
): Promise<CsvFile> {
  const part = await createPartFile(path)
  const { add, ...sink } = createTextSink(part)
  add(`${bom ? '\uFEFF' : ''}${csvLine(header, delimiter)}`)
  return { part, line: (cells, more) => add(csvLine(cells, delimiter, more)), ...sink }
}
