// Parses the content of an OpenDocument spreadsheet into tables and rows, chunk by chunk. Repeated empty rows and
// cells are counted but not created; repeated ones with text are limited by the caps.
import type { KeptCell } from '../../../../shared/sheet/sheet.ts'
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { lastColumn, lastRow, rangeText } from '../sheet/merged-range.ts'
import type { OddCell } from '../sheet/raw-row.ts'
import type { RawRow } from '../sheet/raw-row.ts'
import { countMerge, createSheetCounts, type SheetCounts } from '../sheet/sheet-counts.ts'
import type { Attribute, Children, Place } from '../xlsx/places.ts'
import { coveredBy } from '../xlsx/shown.ts'
import type { Shortcut } from '../package/xml-shortcut.ts'
import { createParagraphs } from './cell-text.ts'
import { showValue, withoutBlanks } from './cell-value.ts'
import { type PlainOdsCell, readPlainOdsCell } from './plain-cell.ts'
import type { Styles } from './styles.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export type ContentItem =
  | { readonly kind: 'table'; readonly name: string; readonly hidden: boolean; readonly counts: SheetCounts }
  /** `times`: how often the row repeats. */
  | { readonly kind: 'row'; readonly row: RawRow; readonly times: number }
  | { readonly kind: 'end' }

/** Limit of repeated cells with text per file; more are only made to exhaust memory. */
const mostRepeated = 2_000_000
/** Elements that only group rows or columns: repeated headings and outlines. */
const rowGroups = ['table:table-header-rows', 'table:table-rows', 'table:table-row-group']
const columnGroups = ['table:table-header-columns', 'table:table-columns', 'table:table-column-group']

type OpenCell = { readonly attribute: Attribute; readonly columns: number; readonly covered: boolean }

/** Calls `found` for every table, row and end of table, in file order. */
export function createContent(caps: Caps, styles: Styles, found: (item: ContentItem) => void) {
  const tables = createTables(caps, styles, found)
  let sheets = 0
  let isSpreadsheet = false

  const table: Place = {
    open: (attribute) => {
      sheets += 1
      const hidden = styles.hidesTable(attribute('table:style-name') ?? '')
      tables.start(attribute('table:name') ?? `Sheet ${sheets}`, hidden)
    },
    close: tables.end,
    children: tables.children,
  }
  const spreadsheet: Place = {
    open: () => {
      isSpreadsheet = true
    },
    children: { 'table:table': table },
    other: (name) => {
      if (name === '?:table' || name === 'table') throw namedOtherwise()
      return null
    },
  }
  const children: Children = {
    'office:styles': styles.place,
    'office:automatic-styles': styles.place,
    'office:body': { children: { 'office:spreadsheet': spreadsheet } },
  }
  const document: Place = { children }
  return {
    roots: {
      'office:document-content': document,
      'office:document': document,
    } satisfies Children,
    shortcut: tables.shortcut,
    isSpreadsheet: (): boolean => isSpreadsheet,
  }
}

