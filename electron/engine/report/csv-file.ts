// CSV writer for spreadsheet programs: UTF-8, with a BOM unless asked otherwise, CRLF, RFC 4180 quoting, and every cell guarded so that it
// cannot run as a formula. Lines are buffered as text until the caller flushes.
import { guard } from '../../../shared/sheet/formula-guard.ts'
import { type ReportChoice, usualReportChoice } from '../../../shared/contract/report.ts'
import { createPartFile, type PartFile } from './file-sink.ts'

type CsvOptions = ReportChoice['csv']

export type CsvFile = {
  readonly part: PartFile
  line(cells: readonly string[]): void
  /** Number of characters waiting to be written. */
  backlog(): number
  flush(): Promise<void>
  finish(): Promise<void>
}

const needsQuotes = /[",;|\t\r\n]|^['\s]|\s$/

/**
 * One line with its CRLF. Separators of other locales are quoted too, and so is a leading apostrophe, which would
 * open a quotation in programs that quote by apostrophes.
 */
export function csvLine(cells: readonly string[], delimiter: CsvOptions['delimiter'] = ','): string {
  let line = ''
  for (let at = 0; at < cells.length; at += 1) {
    const text = guard(cells[at] ?? '')
    if (at > 0) line += delimiter
    line += needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `${line}\r\n`
}

export async function createCsvFile(
  path: string,
  header: readonly string[],
  { delimiter, bom }: CsvOptions = usualReportChoice.csv,
): Promise<CsvFile> {
  const part = await createPartFile(path)
  let pending = `${bom ? '\uFEFF' : ''}${csvLine(header, delimiter)}`
  const flush = async (): Promise<void> => {
    const text = pending
    pending = ''
    if (text !== '') await part.write(text)
  }
  return {
    part,
    line(cells) {
      pending += csvLine(cells, delimiter)
    },
    backlog: () => pending.length,
    flush,
    async finish() {
      await flush()
      await part.finish()
    },
  }
}
