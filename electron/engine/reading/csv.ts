// Delimited text to sheet messages: decoding, dialect, records, one sheet named like the file. The file is read in
// chunks and never held; its SHA-256 is taken on the way, over every byte, even when reading stops early.
import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { unguard } from '../../../shared/formula-guard.ts'
import { dialectOf, sepLine } from './csv-dialect.ts'
import { createRecordSplitter, type CsvRecord } from './csv-records.ts'
import {
  createDecoding,
  type Encoding,
  encodingOf,
  firstLineNotUtf8,
  NotInEncoding,
  namedEncoding,
} from './encoding.ts'
import type { Caps, ReadMessage, ReadOptions } from './reader.ts'
import { refusal } from './refusal.ts'
import { createSheetAssembly, type OddCell, type SheetAssembly } from './sheet-assembly.ts'
import type { WarningLog } from './warnings.ts'

export type CsvInput = {
  readonly file: FileHandle
  readonly bytes: number
  /** The file's first bytes. */
  readonly sample: Buffer
  readonly sheetName: string
  readonly options: ReadOptions
  readonly caps: Caps
  readonly warnings: WarningLog
  /** Bytes asked for at once. */
  readonly chunkBytes: number
  readonly onBytes: (bytes: number) => void
}

export type SheetCount = { readonly index: number; readonly rowCount: number }
/** Yields messages; returns what the `end` message needs. */
export type FormatReading = AsyncGenerator<
  ReadMessage[],
  { readonly sha256: string; readonly sheets: SheetCount[] }
>

/** Characters gathered before the dialect is judged. */
const dialectSample = 64 * 1024

export async function* readCsv(input: CsvInput): FormatReading {
  const { caps, options } = input
  if (input.bytes > caps.csvBytes) {
    throw refusal(
      'file_too_large',
      `The file has ${input.bytes} bytes; at most ${caps.csvBytes} can be read. Split it into several files.`,
    )
  }
  const encoding = options.encoding === undefined ? encodingOf(input.sample) : namedEncoding(options.encoding)
  const hash = createHash('sha256')
  const texts = decoded(input, encoding, hash)
  const opening = await openingText(texts)
  const { records, delimiter, skip } = splitter(opening, options, caps)
  yield [{ kind: 'file', format: 'csv', bytes: input.bytes, encoding: encoding.name, delimiter }]

  const assembly = createCsvSheet(input)
  let more = true
  const takeAll = (found: readonly CsvRecord[]): void => {
    for (const record of found) {
      if (!more) return
      const { line: row, cells } = record
      more = assembly.push({ row, cells, width: cells.length, odd: lostDigits(cells) })
    }
  }
  takeAll(records.push(opening.text.slice(skip)))
  yield assembly.take()
  if (!opening.whole) {
    for await (const text of texts) {
      // What is not wanted any more is still hashed, and checked against its encoding.
      if (more) takeAll(records.push(text))
      yield assembly.take()
    }
  }
  if (more) takeAll(records.end())
  assembly.end()
  if (assembly.isEmpty()) throw refusal('empty_file', 'The file holds no text. Ask for it again.')
  yield assembly.take()
  return { sha256: hash.digest('hex'), sheets: [{ index: 0, rowCount: assembly.rowCount() }] }
}

type Opening = { readonly text: string; readonly whole: boolean }

async function openingText(texts: AsyncGenerator<string>): Promise<Opening> {
  let text = ''
  while (text.length < dialectSample) {
    const next = await texts.next()
    if (next.done === true) return { text, whole: true }
    text += next.value
  }
  return { text, whole: false }
}

function splitter(opening: Opening, options: ReadOptions, caps: Caps) {
  const sep = sepLine(opening.text)
  const skip = sep?.length ?? 0
  const { delimiter = sep?.delimiter ?? null } = options
  if (delimiter !== null && !/^[^\r\n"\uFEFF]$/.test(delimiter)) {
    throw refusal(
      'delimiter_unusable',
      'The delimiter must be one character, and neither a quotation mark nor a line end.',
    )
  }
  const dialect = dialectOf(opening.text.slice(skip, skip + dialectSample), opening.whole, delimiter)
  const longest = caps.columns * (caps.cellCharacters + 3)
  const records = createRecordSplitter(dialect, sep === null ? 1 : 2, longest)
  return { records, delimiter: dialect.shown, skip }
}

/** The file as text, chunk by chunk. */
async function* decoded(input: CsvInput, encoding: Encoding, hash: Hash): AsyncGenerator<string> {
  const decoding = createDecoding(encoding.name)
  let line = 1
  const checked = (text: string): string => {
    if (!text.includes('\0')) return text
    line += text.slice(0, text.indexOf('\0')).split(/\r\n|\r|\n/).length - 1
    throw refusal(
      'nul_characters',
      `Line ${line} holds a NUL character, so this is not clean text. Save the file again from the program it came from.`,
      { row: line },
    )
  }
  try {
    for await (const bytes of chunksOf(input.file, input.chunkBytes)) {
      hash.update(bytes)
      const text = checked(decoding.decode(bytes))
      line = lineAfter(line, text)
      input.onBytes(bytes.length)
      yield text
    }
    yield checked(decoding.end())
  } catch (error) {
    if (error instanceof NotInEncoding) throw await encodingRefusal(input, encoding, error)
    throw error
  }
}

/** Only for a message: CRLF and LF are counted, CR alone is not. */
function lineAfter(line: number, text: string): number {
  let count = line
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

async function encodingRefusal(input: CsvInput, encoding: Encoding, cause: unknown): Promise<Error> {
  if (encoding.name !== 'utf-8') {
    return refusal(
      'encoding_wrong',
      `The file is not valid ${encoding.name}. Name another encoding, or save the file as "CSV UTF-8".`,
      { cause },
    )
  }
  const found = await firstLineNotUtf8(chunksOf(input.file, input.chunkBytes))
  const line = found?.line ?? 1
  const code = encoding.named ? 'encoding_wrong' : 'encoding_unsure'
  return refusal(
    code,
    `Line ${line} is not valid UTF-8, so the file's encoding is not certain. In windows-1252 it says "${found?.shown ?? ''}". If that is right, load the file again with the encoding windows-1252; otherwise name the right one or save the file as "CSV UTF-8".`,
    { row: line, cause },
  )
}

/** Reads by position, so that one handle serves several passes. */
export async function* chunksOf(file: FileHandle, chunkBytes: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

function createCsvSheet(input: CsvInput): SheetAssembly {
  const { options } = input
  return createSheetAssembly({
    index: 0,
    name: input.sheetName,
    hidden: false,
    caps: input.caps,
    headerRow: options.headerRow ?? null,
    maxRows: options.maxRows ?? null,
    warnings: input.warnings,
    // Our own exports put an apostrophe before what a spreadsheet would run as a formula; here it comes off again.
    cellText: (headers) => (headers.includes('carryover_account') ? unguard : null),
  })
}

/** A number that a spreadsheet program wrote in scientific notation has lost its digits before it came here. */
function lostDigits(cells: readonly string[]): OddCell[] | undefined {
  let odd: OddCell[] | undefined
  for (let at = 0; at < cells.length; at += 1) {
    const text = cells[at] ?? ''
    if (text.length > 24 || !text.includes('E') || !/^[+-]?\d([.,]\d+)?E[+-]\d{2,3}$/.test(text)) continue
    const message = `"${text}" is a number in scientific notation: the spreadsheet it was saved from has already lost digits. Ask for the original value.`
    odd = [...(odd ?? []), { at, code: 'digits_lost', message }]
  }
  return odd
}
