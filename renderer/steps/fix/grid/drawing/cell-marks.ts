// Converts a row's problems to cell marks and their sentences. Marks: `bad` for our own checks, `warn` for service
// problems, `stale` for service problems with an earlier payload of the account, `left` for checks left to the service.
// Pure functions.
import { stands } from '../../../../../shared/payload/problems.ts'
import type { RowFilter } from '../../../../../shared/fixing/row-filter.ts'
import type { GridRow } from '../../../../../shared/contract/views.ts'

export type CellMark = {
  readonly tone: 'bad' | 'warn' | 'stale' | 'left'
  readonly problems: GridRow['problems']
}

/** Problems of the whole account are shown on its state. */
export const wholeRow = -1

const known = new WeakMap<GridRow, ReadonlyMap<number, CellMark>>()
const strength = { left: 0, stale: 1, warn: 2, bad: 3 }

function toneOf(problem: GridRow['problems'][number]): CellMark['tone'] {
  if (!stands(problem)) return problem.overruling === null ? 'stale' : 'left'
  return problem.source === 'local' || problem.source === 'file' ? 'bad' : 'warn'
}

/** Marks by zero-based column; `wholeRow` for what has no cell. */
export function marksOf(row: GridRow): ReadonlyMap<number, CellMark> {
  const before = known.get(row)
  if (before !== undefined) return before
  const marks = new Map<
    number,
    { tone: CellMark['tone']; readonly problems: GridRow['problems'][number][] }
  >()
  for (const problem of row.problems) {
    const tone = toneOf(problem)
    for (const column of problem.columns.length === 0 ? [wholeRow] : problem.columns) {
      const mark = marks.get(column) ?? { tone, problems: [] }
      if (strength[tone] > strength[mark.tone]) mark.tone = tone
      mark.problems.push(problem)
      marks.set(column, mark)
    }
  }
  known.set(row, marks)
  return marks
}

/** The cause that was chosen, as the rows are filtered by it. */
export type ChosenCause = Pick<RowFilter, 'code' | 'column'>

/** Whether the mark is about the chosen cause: only then is its cell filled, others have a corner. */
export function isOfCause({ problems }: CellMark, column: number, chosen: ChosenCause): boolean {
  if (chosen.code === undefined && chosen.column === undefined) return false
  if (chosen.column !== undefined && chosen.column !== column) return false
  return chosen.code === undefined || problems.some(({ code }) => code === chosen.code)
}

/** It has a problem that still must be fixed. */
export function isOpenMark({ tone }: CellMark): boolean {
  return tone === 'bad' || tone === 'warn'
}

/** Current problems, for moving from one to the next. */
export function hasOpenMark(row: GridRow, column: number): boolean {
  const mark = marksOf(row).get(column)
  return mark !== undefined && isOpenMark(mark)
}
