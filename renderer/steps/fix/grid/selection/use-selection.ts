// Hook with the grid selection: the first problem of a new list, and the same row when rows around it change. A
// selection consists of rows, not positions. If its rows are no longer adjacent, only the focused one stays selected;
// if that is gone too, nothing is selected, so no key changes the wrong account.
import {
  CompactSelection,
  type DataEditorRef,
  type GridSelection,
  type Item,
} from '@glideapps/glide-data-grid'
import { useLayoutEffect, useRef, useState } from 'react'
import { afterFrames } from '../../../../components/after-frames.ts'
import type { FixView } from '../../fix-view.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import { followedIn, type Held, heldIn } from './held-rows.ts'
import { problemPlaces, sheetColumn } from './problem-walk.ts'
import { foundPlace } from './found-cells.ts'
import type { Scroller } from './scroller.ts'
import type { RowList } from '../rows/row-list.ts'
import type { Rows } from '../rows/use-rows.ts'

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
  /** The grid gets the focus with its next rows: a problem was chosen beside it. */
  toFocus: { current: boolean },
  scroller: Scroller,
) {
  const { list, state, inHand } = rows
  const [selection, setSelection] = useState<GridSelection>(nothing)
  const started = useRef<unknown>(null)
  const held = useRef<Held | null>(null)
  const show = (next: GridSelection): void => {
    const range = next.current?.range
    inHand.current.several = range !== undefined && range.width * range.height > 1
    inHand.current.at = next.current?.cell[1] ?? null
    setSelection(next)
  }
  const select = (next: GridSelection): void => {
    // On focus the grid selects its first cell by itself; a loading list has none yet.
    if (list.state().total === null) return
    held.current = heldIn(next, list)
    show(next)
  }
  // Runs before any action on the new rows is possible.
  useLayoutEffect(() => {
    // The previous rows at these positions are not the new ones.
    if (started.current !== list && state.total === null && selection.current !== undefined) show(nothing)
    if (state.total === null || plans.length === 0) return
    if (started.current === list) return followHeld({ rows, selection, held, show, select })
    started.current = list
    if (state.total === 0) return select(nothing)
    const row = held.current?.row ?? null
    const index = (row === null ? undefined : list.indexOf(row)) ?? 0
    const place = firstPlace(list, plans, index, view)
    const column = place ?? 1
    select(oneCell(column, index))
    const wantsFocus = toFocus.current
    // The grid scrolls to the row by itself, but the columns get their widths with the first rows only.
    afterFrames(2, () => {
      if (wantsFocus && mayTakeFocus()) grid.current?.focus()
      // Only now may typing open the cell, which scrolls to it as well.
      toFocus.current = false
      scrollToChosen(scroller, plans, [column, index], place !== null)
    })
    // Runs again once a version of the list.
  }, [list, state.version])
  return {
    selection,
    select,
    /** The grid scrolls to its selection by itself; scrolling again in the same tick would scroll twice as far. */
    moveTo: (column: number, row: number): void => select(oneCell(column, row)),
    /** The selected cell, or where it last was. */
    from: (): Item => selection.current?.cell ?? held.current?.cell ?? [-1, 0],
  }
}

/** Where the row has the chosen problem, in its own column before any other; or else the searched text. */
function firstPlace(
  list: RowList,
  plans: readonly GridColumnPlan[],
  index: number,
  { problem, text }: FixView,
): number | null {
  if (problem === null && text.trim() !== '') return foundPlace(list, plans, index, text.trim().toLowerCase())
  const places = problemPlaces(list, plans, index, problem?.code)
  const own = places.find((at) => sheetColumn(plans[at]) === problem?.column)
  return own ?? places[0] ?? null
}

/** The focus is nowhere, in the grid or where the problem was chosen; not in a field that is being typed into. */
function mayTakeFocus(): boolean {
  const active = document.activeElement
  return active === null || !active.matches('input, textarea, select, [role="dialog"] *')
}

/** A pinned cell is always in view; the other columns then begin at the first one, not where they were left. */
function scrollToChosen(
  scroller: Scroller,
  plans: readonly GridColumnPlan[],
  [column, row]: Item,
  hasProblem: boolean,
): void {
  const scrolling = plans.findIndex((plan, at) => at > 2 && !(plan.kind === 'cell' && plan.frozen === true))
  const isPinned = scrolling === -1 || column < scrolling
  if (isPinned && !hasProblem) return
  if (!isPinned) scroller.ask({ column, row, whole: true })
  else if (scrolling !== -1) scroller.ask({ column: scrolling, row, first: true })
}

/** Selects the rows that are held, where they lie now. */
function followHeld(options: {
  readonly rows: Rows
  readonly selection: GridSelection
  readonly held: { current: Held | null }
  readonly show: (next: GridSelection) => void
  readonly select: (next: GridSelection) => void
}): void {
  const { rows, selection, held, show, select } = options
  const { list, inView } = rows
  const { current } = held
  if (current === null) return
  if (selection.current === undefined) {
    // The row disappeared and came back: its selection is restored when it is seen.
    const index = current.row === null ? undefined : list.indexOf(current.row)
    const { first, last } = inView.current
    if (index !== undefined && index >= first && index <= last) select(oneCell(current.cell[0], index))
    return
  }
  const next = followedIn(selection, current, list, rows.areFixed)
  if (next === null) return show(nothing)
  held.current = heldIn(next, list, current)
  if (next !== selection) show(next)
}

/** Above this size accounts are not listed; a decision about so many uses the filter. */
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
