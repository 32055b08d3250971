// Reads an OpenDocument spreadsheet and yields sheet messages. All sheets are in one part and are read in one pass.
// The cells show the text that the file itself says was displayed. Hidden content is read and reported.
import type { SheetCount } from '../csv/csv.ts'
import type { WorkbookInput } from '../workbook-input.ts'
import type { WorkbookReading } from '../workbook-input.ts'
import { fillOf, headerRowOf, type ReadMessage } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { createSheetAssembly, type SheetAssembly } from '../sheet/sheet-assembly.ts'
import { type SheetCounts, tellCounts } from '../sheet/sheet-counts.ts'
import type { Place } from '../xlsx/places.ts'
import { checkNames } from '../xlsx/workbook.ts'
import { parseAll, parseXml } from '../package/xml.ts'
import type { Zip } from '../package/zip.ts'
import { type ContentItem, createContent } from './content.ts'
import { createStyles } from './styles.ts'
import { message } from '../../../../shared/texts/create-message.ts'
import { commaList, quoted } from '../../../../shared/texts/join.ts'

/** The part that contains the sheets. */
export const contentPart = 'content.xml'
const stylesPart = 'styles.xml'
const manifestPart = 'META-INF/manifest.xml'
const spreadsheet = 'application/vnd.oasis.opendocument.spreadsheet'

export function isOpenDocument(zip: Zip): boolean {
  if (zip.has('[Content_Types].xml')) return false
  return (
    zip.has('encrypted-package') || (zip.has(contentPart) && (zip.has('mimetype') || zip.has(manifestPart)))
  )
}

export async function* readOds(input: WorkbookInput): WorkbookReading {
  const { zip } = input
  await checkKind(zip)
  input.onTotal(zip.size(contentPart))
  yield [{ kind: 'file', format: 'ods', bytes: input.bytes, encoding: null, delimiter: null }]
  let items: ContentItem[] = []
  const styles = createStyles()
  if (zip.has(stylesPart)) {
    await parseAll(stylesPart, zip.stream(stylesPart), {
      'office:document-styles': { children: { 'office:styles': styles.place } },
    })
  }
  const content = createContent(input.caps, styles, (item) => items.push(item))
  const sheets = createSheets(input)
  const { roots, shortcut } = content
  for await (const _ of parseXml(contentPart, zip.stream(contentPart), roots, shortcut)) {
    for (const item of items) yield* sheets.take(item)
    items = []
    yield sheets.messages()
    if (sheets.areEnough()) break
  }
  if (!content.isSpreadsheet()) throw notSpreadsheet()
  return sheets.end()
}

/** Rows that are parsed before they are yielded. */
const rowsAtOnce = 1000

type OpenSheet = {
  readonly index: number
  readonly name: string
  readonly hidden: boolean
  readonly counts: SheetCounts
  readonly assembly: SheetAssembly
  more: boolean
}

function createSheets({ options, caps, warnings, total }: WorkbookInput) {
  const names: string[] = []
  const done: SheetCount[] = []
  let empty = true
  let open: OpenSheet | null = null

  const start = ({ name, hidden, counts }: Extract<ContentItem, { kind: 'table' }>): void => {
    const index = names.push(name) - 1
    checkNames(names)
    const { sheet: wanted } = options
    if (wanted !== undefined && name.trim().toLowerCase() !== wanted.trim().toLowerCase()) return
    const assembly = createSheetAssembly({
      index,
      name,
      hidden,
      last: false,
      caps,
      headerRow: headerRowOf(options, name),
      maxRows: options.maxRows ?? null,
      warnings,
      total,
      fill: fillOf(options, name),
      ranges: counts.ranges,
    })
    open = { index, name, hidden, counts, assembly, more: true }
  }
  function* pass({ row, times }: Extract<ContentItem, { kind: 'row' }>): Generator<ReadMessage[]> {
    for (let again = 0; again < times && open?.more === true; again += 1) {
      open.more = open.assembly.push({ ...row, row: row.row + again, cells: [...row.cells] })
      if (again % rowsAtOnce === rowsAtOnce - 1) yield open.assembly.take()
    }
  }
  const close = ({ assembly, counts, ...sheet }: OpenSheet): ReadMessage[] => {
    assembly.end()
    tellCounts(sheet, counts, warnings)
    done.push({ index: sheet.index, rowCount: assembly.rowCount() })
    empty &&= assembly.isEmpty()
    return assembly.take()
  }
  return {
    take: function* (item: ContentItem): Generator<ReadMessage[]> {
      if (item.kind === 'table') start(item)
      else if (open === null) return
      else if (item.kind === 'row') yield* pass(item)
      else {
        yield close(open)
        open = null
      }
    },
    messages: (): ReadMessage[] => open?.assembly.take() ?? [],
    /** True once the one requested sheet is read. */
    areEnough: (): boolean => options.sheet !== undefined && done.length > 0,
    end: (): SheetCount[] => {
      if (options.sheet !== undefined && done.length === 0) throw noSheet(options.sheet, names)
      if (options.sheet === undefined && empty)
        throw refusal('empty_file', message('import.spreadsheet_empty'))
      return done
    },
  }
}

/** Checks the declared type of the file before its content is read. */
async function checkKind(zip: Zip): Promise<void> {
  let encrypted = zip.has('encrypted-package')
  if (zip.has(manifestPart)) {
    const encryption: Place = {
      open: () => {
        encrypted = true
      },
    }
    const entry: Place = { children: { 'manifest:encryption-data': encryption } }
    await parseAll(manifestPart, zip.stream(manifestPart), {
      'manifest:manifest': { children: { 'manifest:file-entry': entry } },
    })
  }
  if (encrypted) {
    throw refusal('is_password_protected', message('import.spreadsheet_locked'))
  }
  if (!zip.has('mimetype')) return
  let mimetype = ''
  for await (const bytes of zip.stream('mimetype')) {
    if (mimetype.length < 200) mimetype += bytes.toString('latin1', 0, 200)
  }
  if (!mimetype.startsWith(spreadsheet)) throw notSpreadsheet()
}

function notSpreadsheet(): Error {
  return refusal('is_opendocument', message('import.is_opendocument'))
}

function noSheet(wanted: string, names: readonly string[]): Error {
  const sheets = commaList(names.map(quoted))
  return refusal('sheet_missing', message('import.spreadsheet_has_no_sheet', { sheet: wanted, sheets }), {
    sheet: wanted,
  })
}
