// Shared setup of the reading tests: a fresh folder each, files written into it, and a reading collected into one
// value.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import type { ReadFailure, ReadMessage, ReadOptions } from '../../../electron/engine/import/reader.ts'
import {
  type FileWarning,
  type RowText,
  rowOfText,
  type SheetInfo,
  type SourceRow,
} from '../../../shared/sheet/sheet.ts'

export type WholeSheet = SheetInfo & { rows: SourceRow[] }
export type SaidWarning = FileWarning & { message: string }
export type WholeReading = {
  messages: ReadMessage[]
  encoding: string | null
  delimiter: string | null
  sheets: WholeSheet[]
  /** Their sentences in English, like that of `failure`. */
  warnings: SaidWarning[]
  end: Extract<ReadMessage, { kind: 'end' }> | null
  failure: (Omit<ReadFailure, 'message'> & { message: string }) | null
}

/** Parses rows that arrived as text from a reader process, so that messages are equal for every reader. */
function withCells(message: ReadMessage<SourceRow | RowText>): ReadMessage {
  if (message.kind !== 'rows') return message
  return { ...message, rows: message.rows.map((row) => (isText(row) ? rowOfText(row) : row)) }
}
const isText = (row: SourceRow | RowText): row is RowText => typeof row.cells === 'string'

export async function collect(
  messages: AsyncIterable<ReadMessage<SourceRow | RowText>>,
): Promise<WholeReading> {
  const whole: WholeReading = {
    messages: [],
    encoding: null,
    delimiter: null,
    sheets: [],
    warnings: [],
    end: null,
    failure: null,
  }
  const byIndex = new Map<number, WholeSheet>()
  for await (const found of messages) {
    const message = withCells(found)
    whole.messages.push(message)
    if (message.kind === 'file') {
      whole.encoding = message.encoding
      whole.delimiter = message.delimiter
    } else if (message.kind === 'sheet') {
      const sheet = { ...message.sheet, rows: [] }
      byIndex.set(message.index, sheet)
      whole.sheets.push(sheet)
    } else if (message.kind === 'columns') {
      const sheet = byIndex.get(message.index)
      if (sheet !== undefined) sheet.columns = message.columns
    } else if (message.kind === 'rows') byIndex.get(message.sheet)?.rows.push(...message.rows)
    else if (message.kind === 'warning')
      whole.warnings.push({ ...message.warning, message: inEnglish(message.warning.message) })
    else if (message.kind === 'end') whole.end = message
    else if (message.kind === 'refused')
      whole.failure = { ...message.failure, message: inEnglish(message.failure.message) }
  }
  return whole
}

/** A fresh folder for every test of the file; `write` creates a file there and returns its path. */
export function useFolder() {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carryover-reading-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }
  const read = async (
    content: string | Uint8Array,
    {
      name = 'Accounts.csv',
      chunkBytes,
      ...options
    }: ReadOptions & { name?: string; chunkBytes?: number } = {},
  ): Promise<WholeReading> => {
    const path = await write(name, content)
    return collect(
      readHere(path, options, new AbortController().signal, chunkBytes === undefined ? {} : { chunkBytes }),
    )
  }
  return { folder: () => folder, write, read }
}

export function cellsOf(sheet: WholeSheet | undefined): (readonly string[])[] {
  return (sheet?.rows ?? []).map(({ cells }) => cells)
}

export function headersOf(sheet: WholeSheet | undefined): string[] {
  return (sheet?.columns ?? []).map(({ header }) => header)
}
