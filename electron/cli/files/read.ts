// Command `read`: prints the content of a file while it is read, so that memory does not grow with the file.
// Nothing is stored and no engine is needed: rows go as JSON text from the reader process to standard output.
import { basename, resolve } from 'node:path'
import type { Column, FileWarning, RowText, SheetInfo } from '../../../shared/sheet/sheet.ts'
import { createProcessReader } from '../../engine/import/process/process-reader.ts'
import type { ReadMessage } from '../../engine/import/reader.ts'
import { exitCodes, orInterrupted, Refusal, refusalWords } from '../terminal/exit.ts'
import { type ReadingOptions, readChoicesOf } from '../options/reading.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { spoken } from '../terminal/spoken.ts'
import { print } from '../terminal/terminal.ts'

export type ReadOptions = ReadingOptions & { readonly sheet?: string; readonly rows?: number }

/**
 * Prints one line of JSON. Only the requested number of rows of each sheet is printed, but all are counted. If the
 * file turns out to be unreadable halfway, the output is invalid JSON and the command ends with the refusal.
 */
export async function readCommand(file: string, options: ReadOptions, invocation: Invocation): Promise<void> {
  const { signal } = invocation
  const asked = { sheet: options.sheet, ...readChoicesOf(options) }
  const messages = createProcessReader()(resolve(file), asked, signal)
  const printed = printFile(basename(file), messages, options.rows ?? Number.POSITIVE_INFINITY, invocation)
  await orInterrupted(signal, printed)
}

async function printFile(
  file: string,
  messages: AsyncIterable<ReadMessage<RowText>>,
  mostRows: number,
  invocation: Invocation,
): Promise<void> {
  const printing = createPrinting(file, mostRows)
  for await (const message of messages) {
    if (message.kind === 'refused') throw new Refusal(refusalWords(message.failure), exitCodes.input)
    if (message.kind === 'sheet') await print(invocation, printing.sheet(message.sheet))
    if (message.kind === 'columns') printing.columns(message.columns)
    if (message.kind === 'rows') await print(invocation, printing.rows(message.rows))
    if (message.kind === 'warning') printing.warning(message.warning)
    if (message.kind === 'end') await print(invocation, printing.end(message.sha256))
  }
}

/**
 * Pieces of the JSON text in order. Values known only at the end come last: the columns and row count of a sheet, and
 * the file's hash and warnings.
 */
function createPrinting(file: string, mostRows: number) {
  let isBegun = false
  let open: { columns: readonly Column[]; count: number } | null = null
  const warnings: FileWarning[] = []
  const begin = (): string => (isBegun ? '' : `{"file":${JSON.stringify(file)},"sheets":[`)
  const close = (): string => {
    if (open === null) return ''
    const columns = open.columns.map(({ index, header }) => ({ index, header }))
    return `],"columns":${JSON.stringify(columns)},"rowCount":${open.count}}`
  }
  return {
    sheet: ({ name, hidden, headerRow, columns }: SheetInfo): string => {
      const before = isBegun ? `${close()},` : begin()
      isBegun = true
      open = { columns, count: 0 }
      return `${before}{${JSON.stringify({ name, hidden, headerRow }).slice(1, -1)},"rows":[`
    },
    columns: (columns: readonly Column[]): void => {
      if (open !== null) open.columns = columns
    },
    rows: (rows: readonly RowText[]): string => {
      if (open === null) return ''
      const { count } = open
      open.count += rows.length
      const wanted = rows.slice(0, Math.max(0, mostRows - count))
      const texts = wanted.map(({ row, cells }) => `{"row":${row},"cells":${cells}}`)
      return texts.length === 0 ? '' : `${count > 0 ? ',' : ''}${texts.join()}`
    },
    warning: (warning: FileWarning): void => void warnings.push(warning),
    end: (sha256: string): string =>
      `${begin()}${close()}],"sha256":${JSON.stringify(sha256)},"warnings":${JSON.stringify(spoken(warnings))}}\n`,
  }
}
