// Moves to the next problem in reading order, across rows that may not be loaded yet. It wraps around once.
import { hasOpenMark, marksOf, wholeRow } from '../drawing/cell-marks.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import { pageSize, type RowList } from '../rows/row-list.ts'

export type GridCellPlace = { readonly column: number; readonly row: number }

/** The sheet column of a grid column; the state column belongs to the whole account. */
export function sheetColumn(plan: GridColumnPlan | undefined): number | null {
  if (plan === undefined || plan.kind === 'row') return null
  return plan.kind === 'state' ? wholeRow : plan.index
}

export function problemPlaces(
  list: RowList,
  plans: readonly GridColumnPlan[],
  index: number,
  code: string | null | undefined,
): number[] {
  const row = list.rowAt(index)
  if (row === undefined) return []
  const wanted = (column: number): boolean => {
    if (!hasOpenMark(row, column)) return false
    const problems = marksOf(row).get(column)?.problems ?? []
    return code === undefined || problems.some((problem) => problem.code === code)
  }
  return plans.flatMap((plan, at) => {
    const column = sheetColumn(plan)
    return column !== null && wanted(column) ? [at] : []
  })
}

/** The next place after `from`, or the previous one before it; null if no further cell has a problem. */
export async function nextProblem(options: {
  readonly list: RowList
  readonly plans: readonly GridColumnPlan[]
  readonly from: GridCellPlace
  readonly step: 1 | -1
  /** Only problems with this code. */
  readonly code: string | null | undefined
}): Promise<GridCellPlace | null> {
  const { list, plans, from, step, code } = options
  const total = list.state().total ?? 0
  for (let walked = 0; walked <= total; walked += 1) {
    const row = (((from.row + step * walked) % total) + total) % total
    if (list.rowAt(row) === undefined) {
      const first = Math.floor(row / pageSize) * pageSize
      await list.want(first, first + pageSize - 1)
    }
    const places = problemPlaces(list, plans, row, code)
    const ordered = step === 1 ? places : places.reverse()
    const last = walked === total && total > 0
    const column = ordered.find((at) =>
      walked === 0 ? (at - from.column) * step > 0 : !last || at !== from.column,
    )
    if (column !== undefined) return { column, row }
  }
  return null
}
