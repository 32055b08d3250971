// Writes a table of text lines as one CSV or XLSX file, by the report's writers: no cell can run as a formula and no leading
// zero is lost. The file is complete or absent.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, type Result, success } from '../system/failure.ts'
import { yieldToEventLoop } from '../system/yield.ts'
import { createCsvFile } from './csv-file.ts'
import { partOf } from './file-sink.ts'
import { message } from '../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../shared/texts/message-format.ts'
import type { UnfinishedFiles } from './unfinished-files.ts'
import { createWorkbook } from './workbook/workbook.ts'

type LinesFile = {
  readonly part: { keep(): Promise<void>; discard(): Promise<void> }
  line(cells: readonly string[]): Promise<void>
  finish(): Promise<void>
}

export type LinesFileOptions = {
  readonly folder: string
  readonly file: string
  readonly format: 'csv' | 'xlsx'
  /** In the language of the file. */
  readonly headers: readonly string[]
  /** In characters, by column; for XLSX. */
  readonly widths: readonly number[]
  readonly sheet: string
  readonly words: MessageFormat
}

const mostBacklog = 64 * 1024

export type WrittenLines = { readonly path: string; readonly file: string; readonly lines: number }

/**
 * Writes the pieces into the folder, which is made if it is not there; other work may go on between two pieces. Throws what
 * the system says if that fails. Returns how many lines there were; a failure once the signal is aborted.
 */
export async function writeLinesFile(
  unfinished: UnfinishedFiles,
  options: LinesFileOptions,
  pieces: Iterable<readonly (readonly string[])[]>,
  signal: AbortSignal,
): Promise<Result<WrittenLines>> {
  const { folder, file } = options
  const path = join(folder, file)
  await mkdir(folder, { recursive: true })
  return unfinished.around(partOf(path), async () => {
    const writer = await createLinesFile(path, options)
    let lines = 0
    try {
      for (const piece of pieces) {
        for (const line of piece) await writer.line(line)
        lines += piece.length
        await yieldToEventLoop()
        if (signal.aborted) {
          await writer.part.discard()
          return failed('workspace', 'cancelled', message('report.table_cancelled'))
        }
      }
      await writer.finish()
    } catch (error) {
      await writer.part.discard()
      throw error
    }
    await writer.part.keep()
    return success({ path, file, lines })
  })
}

async function createLinesFile(
  path: string,
  { format, headers, widths, sheet, words }: LinesFileOptions,
): Promise<LinesFile> {
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
  const book = await createWorkbook(path, { format: words })
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
