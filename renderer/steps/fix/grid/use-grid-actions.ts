// Hook with all that a person does in the grid: selecting by pointer and keys, typing, editing, the context menu and
// the tooltip of a cell.
import type {
  DataEditorProps,
  DataEditorRef,
  GridCell,
  GridSelection,
  Item,
  ProvideEditorCallback,
} from '@glideapps/glide-data-grid'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { RowSort } from '../../../../shared/fixing/row-filter.ts'
import type { CellChange, SheetView } from '../../../../shared/contract/views.ts'
import type { OpenBulk } from '../bulk/use-bulk.ts'
import { cellEditors } from './editing/cell-editor.tsx'
import type { Source } from './rows/grid-reach.ts'
import { cellSentences, useTip } from './drawing/problem-tip.tsx'
import { sheetColumn } from './selection/problem-walk.ts'
import { useCellMenu } from './menu/use-cell-menu.ts'
import type { Columns } from './columns/use-columns.ts'
import { type GridEditing, useGridEditing } from './editing/use-grid-editing.ts'
import { useGridKeys } from './selection/use-grid-keys.ts'
import { sortKeyOf } from './use-grid-notes.ts'
import type { LargeChange } from './editing/use-large-change.tsx'
import type { InHand, Rows } from './rows/use-rows.ts'
import { stepKeys, useTypeAhead } from './editing/use-type-ahead.ts'
import type { Said } from '../../../../shared/texts/message.ts'

export type GridPaneProps = {
  readonly rows: Rows
  readonly columns: Columns
  readonly sheet: SheetView
  readonly source: Source
  readonly selection: GridSelection
  readonly onSelect: (selection: GridSelection) => void
  /** The selected cell, or where it last was. */
  readonly from: () => Item
  readonly onEdit: (words: Said, changes: readonly CellChange[]) => void
  readonly onLarge: (change: LargeChange) => void
  /** Another click on the same column reverses the order, a third one restores the file's order. */
  readonly onSort: (by: RowSort['by']) => void
  readonly gridRef: RefObject<DataEditorRef | null>
  readonly onBulk: OpenBulk
}

type Elements = {
  /** Contains the grid. */
  readonly box: RefObject<HTMLElement | null>
  /** Where the grid puts the cell editor. */
  readonly portal: RefObject<HTMLElement | null>
}

export function useGridActions(props: GridPaneProps, { box, portal }: Elements) {
  const { rows, sheet, source, selection, onSelect, onEdit, onLarge, onBulk } = props
  const { plans } = props.columns
  const { list, inView } = rows
  const shared = { list, plans, selection, grid: props.gridRef, onSelect }
  const [tip, showTip] = useTip()
  const select = useWholeRows(plans.length, onSelect)
  const editing = useGridEditing({ box, list, plans, sheet, source, selection, onEdit, onLarge, onBulk })
  const menu = useCellMenu(shared)
  const keys = useGridKeys({ ...shared, ...editing, inView, from: props.from })
  const typeAhead = useTypeAhead(portal, () => {
    const at = selection.current?.cell
    return at !== undefined && plans[at[0]]?.kind === 'cell' && list.rowAt(at[1]) !== undefined
  })
  return {
    tip,
    menu,
    /** Handlers of the element around the grid. */
    ofBox: {
      onPointerLeave: () => showTip(null),
      onPointerDownCapture: select.byPointer,
      onKeyDownCapture: (event: KeyboardEvent) => {
        select.byKey()
        if (typeAhead.takes(event) || menu.byKey(event) || keys(event)) return
        typeAhead.look(event)
      },
    },
    /** Handlers of the grid itself. */
    ofGrid: {
      onGridSelectionChange: select.change,
      onCellsEdited: editing.edited,
      provideEditor: useCellEditors(editing, rows.inHand),
      onCellContextMenu: menu.ofCell,
      onHeaderContextMenu: menu.ofHeader,
      onHeaderMenuClick: menu.ofMark,
      ...gridEvents(props, showTip),
    },
  }
}

/** Sorting, resizing, scrolling and hovering. */
function gridEvents(props: GridPaneProps, showTip: ReturnType<typeof useTip>[1]) {
  const { list, inView } = props.rows
  const { plans, resize } = props.columns
  return {
    onKeyDown: (event) => {
      if (stepKeys.has(event.key)) event.cancel()
    },
    onHeaderClicked: (column, event) => {
      const plan = plans[column]
      if (plan !== undefined && (event.ctrlKey || event.metaKey)) props.onSort(sortKeyOf(plan))
    },
    onColumnResize: (column, wide) => {
      if (column.id !== undefined && column.id !== 'row') resize(column.id, wide)
    },
    onVisibleRegionChanged: (region) => {
      inView.current = { first: region.y, last: region.y + region.height }
      list.look(region.y, region.y + region.height)
    },
    onItemHovered: (args) => {
      const row = args.kind === 'cell' ? list.rowAt(args.location[1]) : undefined
      const column = sheetColumn(plans[args.location[0]])
      if (args.kind !== 'cell' || row === undefined || column === null) return showTip(null)
      if (cellSentences(row, column).length === 0) return showTip(null)
      const { x, y, height } = args.bounds
      showTip({ x, y, height, row, column })
    },
  } satisfies Partial<DataEditorProps>
}

/** The editor of a cell, the same component for as long as the grid is there. */
function useCellEditors(editing: GridEditing, inHand: RefObject<InHand>): ProvideEditorCallback<GridCell> {
  const fill = useRef(editing.fill)
  useEffect(() => {
    fill.current = editing.fill
  })
  return useMemo(
    () =>
      cellEditors(
        (text) => fill.current(text),
        (open) => {
          inHand.current.editing = open
        },
      ) as ProvideEditorCallback<GridCell>,
    [inHand],
  )
}

/** A click on a row number selects the whole row; the keyboard never enters the number column. */
function useWholeRows(columns: number, onSelect: (selection: GridSelection) => void) {
  const pointer = useRef(false)
  const change = (next: GridSelection): void => {
    const { current } = next
    const fromNumber = pointer.current && current?.range.x === 0
    if (current === undefined || (current.cell[0] !== 0 && !fromNumber)) return onSelect(next)
    const { range } = current
    const whole = { ...range, x: 0, width: columns }
    const clipped = { ...range, x: 1, width: Math.max(1, range.x === 0 ? range.width - 1 : range.width) }
    const cell = current.cell[0] === 0 ? ([1, current.cell[1]] as const) : current.cell
    onSelect({ ...next, current: { ...current, cell, range: pointer.current ? whole : clipped } })
  }
  return {
    change,
    byPointer: (): void => {
      pointer.current = true
    },
    byKey: (): void => {
      pointer.current = false
    },
  }
}
