// Reads an XLSX workbook and yields sheet messages. Parts are read in the order they are needed (workbook, styles,
// shared strings, then each sheet) and are all streamed except the shared strings. Hidden content is read and
// reported; cells behind a merged range are not read.
import type { SheetCount } from '../csv/csv.ts'
import type { WorkbookInput } from '../workbook-input.ts'
import type { WorkbookReading } from '../workbook-input.ts'
import { fillOf, headerRowOf, type ReadMessage } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { createSheetAssembly } from '../sheet/sheet-assembly.ts'
import { createSheetCounts, tellCounts } from '../sheet/sheet-counts.ts'
import { createCellText, type ShowCell } from './cells.ts'
import { createCover, readMerges } from './merges.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetRows } from './sheet-rows.ts'
import { readFormats } from './styles.ts'
import { readWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts'
import { message } from '../../../../shared/texts/create-message.ts'
import { commaList, quoted } from '../../../../shared/texts/join.ts'

export async function* readXlsx(input: WorkbookInput): WorkbookReading {
  const { zip, options } = input
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
      message: message('sheet.sheet_without_cells', { sheet: name }),
      sheet: name,
      row: null,
      column: null,
    })
  }
  for (const name of workbook.missing) {
    input.warnings.add({
      code: 'sheet_without_part',
      message: message('sheet.sheet_without_part', { sheet: name }),
      sheet: name,
      row: null,
      column: null,
    })
  }
  const sheets: SheetCount[] = []
  let empty = true
  for (const { sheet, index } of chosen) {
    const read = yield* readSheet({ ...input, sheet, index, cellText, last: index === chosen.at(-1)?.index })
    sheets.push({ index, rowCount: read.rowCount })
    empty &&= read.empty
    const last = options.sheet === undefined && index === chosen.at(-1)?.index
    if (empty && last) throw refusal('empty_file', message('import.workbook_empty'))
  }
  return sheets
}

type Chosen = { readonly sheet: WorkbookSheet; readonly index: number }

function chooseSheets({ sheets }: Workbook, wanted: string | undefined): Chosen[] {
  const all = sheets.map((sheet, index) => ({ sheet, index }))
  if (wanted === undefined) return all
  const found =
    all.find(({ sheet }) => sheet.name === wanted) ??
    all.find(({ sheet }) => sheet.name.trim().toLowerCase() === wanted.trim().toLowerCase())
  if (found !== undefined) return [found]
  const names = commaList(sheets.map(({ name }) => quoted(name)))
  throw refusal('sheet_missing', message('import.workbook_has_no_sheet', { sheet: wanted, sheets: names }), {
    sheet: wanted,
  })
}

type SheetInput = WorkbookInput & {
  readonly sheet: WorkbookSheet
  readonly index: number
  readonly cellText: ShowCell
  readonly last: boolean
}

async function* readSheet(
  input: SheetInput,
): AsyncGenerator<ReadMessage[], { readonly rowCount: number; readonly empty: boolean }> {
  const { sheet, options, warnings, caps } = input
  const counts = createSheetCounts()
  const assembly = createSheetAssembly({
    index: input.index,
    name: sheet.name,
    hidden: sheet.hidden,
    last: input.last,
    caps,
    headerRow: headerRowOf(options, sheet.name),
    maxRows: options.maxRows ?? null,
    warnings,
    total: input.total,
    fill: fillOf(options, sheet.name),
    ranges: counts.ranges,
  })
  const { part } = sheet
  const looking = readMerges({ part, sheet: sheet.name, caps, counts, bytes: () => input.firstLook(part) })
  let looked = await looking.next()
  for (; looked.done !== true; looked = await looking.next()) yield []
  reading: for await (const rows of readSheetRows({
    zip: input.zip,
    part,
    sheet: sheet.name,
    caps,
    cellText: input.cellText,
    counts,
    cover: createCover(looked.value),
  })) {
    for (const row of rows) if (!assembly.push(row)) break reading
    yield assembly.take()
  }
  assembly.end()
  tellCounts(sheet, counts, warnings)
  yield assembly.take()
  return { rowCount: assembly.rowCount(), empty: assembly.isEmpty() }
}
