// Hook that executes spreadsheet keys: it moves, extends or jumps the selection, and validates and fills cells. A
// jump over unloaded rows fetches some of them; beyond that it goes to the end.
import { CompactSelection, type DataEditorRef, type GridSelection } from '@glideapps/glide-data-grid'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { assertNever } from '../../../../../shared/contract/assert-never.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import {
  actOf,
  type Cell,
  edgeFrom,
  type GridAct,
  type GridMove,
  moved,
  movingEnd,
  type Range,
  rangeBetween,
} from './grid-keys.ts'
import type { RowList } from '../rows/row-list.ts'
import type { InView } from '../rows/use-rows.ts'
import { oneCell } from './use-selection.ts'

/** Rows that a jump looks at before it goes to the end. */
const mostLookedAt = 5_000
const lookedAtOnce = 500

type Options = {
  readonly list: RowList
  readonly plans: readonly GridColumnPlan[]
  readonly selection: GridSelection
  readonly grid: RefObject<DataEditorRef | null>
  readonly inView: RefObject<InView>
  /** The selected cell, or where it last was. */
  readonly from: () => Cell
  readonly onSelect: (selection: GridSelection) => void
  readonly clear: () => void
  readonly fillDown: () => void
  readonly fillRight: () => void
}

function rangeSelection(cell: Cell, range: Range): GridSelection {
  return {
    columns: CompactSelection.empty(),
    rows: CompactSelection.empty(),
    current: { cell: [cell[0], cell[1]], range, rangeStack: [] },
  }
}

type KeyPlace = Options & {
  /** A pending jump is cancelled by the next key. */
  readonly jump: RefObject<number>
}

/** True where the key was one of these. */
export function useGridKeys(options: Options): (event: KeyboardEvent) => boolean {
  const place = { ...options, jump: useRef(0) }
  return (event) => {
    place.jump.current += 1
    if (leavesBackwards(event, place)) return true
    const isLost = place.selection.current === undefined && event.key.startsWith('Arrow')
    const act = isLost ? null : actOf(event)
    if (!isLost && act === null) return false
    event.preventDefault()
    event.stopPropagation()
    if (act === null) selectNearest(place)
    else carryOut(place, act)
    return true
  }
}

/**
 * Shift+Tab on the first cell of a row leaves the grid, as Tab does on the last one. The focus goes on from the canvas:
 * the library's cells for screen readers lie within it, and the canvas would be the stop before them.
 */
function leavesBackwards(event: KeyboardEvent, { selection }: Options): boolean {
  if (event.key !== 'Tab' || !event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false
  const column = selection.current?.cell[0]
  if (column !== undefined && column > 1) return false
  if (event.target instanceof Element) event.target.closest('canvas')?.focus({ preventScroll: true })
  event.stopPropagation()
  return true
}

function carryOut(place: KeyPlace, act: GridAct): void {
  const { plans, selection, onSelect } = place
  switch (act.do) {
    case 'move':
      return move(place, act)
    case 'all':
      return selectRange(place, (_, rows) => ({ x: 1, y: 0, width: plans.length - 1, height: rows }))
    case 'row':
      return selectRange(place, (now) => ({ ...now, x: 1, width: plans.length - 1 }))
    case 'column':
      return selectRange(place, (now, rows) => ({ ...now, y: 0, height: rows }))
    case 'one':
      if (selection.current !== undefined) onSelect(oneCell(...selection.current.cell))
      return
    case 'clear':
      return place.clear()
    case 'fillDown':
      return place.fillDown()
    case 'fillRight':
      return place.fillRight()
    default:
      assertNever(act)
  }
}

function move(place: KeyPlace, how: GridMove): void {
  const { list, plans, inView, jump } = place
  const { current } = place.selection
  if (current === undefined) return
  jump.current += 1
  const from = how.extend ? movingEnd(current.cell, current.range) : current.cell
  if (how.to === 'edge') return void jumpTo(place, from, how, jump.current)
  const { first, last } = inView.current
  const page = Math.max(1, last - first - 2)
  const limits = { columns: plans.length, rows: list.state().total ?? 1, page }
  selectTo(place, moved(from, how, limits), how.extend)
}

async function jumpTo(place: KeyPlace, from: Cell, how: GridMove, turn: number): Promise<void> {
  const cell = await edgeOf(place, from, how)
  if (place.jump.current === turn) selectTo(place, cell, how.extend)
}

/** The end of a run of filled or empty cells; rows are fetched to find it, up to a limit. */
async function edgeOf({ list, plans }: KeyPlace, [column, row]: Cell, { x, y }: GridMove): Promise<Cell> {
  const isFilled = (at: number, place: number): boolean | null => {
    const plan = plans[at]
    const found = list.rowAt(place)
    if (found === undefined) return null
    return plan?.kind !== 'cell' || list.textAt(found, plan.index).text !== ''
  }
  if (x !== 0) {
    const limits = { first: 1, last: plans.length - 1 }
    return [edgeFrom(column, x, limits, (at) => isFilled(at, row) ?? true).at, row]
  }
  const last = (list.state().total ?? 1) - 1
  const end = y === 1 ? last : 0
  if (y === 0 || plans[column]?.kind !== 'cell') return [column, end]
  for (;;) {
    const { at, unknown } = edgeFrom(row, y, { first: 0, last }, (place) => isFilled(column, place))
    if (!unknown) return [column, at]
    if (Math.abs(at - row) > mostLookedAt) return [column, end]
    const far = at + y * lookedAtOnce
    await list.want(Math.min(at, far), Math.max(at, far)).catch(() => undefined)
    if (list.rowAt(at) === undefined) return [column, end]
  }
}

function selectTo({ selection, grid, onSelect }: KeyPlace, cell: Cell, extend: boolean): void {
  const { current } = selection
  if (!extend || current === undefined) return onSelect(oneCell(cell[0], cell[1]))
  onSelect(rangeSelection(current.cell, rangeBetween(current.cell, cell)))
  // By itself the grid follows the first cell only.
  grid.current?.scrollTo(cell[0], cell[1])
}

function selectRange(
  { selection, list, onSelect }: KeyPlace,
  rangeOf: (now: Range, rows: number) => Range,
): void {
  const { current } = selection
  if (current === undefined) return
  onSelect(rangeSelection(current.cell, rangeOf(current.range, list.state().total ?? 1)))
}

/** If the selected row has left the list, the first arrow key selects the row now at its position. */
function selectNearest({ from, list, onSelect }: KeyPlace): void {
  const [column, row] = from()
  const last = (list.state().total ?? 1) - 1
  onSelect(oneCell(Math.max(1, column), Math.max(0, Math.min(row, last))))
}
