// Blank rows of a sheet below its header: rows without any text. Reading leaves them out, because they are nobody's data,
// and says which rows they were, so that no row of a file is left out silently. What follows the last row of a workbook's
// sheet is its end and not listed.
import { z } from 'zod'

/** Limit of ranges that are listed one by one. */
const mostRangesListed = 500

export const blankRows = z.object({
  /** All blank rows, and the ranges of rows that follow each other; listed or not. */
  rows: z.number(),
  ranges: z.number(),
  /** The first ranges: the sheet's own numbers of the first and the last row. */
  list: z.array(z.tuple([z.number(), z.number()])),
})
export type BlankRows = z.infer<typeof blankRows>

export type BlankRowList = ReturnType<typeof createBlankRowList>

/** Collects blank rows in the order of the sheet. */
export function createBlankRowList() {
  const list: [first: number, last: number][] = []
  let rows = 0
  let ranges = 0
  let end = 0
  return {
    /** Rows from the first to the last of these numbers; none if the last one is smaller. */
    add(first: number, last: number): void {
      if (last < first) return
      const isNext = ranges > 0 && first === end + 1
      rows += last - first + 1
      end = last
      if (!isNext) ranges += 1
      const known = list[ranges - 1]
      if (isNext && known !== undefined) known[1] = last
      else if (!isNext && ranges <= mostRangesListed) list.push([first, last])
    },
    /** Null: there is none. */
    found: (): BlankRows | null => (rows === 0 ? null : { rows, ranges, list }),
  }
}

/** `14–20, 55`. */
export function rangeWords([first, last]: readonly [number, number]): string {
  return first === last ? String(first) : `${first}–${last}`
}
