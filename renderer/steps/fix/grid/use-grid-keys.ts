// Hook that executes spreadsheet keys: it moves, extends or jumps the selection, and validates and fills cells. A
// jump over unloaded rows fetches some of them; beyond that it goes to the end.
import { CompactSelection, type DataEditorRef, type GridSelection } from '@glideapps/glide-data-grid'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { GridColumnPlan } from './grid-columns.ts'
import {
  actOf,
  type Cell,
  edgeFrom,
  type GridMove,
  moved,
  movingEnd,
  type Range,
  rangeBetween,
} from './grid-keys.ts'
import type { RowList } from './row-list.ts'
import type { InView } from './use-rows.ts'
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

/** True where the key was one of these. */
export function useGridKeys(options: Options): (event: KeyboardEvent) => boolean {
  const { list, plans, selection, grid, inView, onSelect } = options
  /** A pending jump is cancelled by the next key. */
  const jump = useRef(0)

  function filled(column: number, row: number): boolean | null {
    const plan = plans[column]
    const found = list.rowAt(row)
    if (found === undefined) return null
    return plan?.kind !== 'cell' || list.textAt(found, plan.index).text !== ''
  }

  async function edge([column, row]: Cell, move: GridMove): Promise<Cell> {
    if (move.x !== 0) {
      const limits = { first: 1, last: plans.length - 1 }
      return [edgeFrom(column, move.x, limits, (at) => filled(at, row) ?? true).at, row]
    }
    const last = (list.state().total ?? 1) - 1
    const end = move.y === 1 ? last : 0
    if (move.y === 0 || plans[column]?.kind !== 'cell') return [column, end]
    for (;;) {
      const { at, unknown } = edgeFrom(row, move.y, { first: 0, last }, (place) => filled(column, place))
      if (!unknown) return [column, at]
      if (Math.abs(at - row) > mostLookedAt) return [column, end]
      const far = at + move.y * lookedAtOnce
      await list.want(Math.min(at, far), Math.max(at, far)).catch(() => undefined)
      if (list.rowAt(at) === undefined) return [column, end]
    }
  }

  function show(cell: Cell, extend: boolean): void {
    const { current } = selection
    if (!extend || current === undefined) return onSelect(oneCell(cell[0], cell[1]))
    onSelect(rangeSelection(current.cell, rangeBetween(current.cell, cell)))
    // By itself the grid follows the first cell only.
    grid.current?.scrollTo(cell[0], cell[1])
  }

  async function jumpTo(from: Cell, how: GridMove, turn: number): Promise<void> {
    const cell = await edge(from, how)
    if (jump.current === turn) show(cell, how.extend)
  }

  function move(how: GridMove): void {
    const { current } = selection
    if (current === undefined) return
    jump.current += 1
    const turn = jump.current
    const from = how.extend ? movingEnd(current.cell, current.range) : current.cell
    if (how.to === 'edge') {
      return void jumpTo(from, how, turn)
    }
    const { first, last } = inView.current
    const page = Math.max(1, last - first - 2)
    show(moved(from, how, { columns: plans.length, rows: list.state().total ?? 1, page }), how.extend)
  }

  function select(range: (now: Range, rows: number) => Range): void {
    const { current } = selection
    if (current === undefined) return
    const next = range(current.range, list.state().total ?? 1)
    onSelect(rangeSelection(current.cell, next))
  }

  /** If the selected row has left the list, the first arrow key selects the row now at its position. */
  function takeUp(): void {
    const [column, row] = options.from()
    const last = (list.state().total ?? 1) - 1
    onSelect(oneCell(Math.max(1, column), Math.max(0, Math.min(row, last))))
  }

  return (event) => {
    jump.current += 1
    if (selection.current === undefined && event.key.startsWith('Arrow')) {
      event.preventDefault()
      event.stopPropagation()
      takeUp()
      return true
    }
    const act = actOf(event)
    if (act === null) return false
    event.preventDefault()
    event.stopPropagation()
    const { current } = selection
    switch (act.do) {
      case 'move':
        move(act)
        break
      case 'all':
        select((_, rows) => ({ x: 1, y: 0, width: plans.length - 1, height: rows }))
        break
      case 'row':
        select((now) => ({ ...now, x: 1, width: plans.length - 1 }))
        break
      case 'column':
        select((now, rows) => ({ ...now, y: 0, height: rows }))
        break
      case 'one':
        if (current !== undefined) onSelect(oneCell(current.cell[0], current.cell[1]))
        break
      case 'clear':
        options.clear()
        break
      case 'fillDown':
        options.fillDown()
        break
      case 'fillRight':
        options.fillRight()
        break
      default:
        assertNever(act)
    }
    return true
  }
}
