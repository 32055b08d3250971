// What the search for a text found: whether a cell has it, and the first column of a row that has it. The comparison is
// the engine's: without case. Pure functions of the list.
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import type { RowList } from '../rows/row-list.ts'

/** @param wanted in lower case; empty: nothing is searched */
export function hasFound(text: string, wanted: string): boolean {
  return wanted !== '' && text.toLowerCase().includes(wanted)
}

/** Null where no column has it. */
export function foundPlace(
  list: RowList,
  plans: readonly GridColumnPlan[],
  index: number,
  wanted: string,
): number | null {
  const row = list.rowAt(index)
  if (row === undefined) return null
  const at = plans.findIndex(
    (plan) => plan.kind === 'cell' && hasFound(list.textAt(row, plan.index).text, wanted),
  )
  return at === -1 ? null : at
}
