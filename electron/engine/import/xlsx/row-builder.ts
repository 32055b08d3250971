// Builds one row of a worksheet from its cells. Each cell goes to the column of its reference, or after the
// previous cell. A reference outside the sheet or in another row refuses the file, because the right place of the
// cell is unknown.
import type { KeptCell } from '../../../../shared/sheet/sheet.ts'
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import type { OddCell } from '../sheet/raw-row.ts'
import { lastRow, placeOf } from '../sheet/merged-range.ts'
import type { RawRow } from '../sheet/raw-row.ts'
import type { SheetCounts } from '../sheet/sheet-counts.ts'

import { coveredBy, type Shown } from './shown.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

export type Cover = {
  /** Rows usually come in rising order, which is fast. */
  readonly toRow: (row: number) => void
  /** True if a range covers the cell of this row and it is not the range's first. */
  readonly hides: (column: number) => boolean
}

export type RowBuilderInput = {
  readonly sheet: string
  readonly caps: Caps
  readonly counts: SheetCounts
  readonly cover: Cover
}

type RowParts = RowBuilderInput & {
  number: number
  /** Number of the previous row. */
  before: number
  cells: string[]
  kept: Record<string, KeptCell> | undefined
  odd: OddCell[] | undefined
  /** Column of a cell without a reference. */
  next: number
  hiddenRow: boolean
  /** True if the row does not state its number. */
  unnumbered: boolean
}

export function createRowBuilder(input: RowBuilderInput) {
  const parts: RowParts = {
    ...input,
    number: 0,
    before: 0,
    cells: [],
    kept: undefined,
    odd: undefined,
    next: 0,
    hiddenRow: false,
    unnumbered: false,
  }
  return {
    start: (row: string | undefined, hidden: boolean): void => start(parts, row, hidden),
    /** Parses the reference of a cell to a zero-based column and a row number; -1 for a missing part. */
    reference: (text: string | undefined): { readonly column: number; readonly row: number } =>
      reference(parts, text),
    /** Zero-based column of a cell: from its reference, else (-1) the one after the previous cell. */
    place: (column: number, row: number): number => place(parts, column, row),
    add: (at: number, shown: Shown): void => add(parts, at, shown),
    end: (): RawRow => end(parts),
  }
}

function damaged({ sheet }: RowParts, why: Message, row: number | null): Error {
  return refusal('workbook_damaged', why, row === null ? { sheet } : { sheet, row })
}

function begin(parts: RowParts, wanted: number): void {
  const { sheet, cover } = parts
  if (wanted > lastRow)
    throw damaged(parts, message('import.row_number_too_high', { sheet, row: wanted, last: lastRow }), null)
  parts.number = wanted
  cover.toRow(wanted)
}

function start(parts: RowParts, reference: string | undefined, hidden: boolean): void {
  const { sheet } = parts
  parts.before = parts.number
  parts.unnumbered = reference === undefined
  if (reference !== undefined && !/^\s*0*[1-9]\d*\s*$/.test(reference))
    throw damaged(
      parts,
      message('import.row_number_unusable', { sheet, number: reference.slice(0, 40), row: parts.number }),
      null,
    )
  begin(parts, reference === undefined ? parts.number + 1 : Number(reference))
  parts.hiddenRow = hidden
  parts.cells = []
  parts.kept = undefined
  parts.odd = undefined
  parts.next = 0
}

function reference(
  parts: RowParts,
  text: string | undefined,
): { readonly column: number; readonly row: number } {
  const { sheet } = parts
  if (text === undefined || text === '') return { column: -1, row: -1 }
  const found = placeOf(text)
  if (found === null)
    throw damaged(
      parts,
      message('import.cell_nowhere', { row: parts.number, sheet, place: text.slice(0, 40) }),
      parts.number,
    )
  return found
}

function place(parts: RowParts, column: number, row: number): number {
  const { sheet } = parts
  if (row !== parts.number && row !== -1) {
    if (!parts.unnumbered || parts.next > 0)
      throw damaged(
        parts,
        message('import.cell_in_other_row', { row: parts.number, sheet, other: row }),
        parts.number,
      )
    begin(parts, row)
  }
  const found = column === -1 ? parts.next : column
  parts.next = found + 1
  return found
}

function add(parts: RowParts, at: number, shown: Shown): void {
  const { cover, caps, sheet } = parts
  const { text, kept: keptCell, odd: oddCell } = cover.hides(at) ? coveredBy(shown) : shown
  if (text === '' && keptCell === undefined && oddCell === undefined) return
  if (at >= caps.columns) {
    throw refusal(
      'too_many_columns',
      message('import.too_many_columns', { row: parts.number, sheet, column: at + 1, most: caps.columns }),
      { sheet, row: parts.number },
    )
  }
  while (parts.cells.length < at) parts.cells.push('')
  if (parts.cells[at] !== undefined && parts.cells[at] !== '') {
    const others = Object.entries(parts.kept ?? {}).filter(([key]) => Number(key) !== at)
    parts.kept = others.length === 0 ? undefined : Object.fromEntries(others)
    parts.odd = [
      ...(parts.odd ?? []),
      {
        at,
        code: 'cell_twice',
        message: message('sheet.cell_twice', { first: parts.cells[at] ?? '', second: text }),
      },
    ]
  }
  parts.cells[at] = text
  if (keptCell !== undefined) {
    parts.kept ??= {}
    parts.kept[at] = keptCell
  }
  if (oddCell !== undefined) {
    parts.odd ??= []
    parts.odd.push({ at, ...oddCell })
  }
}

function end(parts: RowParts): RawRow {
  const { counts } = parts
  if (parts.number <= parts.before) counts.rowsOutOfOrder += 1
  if (parts.hiddenRow && parts.cells.length > 0) counts.hiddenRows += 1
  return { row: parts.number, cells: parts.cells, kept: parts.kept, odd: parts.odd }
}
