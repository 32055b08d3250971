// Reads delimited text and yields sheet messages: decoding, dialect, records, and one sheet with the name of the
// file. The file is read in chunks and never held in memory. Its SHA-256 covers every byte, even if parsing stops
// early.
import { createHash } from 'node:crypto'
import { type InputFile, piecesOf } from '../../system/files/sealed-file.ts'
import type { FileWarningCode } from '../../../../shared/sheet/file-warnings.ts'
import { unguard } from '../../../../shared/sheet/formula-guard.ts'
import { type Dialect, dialectOf, sepLine } from './dialect.ts'
import { createRecordSplitter, type CsvRecord } from './records.ts'
import { decodedText, hasStrangeMark, type Piece } from './text.ts'
import { type Encoding, encodingOf, namedEncoding } from './encoding.ts'
import { type Caps, fillOf, headerRowOf, type ReadMessage, type ReadOptions } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { createSheetAssembly, type SheetAssembly } from '../sheet/sheet-assembly.ts'
import { type OddCell } from '../sheet/raw-row.ts'
import type { WarningLog } from '../sheet/warnings.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

export type CsvInput = {
  readonly file: InputFile
  readonly bytes: number
  /** The file's first bytes. */
  readonly sample: Buffer
  readonly sheetName: string
  readonly options: ReadOptions
  readonly caps: Caps
  readonly warnings: WarningLog
  /** Bytes read at once. */
  readonly chunkBytes: number
  readonly onBytes: (bytes: number) => void
}

export type SheetCount = { readonly index: number; readonly rowCount: number }
/** Yields messages; returns the data for the `end` message. */
export type FormatReading = AsyncGenerator<
  ReadMessage[],
  { readonly sha256: string; readonly sheets: SheetCount[] }
>

/** Characters collected before the dialect is detected. */
const dialectSample = 64 * 1024

export async function* readCsv(input: CsvInput): FormatReading {
  const { caps, options, warnings } = input
  if (input.bytes > caps.csvBytes) {
    throw refusal(
      'file_too_large',
      message('import.text_too_large', { bytes: input.bytes, most: caps.csvBytes }),
    )
  }
  const encoding = options.encoding === undefined ? encodingOf(input.sample) : namedEncoding(options.encoding)
  const hash = createHash('sha256')
  let areTabsFine = false
  const pieces = decodedText({
    chunks: () => piecesOf(input.file, { atOnce: input.chunkBytes }),
    sample: input.sample,
    encoding,
    onChunk: (bytes) => {
      hash.update(bytes)
      input.onBytes(bytes.length)
    },
    areTabsFine: () => areTabsFine,
  })
  const opening = await openingText(pieces)
  const { records, dialect, skip } = splitter(opening, options, caps)
  const { shown: delimiter, quote, escape } = dialect
  areTabsFine = delimiter === '\t'
  yield [
    { kind: 'file', format: 'csv', bytes: input.bytes, encoding: encoding.name, delimiter, quote, escape },
  ]
  tellOfWriting(input, encoding, dialect, warnings)

  const assembly = createCsvSheet(input)
  let more = true
  let restPlain = true
  const takeAll = (found: readonly CsvRecord[], plain: boolean): void => {
    const isAllPlain = plain && restPlain
    // The rest belongs to this piece, unless not even one record was complete.
    restPlain = found.length > 0 ? plain : isAllPlain
    for (const { line: row, cells, odd } of found) {
      if (!more) return
      more = assembly.push({ row, cells, odd: withNulls(cells, odd), width: cells.length, plain: isAllPlain })
    }
  }
  takeAll(records.push(opening.text.slice(skip)), opening.plain)
  yield assembly.take()
  if (!opening.whole) {
    for await (const { text, plain } of pieces) {
      // Unneeded content is still hashed and checked against its encoding.
      if (more) takeAll(records.push(text), plain)
      yield assembly.take()
    }
  }
  if (more) takeAll(records.end(), true)
  assembly.end()
  if (assembly.isEmpty()) throw refusal('empty_file', message('import.text_empty'))
  yield assembly.take()
  return { sha256: hash.digest('hex'), sheets: [{ index: 0, rowCount: assembly.rowCount() }] }
}

/** PostgreSQL and MySQL write this for no value, as distinct from an empty text. */
const nullMarker = '\\N'

function withNulls(
  cells: readonly string[],
  odd: readonly OddCell[] | undefined,
): readonly OddCell[] | undefined {
  if (!cells.includes(nullMarker)) return odd
  const nulls = cells.flatMap((text, at): OddCell[] =>
    text === nullMarker ? [{ at, code: 'null_marker', message: message('sheet.null_marker') }] : [],
  )
  return [...(odd ?? []), ...nulls]
}

function tellOfWriting(input: CsvInput, encoding: Encoding, dialect: Dialect, warnings: WarningLog): void {
  const { quote, unclear } = dialect
  const tell = (code: FileWarningCode, message: Message): void =>
    warnings.add({ code, message, sheet: input.sheetName, row: null, column: null })
  if (hasStrangeMark(input.sample, encoding))
    tell('encoding_mark', message('sheet.encoding_mark', { encoding: encoding.name }))
  if (quote === "'" && input.options.quote === undefined)
    tell('quoted_by_apostrophes', message('sheet.quoted_by_apostrophes'))
  if (unclear !== null) tell('delimiter_unclear', message('sheet.delimiter_unclear', unclear))
}

type Opening = Piece & { readonly whole: boolean }

async function openingText(pieces: AsyncGenerator<Piece>): Promise<Opening> {
  let text = ''
  let plain = true
  while (text.length < dialectSample) {
    const next = await pieces.next()
    if (next.done === true) return { text, plain, whole: true }
    text += next.value.text
    plain &&= next.value.plain
  }
  return { text, plain, whole: false }
}

function splitter(opening: Opening, options: ReadOptions, caps: Caps) {
  const sep = sepLine(opening.text)
  const skip = sep?.length ?? 0
  const { delimiter = sep?.delimiter ?? null, quote, escape } = options
  if (delimiter !== null && (!/^[^\r\n"\\\uFEFF]$/.test(delimiter) || delimiter === quote)) {
    throw refusal(
      'delimiter_unusable',
      message('import.delimiter_unusable', {
        source: options.delimiter === undefined ? 'file' : 'option',
        delimiter,
      }),
    )
  }
  const sample = opening.text.slice(skip, skip + dialectSample)
  const dialect = dialectOf(sample, opening.whole, { delimiter, quote, escape })
  const longest = caps.columns * (caps.cellCharacters + 3)
  return { records: createRecordSplitter(dialect, sep === null ? 1 : 2, longest), dialect, skip }
}

function createCsvSheet(input: CsvInput): SheetAssembly {
  const { options } = input
  return createSheetAssembly({
    index: 0,
    name: input.sheetName,
    hidden: false,
    rowsAreLines: true,
    last: true,
    caps: input.caps,
    headerRow: headerRowOf(options, input.sheetName),
    maxRows: options.maxRows ?? null,
    warnings: input.warnings,
    fill: fillOf(options, input.sheetName),
    // Our own exports put an apostrophe before text that a spreadsheet would run as a formula; it is removed here.
    cellText: (headers) => (headers.includes('carryover_account') ? unguard : null),
  })
}