/** Places in a table, and the fast path for its cells. */
function createTables(caps: Caps, styles: Styles, found: (item: ContentItem) => void) {
  const paragraphs = createParagraphs()
  let table: TableBuilder | null = null
  let cell: OpenCell | null = null
  const cellPlace = (covered: boolean): Place => ({
    open: (attribute) => {
      const columns = repeats(attribute('table:number-columns-repeated'), lastColumn)
      cell = { attribute, columns, covered }
      paragraphs.start()
    },
    close: () => {
      if (cell !== null) table?.add(cell, paragraphs.end(), paragraphs.lacksBlanks())
    },
    children: paragraphs.children,
  })
  const row: Place = {
    open: (attribute) => table?.startRow(attribute),
    close: () => table?.endRow(),
    children: { 'table:table-cell': cellPlace(false), 'table:covered-table-cell': cellPlace(true) },
  }
  const column: Place = { open: (attribute) => table?.column(attribute) }
  const children: { [name: string]: Place } = { 'table:table-row': row, 'table:table-column': column }
  const group: Place = { children }
  for (const name of [...rowGroups, ...columnGroups]) children[name] = group

  const plain: PlainOdsCell = { attributes: new Map(), text: null }
  const attribute = (name: string): string | undefined => plain.attributes.get(name)
  const take = (xml: string, from: number): number => {
    for (let at = from; ; ) {
      const end = readPlainOdsCell(xml, at, plain)
      if (end === -1) return at
      at = end
      const columns = repeats(attribute('table:number-columns-repeated'), lastColumn)
      table?.add({ attribute, columns, covered: false }, plain.text, false)
    }
  }
  return {
    children: children satisfies Children,
    shortcut: {
      place: row,
      parent: 'table:table-row',
      child: 'table:table-cell',
      prefixes: ['office', 'table', 'text'],
      take,
    } satisfies Shortcut,
    start: (name: string, hidden: boolean): void => {
      table = createTable(name, caps, styles, found)
      found({ kind: 'table', name, hidden, counts: table.counts })
    },
    end: (): void => {
      table = null
      found({ kind: 'end' })
    },
  }
}

type TableBuilder = ReturnType<typeof createTable>

type TableParts = {
  readonly sheet: string
  readonly caps: Caps
  readonly styles: Styles
  readonly found: (item: ContentItem) => void
  readonly counts: SheetCounts
  /** Number of the open row, and how often it repeats. */
  number: number
  times: number
  /** Default cell styles, by column and of the row. */
  readonly columnStyles: { readonly to: number; readonly style: string }[]
  rowStyle: string | undefined
  hidden: boolean
  /** Repeated cells with text so far. */
  made: number
  /** Column of the next cell. */
  at: number
  cells: string[]
  kept: Record<string, KeptCell> | undefined
  odd: OddCell[] | undefined
}

function createTable(sheet: string, caps: Caps, styles: Styles, found: (item: ContentItem) => void) {
  const counts = createSheetCounts()
  const parts: TableParts = {
    sheet,
    caps,
    styles,
    found,
    counts,
    number: 1,
    times: 1,
    columnStyles: [],
    rowStyle: undefined,
    hidden: false,
    made: 0,
    at: 0,
    cells: [],
    kept: undefined,
    odd: undefined,
  }
  return {
    counts,
    column: (attribute: Attribute): void => column(parts, attribute),
    startRow: (attribute: Attribute): void => startRow(parts, attribute),
    add: (cell: OpenCell, text: string | null, lacksBlanks: boolean): void =>
      add(parts, cell, text, lacksBlanks),
    endRow: (): void => endRow(parts),
  }
}

function isHidden(parts: TableParts, own: string | undefined, column: number): boolean {
  const { styles, columnStyles } = parts
  return styles.mayHide(own ?? parts.rowStyle ?? columnStyles.find(({ to }) => column < to)?.style ?? '')
}

function column({ counts, columnStyles }: TableParts, attribute: Attribute): void {
  const visibility = attribute('table:visibility') ?? 'visible'
  const columns = repeats(attribute('table:number-columns-repeated'), lastColumn)
  if (visibility !== 'visible') counts.hiddenColumns += columns
  const to = (columnStyles.at(-1)?.to ?? 0) + columns
  if (to <= lastColumn) columnStyles.push({ to, style: attribute('table:default-cell-style-name') ?? '' })
}

function startRow(parts: TableParts, attribute: Attribute): void {
  parts.times = repeats(attribute('table:number-rows-repeated'), lastRow)
  parts.rowStyle = attribute('table:default-cell-style-name')
  parts.hidden = (attribute('table:visibility') ?? 'visible') !== 'visible'
  parts.at = 0
  parts.cells = []
  parts.kept = undefined
  parts.odd = undefined
}

