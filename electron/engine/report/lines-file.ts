// A table of text lines as one CSV or XLSX file, by the report's writers: no cell can run as a formula and no leading zero
// is lost. The caller keeps or discards the part file.
import { createCsvFile } from './csv-file.ts'
import { createWorkbook } from './workbook/workbook.ts'

export type LinesFile = {
  readonly part: { keep(): Promise<void>; discard(): Promise<void> }
  line(cells: readonly string[]): Promise<void>
  finish(): Promise<void>
}

export type LinesFileOptions = {
  readonly format: 'csv' | 'xlsx'
  /** In the language of the file. */
  readonly headers: readonly string[]
  /** In characters, by column; for XLSX. */
  readonly widths: readonly number[]
  readonly sheet: string
}

const mostBacklog = 64 * 1024

export async function createLinesFile(path: string, options: LinesFileOptions): Promise<LinesFile> {
  const { format, headers, widths, sheet } = options
  if (format === 'csv') {
    const csv = await createCsvFile(path, headers)
    return {
      part: csv.part,
      async line(cells) {
        csv.line(cells)
        if (csv.backlog() > mostBacklog) await csv.flush()
      },
      finish: csv.finish,
    }
  }
  const book = await createWorkbook(path)
  const columns = headers.map((name, at) => ({
    header: name,
    width: widths[at] ?? 20,
    style: 'text' as const,
  }))
  book.startSheet({ name: sheet, columns })
  return {
    part: { keep: book.part.keep, discard: book.discard },
    async line(cells) {
      book.row(cells)
      if (book.backlog() > mostBacklog) await book.flush()
    },
    finish: book.finish,
  }
}
