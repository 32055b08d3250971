// Scrolls the grid to a cell, in one place for all who want it. The grid tells where a cell lies only after it was drawn:
// a second scroll before that would go twice as far. So a cell is scrolled to only when it has stood still.
import type { DataEditorRef, Rectangle } from '@glideapps/glide-data-grid'

export type ScrollTarget = {
  readonly column: number
  readonly row: number
  /** The column becomes the first of those that scroll, wherever it is. */
  readonly first?: boolean
  /** No column is cut at the left edge: the grid's own scrolling leaves half a one there. */
  readonly whole?: boolean
}
/** The part of the window in which a cell of this column can be seen, in pixels. */
export type ClearView = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** The first column that scrolls; those before it are pinned. */
  readonly firstScrolling: number
}

export type Scroller = ReturnType<typeof createScroller>

const stillFrames = 2
const mostTries = 4
/** A cell that is not drawn within so many frames is given up. */
const mostFrames = 90
/** Pixels of a cell that must be seen where there is no room for all of it. */
const leastSeen = 24

export function createScroller() {
  let target: ScrollTarget | null = null
  let tries = 0
  let frames = 0
  let still = 0
  let before: Rectangle | undefined
  let isRunning = false
  const scroller = {
    grid: (): DataEditorRef | null => null,
    view: (_column: number): ClearView | null => null,
    /** Replaces an earlier target. */
    ask(next: ScrollTarget): void {
      target = next
      tries = 0
      frames = 0
      still = 0
      before = undefined
      if (!isRunning) requestAnimationFrame(step)
      isRunning = true
    },
    /** The same for the chosen cell, which gives way to a target that says more. */
    follow(next: ScrollTarget): void {
      if (target?.first !== true && !(target?.whole === true && isSame(target, next))) scroller.ask(next)
    },
    /** The grid is still scrolling to the latest target. */
    isBusy: (): boolean => target !== null,
    isInView(column: number, row: number): boolean {
      const cell = scroller.grid()?.getBounds(column, row)
      const view = scroller.view(column)
      return cell !== undefined && view !== null && isWithin(cell, view)
    },
  }

  function step(): void {
    if (target !== null) follow(target)
    isRunning = target !== null
    if (isRunning) requestAnimationFrame(step)
  }

  function follow(wanted: ScrollTarget): void {
    const grid = scroller.grid()
    const view = scroller.view(wanted.column)
    const cell = grid?.getBounds(wanted.column, wanted.row)
    frames += 1
    if (frames > mostFrames) target = null
    if (grid === null || view === null || cell === undefined) return
    still = cell.x === before?.x && cell.y === before.y ? still + 1 : 0
    before = cell
    if (still < stillFrames) return
    if (isThere(grid, wanted, { cell, view, tries }) || tries >= mostTries) {
      target = null
      return
    }
    tries += 1
    still = 0
    scroll(grid, wanted, cell, view)
  }
  return scroller
}

function isSame(one: ScrollTarget, other: ScrollTarget): boolean {
  return one.column === other.column && one.row === other.row
}

function isThere(
  grid: DataEditorRef,
  target: ScrollTarget,
  now: { readonly cell: Rectangle; readonly view: ClearView; readonly tries: number },
): boolean {
  const { cell, view, tries } = now
  if (target.first === true) return tries > 0
  return isWithin(cell, view) && (target.whole !== true || tries > 0 || !isCut(grid, target, view))
}

/** A cell that is wider than the view is in it from its left edge on. */
function isWithin(cell: Rectangle, { left, right, top, bottom }: ClearView): boolean {
  return (
    cell.x >= left - 1 &&
    cell.y >= top - 1 &&
    cell.y + cell.height <= bottom + 1 &&
    Math.min(cell.x + cell.width, right + 1) - cell.x >=
      Math.min(cell.width, Math.max(right - left, leastSeen))
  )
}

function scroll(grid: DataEditorRef, target: ScrollTarget, cell: Rectangle, view: ClearView): void {
  const { column, row, first = false, whole = false } = target
  if (first) grid.scrollTo(column, row, 'both', 0, 0, { hAlign: 'start' })
  // Beyond the right edge it comes into view with as many columns before it as fit whole: none is cut at the left edge.
  else if (whole || cell.x + cell.width > view.right)
    grid.scrollTo(firstBeside(grid, target, cell, view), row, 'both', 0, 0, { hAlign: 'start' })
  else grid.scrollTo(column, row, 'both')
}

/** The column that comes first at the left edge when the target is in view. */
function firstBeside(
  grid: DataEditorRef,
  { column, row }: ScrollTarget,
  cell: Rectangle,
  view: ClearView,
): number {
  const room = view.right - view.left - leastSeen
  let first = column
  while (first > view.firstScrolling) {
    const before = grid.getBounds(first - 1, row)
    if (before === undefined || cell.x + cell.width - before.x > room) break
    first -= 1
  }
  return first
}

/** Whether a column left of the target, or the target itself, is cut at the left edge. */
function isCut(grid: DataEditorRef, { column, row }: ScrollTarget, view: ClearView): boolean {
  for (let at = column; at >= view.firstScrolling; at -= 1) {
    const bounds = grid.getBounds(at, row)
    if (bounds === undefined || bounds.x + bounds.width <= view.left + 1) return false
    if (bounds.x < view.left - 1) return true
  }
  return false
}
