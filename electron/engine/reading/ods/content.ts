// The content of an OpenDocument spreadsheet to tables and rows, chunk by chunk. Rows and cells that the file says
// repeat are counted, not made, as long as they are empty; what repeats with text in it is bounded by the caps.
import type { KeptCell } from '../../../../shared/sheet.ts'
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import type { OddCell, RawRow } from '../sheet-assembly.ts'
import { countMerge, createSheetCounts, type SheetCounts } from '../sheet-counts.ts'
import type { XmlHandlers } from '../xlsx/xml.ts'
import type { Shortcut } from '../xlsx/xml-shortcut.ts'
import { createParagraphs } from './cell-text.ts'
import { showValue } from './cell-value.ts'
import { type PlainOdsCell, readPlainOdsCell } from './plain-cell.ts'

export type ContentItem =
  | { readonly kind: 'table'; readonly name: string; readonly hidden: boolean; readonly counts: SheetCounts }
  /** `times`: the row stands this often below itself. */
  | { readonly kind: 'row'; readonly row: RawRow; readonly times: number }
  | { readonly kind: 'end' }

/** Columns and rows a table may have, beyond which a count of repeats is nonsense. */
const lastColumn = 16_384
const lastRow = 1_048_576
/** Cells with text that one file may have by repeating; more are made only to exhaust memory. */
const mostRepeated = 2_000_000
/** Where tables stand that are no sheets, or rows that are no longer there. */
const besides = new Set(['tracked-changes', 'dde-links', 'shapes', 'forms', 'consolidation', 'scenario'])

type Attribute = (name: string) => string | undefined
type OpenCell = { readonly attribute: Attribute; readonly columns: number }

/** Hands every table, row and end of table to `found`, in the file's order. */
export function createContent(caps: Caps, found: (item: ContentItem) => void) {
  const hiddenStyles = new Set<string>()
  const paragraphs = createParagraphs()
  let style = ''
  let sheets = 0
  let skipped = 0
  let isSpreadsheet = false
  let table: TableBuilder | null = null
  let cell: OpenCell | null = null

  const openOutside = (name: string, attribute: Attribute): void => {
    if (name === 'document-content') checkNames(attribute)
    else if (besides.has(name)) skipped = 1
    else if (name === 'spreadsheet') isSpreadsheet = true
    else if (name === 'style') style = attribute('style:name') ?? ''
    else if (name === 'table-properties' && attribute('table:display') === 'false') hiddenStyles.add(style)
    else if (name === 'table') {
      sheets += 1
      const sheet = attribute('table:name') ?? `Sheet ${sheets}`
      const hidden = hiddenStyles.has(attribute('table:style-name') ?? '')
      table = createTable(sheet, caps, found)
      found({ kind: 'table', name: sheet, hidden, counts: table.counts })
    }
  }
  const handlers: XmlHandlers = {
    open: (name, attribute) => {
      if (skipped > 0) skipped += 1
      else if (cell !== null) paragraphs.open(name, attribute)
      else if (table === null) openOutside(name, attribute)
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = { attribute, columns: repeats(attribute('table:number-columns-repeated'), lastColumn) }
        paragraphs.start()
      } else if (name === 'table-row') table.startRow(attribute)
      else if (name === 'table-column') table.column(attribute)
      else if (besides.has(name)) skipped = 1
    },
    close: (name) => {
      if (skipped > 0) skipped -= 1
      else if (cell !== null && table !== null) {
        if (paragraphs.isBeside() || (name !== 'table-cell' && name !== 'covered-table-cell')) {
          paragraphs.close(name)
          return
        }
        table.add(cell, paragraphs.end())
        cell = null
      } else if (name === 'table-row') table?.endRow()
      else if (name === 'table' && table !== null) {
        table = null
        found({ kind: 'end' })
      }
    },
    text: (text) => {
      if (cell !== null && skipped === 0) paragraphs.text(text)
    },
  }
  const plain: PlainOdsCell = { attributes: new Map(), text: null }
  const attribute = (name: string): string | undefined => plain.attributes.get(name)
  const take = (xml: string, from: number): number => {
    // Rows that are no sheet's are left to the parser with all that is in them.
    if (table === null || cell !== null || skipped > 0) return from
    for (let at = from; ; ) {
      const end = readPlainOdsCell(xml, at, plain)
      if (end === -1) return at
      at = end
      table.add(
        { attribute, columns: repeats(attribute('table:number-columns-repeated'), lastColumn) },
        plain.text,
      )
    }
  }
  const shortcut: Shortcut = { parent: 'table:table-row', child: 'table:table-cell', take }
  return { handlers, shortcut, isSpreadsheet: (): boolean => isSpreadsheet }
}

type TableBuilder = ReturnType<typeof createTable>

