// Tracks a selection by row number, and finds its position after the list has changed. Pure functions.
import type { GridSelection, Item } from '@glideapps/glide-data-grid'
import type { RowList } from '../rows/row-list.ts'

/** Above this size row numbers are not remembered: if any row may have moved, the selection is dropped. */
const mostHeld = 20_000

export type Held = {
  readonly cell: Item
  /** The number of the focused cell's row; null while it is not loaded. */
  readonly row: number | null
  /** Numbers of the selected rows as far as they were loaded, by how far they lie below the first. */
  readonly rows: ReadonlyMap<number, number>
  /** Of the list: see RowListState. */
  readonly loads: number
}

/** `before`: of the same selection, whose rows may not be loaded any more. */
export function heldIn(selection: GridSelection, list: RowList, before?: Held): Held | null {
  const { current } = selection
  if (current === undefined) return null
  const { cell, range } = current
  const rows = new Map<number, number>()
  for (let down = 0; down < range.height && range.height <= mostHeld; down += 1) {
    const row = list.rowAt(range.y + down)?.row ?? before?.rows.get(down)
    if (row !== undefined) rows.set(down, row)
  }
  return { cell, row: list.rowAt(cell[1])?.row ?? before?.row ?? null, rows, loads: list.state().loads }
}

/**
 * The selection at its rows' new positions: unchanged if none has moved, the focused cell if they are no longer
 * adjacent, null if that is gone. `areFixed`: rows keep their positions across fetches.
 */
export function followedIn(
  selection: GridSelection,
  held: Held,
  list: RowList,
  areFixed: boolean,
): GridSelection | null {
  const { current } = selection
  if (current === undefined) return null
  const { cell, range } = current
  const [column, at] = cell
  /** Rows that are not loaded are assumed unchanged. */
  const trusted = areFixed || held.loads === list.state().loads
  const there = list.rowAt(at)?.row
  if (held.row === null) return trusted ? selection : null
  const index = there === held.row ? at : list.indexOf(held.row)
  if (index === undefined) return there === undefined && trusted ? selection : null
  const y = range.y + index - at
  const areTogether = Array.from({ length: Math.min(range.height, mostHeld + 1) }, (_, down) => {
    const [row, before] = [list.rowAt(y + down)?.row, held.rows.get(down)]
    return row === undefined || before === undefined ? trusted : row === before
  }).every(Boolean)
  if (areTogether && index === at) return selection
  return {
    ...selection,
    current: areTogether
      ? { cell: [column, index], range: { ...range, y }, rangeStack: [] }
      : { cell: [column, index], range: { x: column, y: index, width: 1, height: 1 }, rangeStack: [] },
  }
}
