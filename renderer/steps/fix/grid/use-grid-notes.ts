// Hook that completes the grid library's accessibility table: the grid's name, each column's field and sort order,
// and each cell's problems, their source and whether it was edited. The attributes are written to the table's
// elements after each draw. Row and column counts and cell positions come from the library.
import { type RefObject, useEffect, useRef } from 'react'
import type { RowSort } from '../../../../shared/fixing/row-filter.ts'
import type { GridRow } from '../../../../shared/contract/views.ts'
import { isOpenMark, marksOf } from './drawing/cell-marks.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { isSortedBy } from '../fix-view.ts'
import type { GridColumnPlan } from './columns/grid-columns.ts'
import { gridTexts } from '../../../texts/fix/grid.ts'
import { cellSentences } from './drawing/problem-tip.tsx'
import { sheetColumn } from './selection/problem-walk.ts'
import type { RowList } from './rows/row-list.ts'

type Options = {
  readonly box: RefObject<HTMLElement | null>
  readonly list: RowList
  readonly version: number
  readonly plans: readonly GridColumnPlan[]
  readonly name: string
  readonly sort: RowSort | null
}

/** By what rows are sorted where they are sorted by this column. */
export function sortKeyOf(plan: GridColumnPlan): RowSort['by'] {
  if (plan.kind === 'row') return 'row'
  return plan.kind === 'state' ? 'state' : { column: plan.index }
}

/** Screen reader text of a cell in addition to its content; empty if there is none. */
export function cellNote(list: RowList, row: GridRow, plan: GridColumnPlan): string {
  const column = sheetColumn(plan)
  if (column === null) return ''
  const mark = marksOf(row).get(column)
  const service = mark?.problems.some(
    ({ source, stale }) => !stale && source !== 'local' && source !== 'file',
  )
  const changed =
    plan.kind !== 'cell'
      ? []
      : list.textAt(row, plan.index).waiting
        ? [gridTexts.waitingCell]
        : row.edited.includes(plan.index)
          ? [gridTexts.changedCell]
          : []
  return [
    ...cellSentences(row, column).map((words) => words.replace(/\.$/, '')),
    ...(mark === undefined || mark.tone === 'left'
      ? []
      : [service === true ? gridTexts.byServiceWord : gridTexts.checkedHere]),
    ...changed,
  ].join('; ')
}

function set(element: Element, name: string, value: string | null): void {
  if (value === null || value === '') {
    if (element.hasAttribute(name)) element.removeAttribute(name)
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

function write(table: Element, { list, plans, name, sort }: Options): void {
  set(table, 'aria-label', name)
  for (const header of table.querySelectorAll('[role="columnheader"]')) {
    const plan = plans[Number(header.getAttribute('aria-colindex')) - 1]
    if (plan === undefined) continue
    const on = sort !== null && isSortedBy(sort, sortKeyOf(plan))
    set(header, 'aria-sort', on ? (sort.descending ? 'descending' : 'ascending') : null)
    const second =
      plan.kind !== 'cell'
        ? null
        : plan.field !== null
          ? gridTexts.feeds({ field: plan.field })
          : plan.key
            ? fixTexts.keyColumn
            : fixTexts.ignoredColumn
    set(header, 'aria-description', second)
  }
  for (const cell of table.querySelectorAll('[role="gridcell"]')) {
    const [, column, index] = /^glide-cell-(\d+)-(\d+)$/.exec(cell.id) ?? []
    const plan = plans[Number(column)]
    const row = list.rowAt(Number(index))
    if (plan === undefined) continue
    const note = row === undefined ? '' : cellNote(list, row, plan)
    set(cell, 'aria-description', note)
    const sheet = sheetColumn(plan)
    const mark = row === undefined || sheet === null ? undefined : marksOf(row).get(sheet)
    set(cell, 'aria-invalid', mark !== undefined && isOpenMark(mark) ? 'true' : null)
    set(cell, 'aria-busy', row === undefined ? 'true' : null)
  }
}

export function useGridNotes(options: Options): void {
  const { box, version, plans, name, sort } = options
  const current = useRef(options)
  const again = useRef<() => void>(() => undefined)
  useEffect(() => {
    current.current = options
  })
  useEffect(() => {
    const { current: element } = box
    if (element === null) return undefined
    let asked = 0
    const soon = (): void => {
      // When the browser is idle: exact timing does not matter.
      if (asked !== 0) return
      asked = requestIdleCallback(
        () => {
          asked = 0
          const table = element.querySelector('canvas table')
          if (table !== null) write(table, current.current)
        },
        { timeout: 400 },
      )
    }
    again.current = soon
    const seen = new MutationObserver(soon)
    seen.observe(element, { subtree: true, childList: true })
    soon()
    return () => {
      seen.disconnect()
      cancelIdleCallback(asked)
    }
  }, [box])
  useEffect(() => again.current(), [version, plans, name, sort])
}
