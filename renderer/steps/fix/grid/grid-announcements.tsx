// Screen reader announcements of the grid: the problem of the focused cell, and the number and order of rows after a
// filter, an undo or a sort.
import type { ReactNode } from 'react'
import type { RowSort } from '../../../../shared/fixing/row-filter.ts'
import type { GridRow, SheetView } from '../../../../shared/contract/views.ts'
import { sortWords } from '../bars/filter-strip.tsx'
import type { GridColumnPlan } from './columns/grid-columns.ts'
import { gridTexts } from '../../../texts/fix/grid.ts'
import { cellSentences } from './drawing/problem-tip.tsx'
import { sheetColumn } from './selection/problem-walk.ts'

export function FocusedProblem(props: {
  readonly row: GridRow | undefined
  readonly plan: GridColumnPlan | undefined
}): ReactNode {
  const column = sheetColumn(props.plan)
  const sentences = props.row === undefined || column === null ? [] : cellSentences(props.row, column)
  return (
    <p role="status" aria-live="polite" data-focused-problem className="sr-only">
      {sentences.length === 0 ? '' : `${props.plan?.title ?? ''}: ${sentences.join(' ')}`}
    </p>
  )
}

export function GridChanges(props: {
  /** Null while it is not known. */
  readonly total: number | null
  readonly sheet: SheetView
  readonly sort: RowSort | null
}): ReactNode {
  const { sort, sheet, total } = props
  const nameOf = (column: number): string =>
    sheet.info.columns.find((one) => one.index === column)?.name ?? ''
  const order =
    sort === null
      ? []
      : [(sort.descending ? gridTexts.sortedDescending : gridTexts.sorted)({ what: sortWords(sort, nameOf) })]
  return (
    <p role="status" aria-live="polite" data-grid-changes className="sr-only">
      {total === null ? '' : [gridTexts.rowsShown({ n: total }), ...order].join('. ')}
    </p>
  )
}
