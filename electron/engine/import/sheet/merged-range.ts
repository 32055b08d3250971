// Addresses of cells and merged ranges, as workbooks write them (`B3`, `B3:C5`).

/** Limits of a worksheet's columns and rows. */
export const lastColumn = 16_384
export const lastRow = 1_048_576

/** Rows in the sheet's numbering, zero-based columns; both ends are inclusive. */
export type MergedRange = {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Null for an invalid reference. */
export function rangeOf(reference: string): MergedRange | null {
  const [first = '', last = first] = reference.split(':')
  const one = placeOf(first)
  const other = placeOf(last)
  if (one === null || other === null) return null
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}

export function rangeText({ top, bottom, left, right }: MergedRange): string {
  return `${columnLetters(left)}${top}:${columnLetters(right)}${bottom}`
}

/** A is column 0. */
export function columnLetters(column: number): string {
  const before = Math.floor(column / 26) - 1
  return (before >= 0 ? columnLetters(before) : '') + String.fromCharCode(65 + (column % 26))
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
