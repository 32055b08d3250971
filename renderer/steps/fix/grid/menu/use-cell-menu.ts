// Hook with the position of the context menu of a cell or column. The menu opens by right click, by the arrow in a
// column header, or by the menu key for the focused cell.
import type {
  CellClickedEventArgs,
  DataEditorRef,
  GridSelection,
  HeaderClickedEventArgs,
  Item,
  Rectangle,
} from '@glideapps/glide-data-grid'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { MenuAt } from './cell-menu.tsx'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import type { RowList } from '../rows/row-list.ts'
import { oneCell } from '../selection/use-selection.ts'

export function useCellMenu(options: {
  readonly list: RowList
  readonly plans: readonly GridColumnPlan[]
  readonly selection: GridSelection
  readonly grid: RefObject<DataEditorRef | null>
  readonly onSelect: (selection: GridSelection) => void
}) {
  const { list, plans, selection, grid, onSelect } = options
  const [at, setAt] = useState<MenuAt | null>(null)

  function openCell([column, index]: Item, x: number, y: number): void {
    const plan = plans[column]
    const row = list.rowAt(index)
    if (plan === undefined || row === undefined) return
    const range = selection.current?.range
    const inside = range !== undefined && isIn(range, column, index)
    if (!inside) onSelect(oneCell(Math.max(1, column), index))
    const columns = inside ? plans.slice(range.x, range.x + range.width) : []
    const cells = columns.filter((one) => one.kind === 'cell').length * (range?.height ?? 0)
    setAt({ x, y, plan, row, selected: Math.max(1, cells) })
  }
  function openColumn(column: number, x: number, y: number): void {
    const plan = plans[column]
    if (plan !== undefined) setAt({ x, y, plan, row: null, selected: 1 })
  }
  return {
    at,
    close: (): void => {
      setAt(null)
      grid.current?.focus()
    },
    ofCell: (cell: Item, event: CellClickedEventArgs): void => {
      event.preventDefault()
      openCell(cell, event.bounds.x + event.localEventX, event.bounds.y + event.localEventY)
    },
    ofHeader: (column: number, event: HeaderClickedEventArgs): void => {
      event.preventDefault()
      openColumn(column, event.bounds.x + event.localEventX, event.bounds.y + event.localEventY)
    },
    ofMark: (column: number, bounds: Rectangle): void => {
      openColumn(column, bounds.x, bounds.y + bounds.height)
    },
    /** True where the key was the menu's. */
    byKey: (event: KeyboardEvent): boolean => {
      const asked = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
      const cell = selection.current?.cell
      if (!asked || cell === undefined) return false
      event.preventDefault()
      event.stopPropagation()
      const bounds = grid.current?.getBounds(cell[0], cell[1])
      if (bounds !== undefined) openCell(cell, bounds.x + 8, bounds.y + bounds.height)
      return true
    },
  }
}

function isIn(range: Rectangle, column: number, row: number): boolean {
  return range.x <= column && column < range.x + range.width && range.y <= row && row < range.y + range.height
}
