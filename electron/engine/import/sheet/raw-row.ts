// One row as a parser found it: trims its end, checks its size, and quotes it for a sentence.
import type { KeptCell } from '../../../../shared/sheet/sheet.ts'
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

/** `at`: zero-based column index. */
export type OddCell = { readonly at: number; readonly code: string; readonly message: Message }

/** A row as a parser found it. `kept` by zero-based column index. */
export type RawRow = {
  readonly row: number
  cells: string[]
  kept?: Record<string, KeptCell> | undefined
  /** Cells as written, before empty ones at the end are removed; set if the format states the expected number. */
  readonly width?: number | undefined
  /** Oddities of its cells; reported unless the row is above the header. */
  readonly odd?: readonly OddCell[] | undefined
  /** True if it contains only printable ASCII and line ends. */
  readonly plain?: boolean | undefined
}

/** Removes empty cells at the end, in place. */
export function trimEnd(row: RawRow): void {
  let end = row.cells.length
  while (end > 0 && row.cells[end - 1] === '') end -= 1
  if (end < row.cells.length && !keepsBeyond(row, end)) row.cells.length = end
}

/** An empty text with a kept value (a formula without a result) is not an absent cell. */
function keepsBeyond(row: RawRow, end: number): boolean {
  return row.kept !== undefined && Object.keys(row.kept).some((key) => Number(key) >= end)
}

export function checkSize(row: RawRow, sheet: string, caps: Caps): void {
  const { cells } = row
  for (let at = 0; at < cells.length; at += 1) {
    const text = cells[at] ?? ''
    if (at >= caps.columns && text !== '') {
      throw refusal(
        'too_many_columns',
        message('import.too_many_columns', { row: row.row, sheet, column: at + 1, most: caps.columns }),
        { sheet, row: row.row },
      )
    }
    if (text.length > caps.cellCharacters) {
      throw refusal(
        'cell_too_long',
        message('import.cell_too_long', {
          row: row.row,
          column: at + 1,
          sheet,
          characters: text.length,
          most: caps.cellCharacters,
        }),
        { sheet, row: row.row },
      )
    }
  }
}

export function brief(row: { readonly cells: readonly string[] }): string {
  const text = row.cells
    .filter((cell) => cell !== '')
    .join(' | ')
    .replace(/\s+/g, ' ')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