function createTable(sheet: string, caps: Caps, found: (item: ContentItem) => void) {
  const counts = createSheetCounts()
  let number = 1
  let times = 1
  let hidden = false
  let made = 0
  let at = 0
  let cells: string[] = []
  let kept: Record<string, KeptCell> | undefined
  let odd: OddCell[] | undefined
  return {
    counts,
    column: (attribute: Attribute): void => {
      const visibility = attribute('table:visibility') ?? 'visible'
      if (visibility !== 'visible')
        counts.hiddenColumns += repeats(attribute('table:number-columns-repeated'), lastColumn)
    },
    startRow: (attribute: Attribute): void => {
      times = repeats(attribute('table:number-rows-repeated'), lastRow)
      hidden = (attribute('table:visibility') ?? 'visible') !== 'visible'
      at = 0
      cells = []
      kept = undefined
      odd = undefined
    },
    add: ({ attribute, columns }: OpenCell, text: string | null): void => {
      const from = at
      at += columns
      const spans =
        Number(attribute('table:number-columns-spanned') ?? 1) *
        Number(attribute('table:number-rows-spanned') ?? 1)
      if (spans > 1) countMerge(counts, rangeOf(from, number, attribute), sheet, caps)
      const type = attribute('office:value-type') ?? null
      if (text === null && type === null && attribute('table:formula') === undefined) return
      const shown = showValue({
        type,
        value: valueOf(type, attribute),
        text,
        formula: attribute('table:formula') !== undefined,
        error: attribute('calcext:value-type') === 'error',
      })
      if (shown.text === '' && shown.kept === undefined && shown.odd === undefined) return
      if (from + columns > caps.columns) throw tooManyColumns(sheet, number, from + columns, caps)
      while (cells.length < from) cells.push('')
      for (let column = from; column < from + columns; column += 1) {
        cells.push(shown.text)
        if (shown.kept !== undefined) {
          kept ??= {}
          kept[column] = shown.kept
        }
        if (shown.odd !== undefined) {
          odd ??= []
          odd.push({ at: column, ...shown.odd })
        }
      }
    },
    endRow: (): void => {
      if (cells.length > 0) {
        if (hidden) counts.hiddenRows += times
        if (times > 1) made += times * cells.length
        if (made > mostRepeated) throw repeatedTooOften(sheet, number)
        found({ kind: 'row', row: { row: number, cells, kept, odd }, times })
      }
      number += times
    },
  }
}

/** Names are told by the prefixes that all programs use; that they mean what they always mean is checked. */
function checkNames(attribute: Attribute): void {
  const usual = ['office', 'table', 'text'].every(
    (prefix) => attribute(`xmlns:${prefix}`) === `urn:oasis:names:tc:opendocument:xmlns:${prefix}:1.0`,
  )
  if (usual) return
  throw refusal(
    'workbook_damaged',
    'The spreadsheet does not name its parts as OpenDocument does. Open it in a spreadsheet program and save it again.',
  )
}

/** A count of the file's, within what makes sense; 1 where it says nothing. */
function repeats(text: string | undefined, most: number): number {
  if (text === undefined) return 1
  const count = Number(text)
  return Number.isInteger(count) && count >= 1 ? Math.min(count, most) : 1
}

/** Where the value of a type stands, if not in `office:value`. */
const valueNames = new Map(
  ['date', 'time', 'boolean', 'string'].map((type) => [type, `office:${type}-value`]),
)

function valueOf(type: string | null, attribute: Attribute): string | null {
  return attribute(valueNames.get(type ?? '') ?? 'office:value') ?? null
}

function rangeOf(column: number, row: number, attribute: Attribute): string {
  const width = repeats(attribute('table:number-columns-spanned'), lastColumn)
  const height = repeats(attribute('table:number-rows-spanned'), lastRow)
  return `${letters(column)}${row}:${letters(column + width - 1)}${row + height - 1}`
}

function letters(column: number): string {
  const before = Math.floor(column / 26) - 1
  return (before >= 0 ? letters(before) : '') + String.fromCharCode(65 + (column % 26))
}

function tooManyColumns(sheet: string, row: number, column: number, caps: Caps): Error {
  return refusal(
    'too_many_columns',
    `Row ${row} of sheet "${sheet}" has text in column ${column}; at most ${caps.columns} columns can be read. Remove the columns that are not needed.`,
    { sheet, row },
  )
}

function repeatedTooOften(sheet: string, row: number): Error {
  return refusal(
    'zip_unsafe',
    `Sheet "${sheet}" says in row ${row} that its rows repeat more than ${mostRepeated} cells. It is not read, since it may be made to exhaust memory. Delete the repeated rows and save the file again.`,
    { sheet, row },
  )
}
