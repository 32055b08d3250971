// Converts the grid selection to sheet columns and sheet row numbers. Pure functions.
import type { GridSelection } from '@glideapps/glide-data-grid'
import type { GridColumnPlan } from '../grid/columns/grid-columns.ts'
import type { RowList } from '../grid/rows/row-list.ts'
import { rangesOf, type Selected } from './where.ts'

/** Several selected cells; null for one cell, or where the numbers of the rows are not known. */
export function selectedOf(
  selection: GridSelection,
  list: RowList,
  plans: readonly GridColumnPlan[],
  /** The rows lie in the order of the file. */
  inOrder: boolean,
): Selected | null {
  const range = selection.current?.range
  if (range === undefined) return null
  const columns = plans
    .slice(range.x, range.x + range.width)
    .flatMap((plan) => (plan.kind === 'cell' ? [plan.index] : []))
  if (columns.length === 0 || columns.length * range.height < 2) return null
  const { total, kept } = list.state()
  const numbers: number[] = []
  for (let index = range.y; index < range.y + range.height; index += 1) {
    const row = list.rowAt(index)?.row
    if (row === undefined) break
    numbers.push(row)
  }
  if (numbers.length < range.height) {
    const first = list.rowAt(range.y)?.row
    const last = list.rowAt(range.y + range.height - 1)?.row
    // No row between them is left out, so those that are not loaded need no check.
    if (inOrder && first !== undefined && last !== undefined && last - first + 1 === range.height)
      return { columns, ranges: [[first, last]], rows: range.height }
    const whole = !kept && range.y === 0 && range.height === total
    return whole ? { columns, ranges: null, rows: range.height } : null
  }
  return { columns, ranges: rangesOf(numbers), rows: range.height }
}
