// A workbook to sheet messages: its parts in the order they are needed (workbook, styles, texts, then each sheet), all
// streamed but the table of texts. Hidden things and merged ranges are read like all others, and told.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { chunksOf, type FormatReading, type SheetCount } from '../csv.ts'
import type { Caps, ReadMessage, ReadOptions } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { createSheetAssembly } from '../sheet-assembly.ts'
import type { WarningLog } from '../warnings.ts'
import { createCellText } from './cells.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetRows, type SheetCounts } from './sheet-rows.ts'
import { readFormats } from './styles.ts'
import { readWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts'
import { openZip, type Zip } from './zip.ts'

export type XlsxInput = {
  readonly file: FileHandle
  readonly bytes: number
  readonly options: ReadOptions
  readonly caps: Caps
  readonly warnings: WarningLog
  readonly chunkBytes: number
  /** Inflated bytes that were read, and how many there will be. */
  readonly onBytes: (bytes: number) => void
  readonly onTotal: (bytes: number) => void
}

export async function* readXlsx(input: XlsxInput): FormatReading {
  const { file, caps, options } = input
  if (input.bytes > caps.xlsxBytes) {
    throw refusal(
      'file_too_large',
      `The workbook has ${input.bytes} bytes; at most ${caps.xlsxBytes} can be read. Split it, or save its sheets as .csv.`,
    )
  }
  const zip = counted(await openZip(file, caps), input.onBytes)
  const workbook = await readWorkbook(zip)
  const chosen = chooseSheets(workbook, options.sheet)
  input.onTotal(
    chosen.reduce((sum, { sheet }) => sum + zip.size(sheet.part), zip.size(workbook.sharedStrings ?? '')),
  )
  yield [{ kind: 'file', format: 'xlsx', bytes: input.bytes, encoding: null, delimiter: null }]

  const strings: string[] = []
  if (workbook.sharedStrings !== null) {
    for await (const _ of readSharedStrings(zip, workbook.sharedStrings, strings)) yield []
  }
  const cellText = createCellText(strings, await readFormats(zip, workbook.styles), workbook.date1904)
  for (const name of workbook.others) {
    input.warnings.add({
      code: 'sheet_without_cells',
      message: `"${name}" is a chart or macro sheet without cells; it is not read.`,
      sheet: name,
      row: null,
      column: null,
    })
  }
  const sheets: SheetCount[] = []
  let empty = true
  for (const { sheet, index } of chosen) {
    const read = yield* readSheet({ ...input, zip, sheet, index, cellText })
    sheets.push({ index, rowCount: read.rowCount })
    empty &&= read.empty
    const last = options.sheet === undefined && index === chosen.at(-1)?.index
    if (empty && last)
      throw refusal('empty_file', 'No sheet of the workbook holds any text. Ask for it again.')
  }
  const hash = createHash('sha256')
  for await (const bytes of chunksOf(file, input.chunkBytes)) {
    hash.update(bytes)
    yield []
  }
  return { sha256: hash.digest('hex'), sheets }
}

function counted(zip: Zip, onBytes: (bytes: number) => void): Zip {
  return {
    ...zip,
    stream: async function* (name) {
      for await (const bytes of zip.stream(name)) {
        onBytes(bytes.length)
        yield bytes
      }
    },
  }
}

type Chosen = { readonly sheet: WorkbookSheet; readonly index: number }

function chooseSheets({ sheets }: Workbook, wanted: string | undefined): Chosen[] {
  const all = sheets.map((sheet, index) => ({ sheet, index }))
  if (wanted === undefined) return all
  const found =
    all.find(({ sheet }) => sheet.name === wanted) ??
    all.find(({ sheet }) => sheet.name.trim().toLowerCase() === wanted.trim().toLowerCase())
  if (found !== undefined) return [found]
  const names = sheets.map(({ name }) => `"${name}"`).join(', ')
  throw refusal('sheet_missing', `The workbook has no sheet "${wanted}". It has ${names}.`, { sheet: wanted })
}

type SheetInput = XlsxInput & {
  readonly zip: Zip
  readonly sheet: WorkbookSheet
  readonly index: number
  readonly cellText: ReturnType<typeof createCellText>
}

async function* readSheet(
  input: SheetInput,
): AsyncGenerator<ReadMessage[], { readonly rowCount: number; readonly empty: boolean }> {
  const { sheet, options, warnings, caps } = input
  const assembly = createSheetAssembly({
    index: input.index,
    name: sheet.name,
    hidden: sheet.hidden,
    caps,
    headerRow: options.headerRow ?? null,
    maxRows: options.maxRows ?? null,
    warnings,
  })
  const counts: SheetCounts = {
    hiddenRows: 0,
    hiddenColumns: 0,
    merges: 0,
    firstMerge: null,
    rowsOutOfOrder: 0,
  }
  reading: for await (const rows of readSheetRows({
    zip: input.zip,
    part: sheet.part,
    sheet: sheet.name,
    caps,
    cellText: input.cellText,
    counts,
  })) {
    for (const row of rows) if (!assembly.push(row)) break reading
    yield assembly.take()
  }
  assembly.end()
  tellCounts(sheet, counts, warnings)
  yield assembly.take()
  return { rowCount: assembly.rowCount(), empty: assembly.isEmpty() }
}

function tellCounts(sheet: WorkbookSheet, counts: SheetCounts, warnings: WarningLog): void {
  const tell = (code: string, message: string): void =>
    warnings.add({ code, message, sheet: sheet.name, row: null, column: null })
  const { name } = sheet
  if (sheet.hidden)
    tell('hidden_sheet', `Sheet "${name}" is hidden in the workbook. It is read like the others.`)
  if (counts.hiddenRows > 0)
    tell(
      'hidden_rows',
      `Sheet "${name}" has ${counts.hiddenRows} hidden rows (a filter may be on). They are read like the others.`,
    )
  if (counts.hiddenColumns > 0)
    tell(
      'hidden_columns',
      `Sheet "${name}" has ${counts.hiddenColumns} hidden columns. They are read like the others.`,
    )
  if (counts.merges > 0) {
    const first = counts.firstMerge === null ? '' : `, the first at ${counts.firstMerge}`
    tell(
      'merged_cells',
      `Sheet "${name}" has ${counts.merges} merged ranges${first}. Their text is in the first cell only; the others are read as empty.`,
    )
  }
  if (counts.rowsOutOfOrder > 0)
    tell(
      'rows_out_of_order',
      `Sheet "${name}" stores ${counts.rowsOutOfOrder} rows out of order. They are read in the order stored, under their own numbers.`,
    )
}
