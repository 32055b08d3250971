// Collects the blank rows of a sheet while it is read. The reader's process starts for each file, so it does not load the
// schema of what it collects (shared/sheet/blank-rows.ts), nor the library of schemas.
import type { BlankRows } from '../../../../shared/sheet/blank-rows.ts'

/** Limit of ranges that are listed one by one. */
const mostRangesListed = 500

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
