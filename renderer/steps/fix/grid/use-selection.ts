// Which cell has the focus: the first problem of a new list, and the same row when rows come and go around it.
import { CompactSelection, type DataEditorRef, type GridSelection } from '@glideapps/glide-data-grid'
import { useEffect, useRef, useState } from 'react'
import type { FixView } from '../fix-view.ts'
import type { GridColumnPlan } from './grid-columns.ts'
import { problemPlaces } from './problem-walk.ts'
import type { Rows } from './use-rows.ts'

const nothing: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() }

/** Columns and rows as the grid counts them. */
export function oneCell(column: number, row: number): GridSelection {
  return {
    ...nothing,
    current: { cell: [column, row], range: { x: column, y: row, width: 1, height: 1 }, rangeStack: [] },
  }
}

export function useSelection(
  rows: Rows,
  plans: readonly GridColumnPlan[],
  view: FixView,
  grid: { readonly current: DataEditorRef | null },
) {
  const { list, state } = rows
  const [selection, setSelection] = useState<GridSelection>(nothing)
  const started = useRef<unknown>(null)
  const held = useRef<number | null>(null)

  function select(next: GridSelection): void {
    held.current = next.current === undefined ? null : (list.rowAt(next.current.cell[1])?.row ?? null)
    setSelection(next)
  }

  useEffect(() => {
    if (state.total === null || plans.length === 0) return
    if (started.current !== list) {
      started.current = list
      if (state.total === 0) return select(nothing)
      const again = held.current === null ? undefined : list.indexOf(held.current)
      const index = again ?? 0
      const [first = 1] = problemPlaces(list, plans, index, view.problem?.code)
      select(oneCell(first, index))
      // The columns get their widths with the first rows; scrolling waits for them.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => grid.current?.scrollTo(first, index, 'both', 24, 0)),
      )
      return
    }
    const { current } = selection
    if (current === undefined || held.current === null) return
    const index = list.indexOf(held.current)
    if (index !== undefined && index !== current.cell[1]) setSelection(oneCell(current.cell[0], index))
    // Runs anew once a version of the list.
  }, [list, state.version])

  /** The grid scrolls to its selection by itself; asked once more in the same turn it would go the same way twice. */
  function moveTo(column: number, row: number): void {
    select(oneCell(column, row))
  }
  return { selection, select, moveTo }
}

/** Of more selected rows than this the accounts are not named; what is decided for so many is decided by the filter. */
const mostLookedAt = 20_000
const nobody: readonly number[] = []

/** Accounts of the selected rows, each once; the same list while they are the same. */
export function useSelectedAccounts(selection: GridSelection, rows: Rows): readonly number[] {
  const range = selection.current?.range
  const { list } = rows
  const before = useRef<readonly number[]>(nobody)
  const accounts = new Set<number>()
  if (range !== undefined && range.height <= mostLookedAt) {
    for (let index = range.y; index < range.y + range.height; index += 1) {
      const account = list.rowAt(index)?.account
      if (account) accounts.add(account.id)
    }
  }
  const same = accounts.size === before.current.length && before.current.every((one) => accounts.has(one))
  if (!same) before.current = [...accounts]
  return before.current
}