function add(
  parts: TableParts,
  { attribute, columns, covered }: OpenCell,
  text: string | null,
  lacksBlanks: boolean,
): void {
  const { counts, sheet, caps } = parts
  const from = parts.at
  parts.at += columns
  const spans =
    Number(attribute('table:number-columns-spanned') ?? 1) *
    Number(attribute('table:number-rows-spanned') ?? 1)
  if (spans > 1) countMerge(counts, rangeOf(from, parts.number, attribute), sheet, caps)
  const type = attribute('office:value-type') ?? null
  if (text === null && type === null && attribute('table:formula') === undefined) return
  const visible = showValue({
    type,
    value: valueOf(type, attribute),
    // An empty paragraph instead of the value's text means that the writer left the text out.
    text:
      text?.trim() === '' && showsValue(type) && !isHidden(parts, attribute('table:style-name'), from)
        ? null
        : text,
    formula: attribute('table:formula') !== undefined,
    error: attribute('calcext:value-type') === 'error',
  })
  const seen = lacksBlanks && visible.text !== '' && !showsValue(type) ? withoutBlanks(visible) : visible
  const shown = covered ? coveredBy(seen) : seen
  if (shown.text === '' && shown.kept === undefined && shown.odd === undefined) return
  if (from + columns > caps.columns) throw tooManyColumns(sheet, parts.number, from + columns, caps)
  while (parts.cells.length < from) parts.cells.push('')
  for (let column = from; column < from + columns; column += 1) {
    parts.cells.push(shown.text)
    if (shown.kept !== undefined) {
      parts.kept ??= {}
      parts.kept[column] = shown.kept
    }
    if (shown.odd !== undefined) {
      parts.odd ??= []
      parts.odd.push({ at: column, ...shown.odd })
    }
  }
}

function endRow(parts: TableParts): void {
  const { counts, sheet, found } = parts
  if (parts.cells.length > 0) {
    if (parts.hidden) counts.hiddenRows += parts.times
    if (parts.times > 1) parts.made += parts.times * parts.cells.length
    if (parts.made > mostRepeated) throw repeatedTooOften(sheet, parts.number)
    if (parts.number + parts.times - 1 > lastRow) throw beyondLastRow(sheet, parts.number + parts.times - 1)
    found({
      kind: 'row',
      row: { row: parts.number, cells: parts.cells, kept: parts.kept, odd: parts.odd },
      times: parts.times,
    })
  }
  parts.number += parts.times
}

function namedOtherwise(): Error {
  return refusal('workbook_damaged', message('import.parts_named_otherwise'))
}

/** A repeat count of the file, limited to a sensible value; 1 if absent. */
function repeats(text: string | undefined, most: number): number {
  if (text === undefined) return 1
  const count = Number(text)
  return Number.isInteger(count) && count >= 1 ? Math.min(count, most) : 1
}

/** Attribute with the value of a type, if it is not `office:value`. */
const valueNames = new Map(
  ['date', 'time', 'boolean', 'string'].map((type) => [type, `office:${type}-value`]),
)

function showsValue(type: string | null): boolean {
  return type !== null && type !== 'string'
}

function valueOf(type: string | null, attribute: Attribute): string | null {
  return attribute(valueNames.get(type ?? '') ?? 'office:value') ?? null
}

function rangeOf(column: number, row: number, attribute: Attribute): string {
  const width = repeats(attribute('table:number-columns-spanned'), lastColumn)
  const height = repeats(attribute('table:number-rows-spanned'), lastRow)
  return rangeText({ top: row, bottom: row + height - 1, left: column, right: column + width - 1 })
}

function beyondLastRow(sheet: string, row: number): Error {
  return refusal('workbook_damaged', message('import.row_beyond_last', { sheet, row, last: lastRow }), {
    sheet,
  })
}

function tooManyColumns(sheet: string, row: number, column: number, caps: Caps): Error {
  return refusal(
    'too_many_columns',
    message('import.too_many_columns', { row, sheet, column, most: caps.columns }),
    { sheet, row },
  )
}

function repeatedTooOften(sheet: string, row: number): Error {
  return refusal(
    'zip_unsafe',
    message('import.rows_repeated_too_often', { sheet, row, most: mostRepeated }),
    { sheet, row },
  )
}
