// Builds one row of a worksheet from its cells. Each cell goes to the column of its reference, or after the
// previous cell. A reference outside the sheet or in another row refuses the file, because the right place of the
// cell is unknown.
import type { KeptCell } from '../../../../shared/sheet/sheet.ts'
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import type { OddCell } from '../sheet/raw-row.ts'
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

/** Limits of a worksheet's columns and rows. */
export const lastColumn = 16_384
export const lastRow = 1_048_576

export function createRowBuilder({ counts, sheet, caps, cover }: RowBuilderInput) {
  const damaged = (why: Message, row: number | null): Error =>
    refusal('workbook_damaged', why, row === null ? { sheet } : { sheet, row })
  let number = 0
  let before = 0
  let cells: string[] = []
  let kept: Record<string, KeptCell> | undefined
  let odd: OddCell[] | undefined
  let next = 0
  let hiddenRow = false
  /** True if the row does not state its number. */
  let unnumbered = false
  const begin = (wanted: number): void => {
    if (wanted > lastRow)
      throw damaged(message('import.row_number_too_high', { sheet, row: wanted, last: lastRow }), null)
    number = wanted
    cover.toRow(wanted)
  }
  return {
    start: (reference: string | undefined, hidden: boolean): void => {
      before = number
      unnumbered = reference === undefined
      if (reference !== undefined && !/^\s*0*[1-9]\d*\s*$/.test(reference))
        throw damaged(
          message('import.row_number_unusable', { sheet, number: reference.slice(0, 40), row: number }),
          null,
        )
      begin(reference === undefined ? number + 1 : Number(reference))
      hiddenRow = hidden
      cells = []
      kept = undefined
      odd = undefined
      next = 0
    },
    /** Parses the reference of a cell to a zero-based column and a row number; -1 for a missing part. */
    reference: (text: string | undefined): { readonly column: number; readonly row: number } => {
      if (text === undefined || text === '') return { column: -1, row: -1 }
      const found = placeOf(text)
      if (found === null)
        throw damaged(
          message('import.cell_nowhere', { row: number, sheet, place: text.slice(0, 40) }),
          number,
        )
      return found
    },
    /** Zero-based column of a cell: from its reference, else (-1) the one after the previous cell. */
    place: (column: number, row: number): number => {
      if (row !== number && row !== -1) {
        if (!unnumbered || next > 0)
          throw damaged(message('import.cell_in_other_row', { row: number, sheet, other: row }), number)
        begin(row)
      }
      const found = column === -1 ? next : column
      next = found + 1
      return found
    },
    add: (at: number, shown: Shown): void => {
      const { text, kept: keptCell, odd: oddCell } = cover.hides(at) ? coveredBy(shown) : shown
      if (text === '' && keptCell === undefined && oddCell === undefined) return
      if (at >= caps.columns) {
        throw refusal(
          'too_many_columns',
          message('import.too_many_columns', { row: number, sheet, column: at + 1, most: caps.columns }),
          { sheet, row: number },
        )
      }
      while (cells.length < at) cells.push('')
      if (cells[at] !== undefined && cells[at] !== '') {
        const others = Object.entries(kept ?? {}).filter(([key]) => Number(key) !== at)
        kept = others.length === 0 ? undefined : Object.fromEntries(others)
        odd = [
          ...(odd ?? []),
          {
            at,
            code: 'cell_twice',
            message: message('sheet.cell_twice', { first: cells[at] ?? '', second: text }),
          },
        ]
      }
      cells[at] = text
      if (keptCell !== undefined) {
        kept ??= {}
        kept[at] = keptCell
      }
      if (oddCell !== undefined) {
        odd ??= []
        odd.push({ at, ...oddCell })
      }
    },
    end: (): RawRow => {
      if (number <= before) counts.rowsOutOfOrder += 1
      if (hiddenRow && cells.length > 0) counts.hiddenRows += 1
      return { row: number, cells, kept, odd }
    },
  }
}

/** `AB12` is column 27 of row 12; null for an invalid reference. */
export function placeOf(reference: string): { readonly column: number; readonly row: number } | null {
  const found = /^\$?([A-Za-z]{1,3})\$?0*([1-9]\d{0,6})$/.exec(reference)
  if (found === null) return null
  const [, letters = '', digits = ''] = found
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + (letter.charCodeAt(0) - 64)
  const row = Number(digits)
  return column > lastColumn || row > lastRow ? null : { column: column - 1, row }
}
