// Parses a worksheet's XML into raw rows, chunk by chunk. Optional parts may be missing (cell references, row
// numbers, the dimension); then cells and rows are numbered in sequence. Hidden rows and columns are counted.
import type { Caps } from '../reader.ts'
import { lastColumn } from '../sheet/merged-range.ts'
import type { RawRow } from '../sheet/raw-row.ts'
import type { SheetCounts } from '../sheet/sheet-counts.ts'
import type { ShowCell } from './cells.ts'
import { type PlainCell, readPlainCell } from './plain-cell.ts'
import type { Cover } from './row-builder.ts'
import type { Children, Place } from './places.ts'
import { createRowBuilder } from './row-builder.ts'
import { createTextCollector } from './shared-strings.ts'
import { isTrue, parseXml, unescapeText } from '../package/xml.ts'
import type { Zip } from '../package/zip.ts'

export type SheetRowsInput = {
  readonly zip: Zip
  readonly part: string
  readonly sheet: string
  readonly caps: Caps
  readonly cellText: ShowCell
  readonly counts: SheetCounts
  readonly cover: Cover
}

export async function* readSheetRows(input: SheetRowsInput): AsyncGenerator<RawRow[]> {
  const { cellText } = input
  let rows: RawRow[] = []
  const row = createRowBuilder(input)
  const plain: PlainCell = {
    column: -1,
    row: -1,
    style: 0,
    type: 'n',
    value: null,
    inline: null,
    formula: false,
  }
  const take = (text: string, from: number): number => {
    for (let at = from; ; ) {
      const end = readPlainCell(text, at, plain)
      if (end === -1) return at
      at = end
      const column = row.place(plain.column, plain.row)
      const { type, style, value, inline, formula } = plain
      if (value === null && inline === null) continue
      row.add(column, cellText(type, style, value, inline === null ? null : unescapeText(inline), formula))
    }
  }
  const place = rowPlace(input, row, (done) => rows.push(done))
  const roots = { 'x:worksheet': { children: sheetPlaces(input, place) } }
  const shortcut = { place, parent: 'row', child: 'c', take }
  for await (const _ of parseXml(input.part, input.zip.stream(input.part), roots, shortcut)) {
    yield rows
    rows = []
  }
}

function sheetPlaces({ counts }: SheetRowsInput, row: Place): Children {
  const column: Place = {
    open: (attribute) => {
      if (!isTrue(attribute('hidden'))) return
      const from = Number(attribute('min') ?? 1)
      const to = Math.min(Number(attribute('max') ?? from), lastColumn)
      if (to >= from) counts.hiddenColumns += to - from + 1
    },
  }
  return {
    'x:cols': { children: { 'x:col': column } },
    'x:sheetData': { children: { 'x:row': row } },
  }
}

type Cell = {
  at: number
  type: string
  style: number
  value: string | null
  inline: string | null
  formula: boolean
}

function rowPlace(
  input: SheetRowsInput,
  row: ReturnType<typeof createRowBuilder>,
  done: (row: RawRow) => void,
): Place {
  const inline = createTextCollector()
  const cell: Cell = { at: 0, type: 'n', style: 0, value: null, inline: null, formula: false }
  const value: Place = {
    open: () => {
      cell.value ??= ''
    },
    text: (text) => {
      cell.value = (cell.value ?? '') + text
    },
  }
  const formula: Place = {
    open: () => {
      cell.formula = true
    },
  }
  const inlineText: Place = {
    open: inline.start,
    close: () => {
      cell.inline = inline.end()
    },
    children: inline.children,
  }
  const place: Place = {
    open: (attribute) => {
      const { column, row: number } = row.reference(attribute('r'))
      cell.at = row.place(column, number)
      cell.type = attribute('t') ?? 'n'
      cell.style = Number(attribute('s') ?? 0)
      cell.value = null
      cell.inline = null
      cell.formula = false
    },
    close: () =>
      row.add(cell.at, input.cellText(cell.type, cell.style, cell.value, cell.inline, cell.formula)),
    children: { 'x:v': value, 'x:f': formula, 'x:is': inlineText },
  }
  return {
    open: (attribute) => row.start(attribute('r'), isTrue(attribute('hidden'))),
    close: () => done(row.end()),
    children: { 'x:c': place },
  }
}
