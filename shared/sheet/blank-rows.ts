// Blank rows of a sheet below its header: rows without any text. Reading leaves them out, because they are nobody's data,
// and says which rows they were, so that no row of a file is left out silently. What follows the last row of a workbook's
// sheet is its end and not listed.
import { z } from 'zod'

export const blankRows = z.object({
  /** All blank rows, and the ranges of rows that follow each other; listed or not. */
  rows: z.number(),
  ranges: z.number(),
  /** The first ranges: the sheet's own numbers of the first and the last row. */
  list: z.array(z.tuple([z.number(), z.number()])),
})
export type BlankRows = z.infer<typeof blankRows>

/** `14–20, 55`. */
export function rangeWords([first, last]: readonly [number, number]): string {
  return first === last ? String(first) : `${first}–${last}`
}
