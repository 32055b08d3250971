// Rows of an account with some cell texts replaced.
import type { AccountRows, RowWithLinked } from '../../../shared/payload/build.ts'
import { withEdits } from '../store/import/rows.ts'

type Text = { readonly col: number; readonly text: string }

/** `texts` returns the replaced cells of a row; sheets by name. */
export function overlaid(
  account: AccountRows,
  texts: (sheet: string, row: number) => readonly Text[],
): AccountRows {
  const over = (one: RowWithLinked): RowWithLinked => ({
    ...one,
    row: withEdits(one.row, texts(one.sheet, one.row.row)),
    linked: one.linked.map((below) => below.map(over)),
  })
  return { main: account.main.map(over) }
}
