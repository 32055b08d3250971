// Hook with all that a person does in the grid: selecting by pointer and keys, typing, editing, the context menu and
// the tooltip of a cell.
import type { FieldTitles } from '../../../accounts/field-titles.ts'
import type {
  DataEditorProps,
  DataEditorRef,
  GridCell,
  GridSelection,
  Item,
  ProvideEditorCallback,
} from '@glideapps/glide-data-grid'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import type { RowSort } from '../../../../shared/fixing/row-filter.ts'
import type { CellChange, SheetView } from '../../../../shared/contract/views.ts'
import { BatchLocked } from '../../../components/button.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { gridTexts } from '../../../texts/fix/grid.ts'
import type { OpenBulk } from '../bulk/use-bulk.ts'
import type { FactsOf } from '../bulk/use-column-facts.ts'
import type { Pane } from '../panes.tsx'
import { isSheetCell } from './drawing/grid-cells.ts'
import { helpFor } from './editing/editor-help.ts'
import { cellEditors } from './editing/cell-editor.tsx'
import type { CellActions } from './menu/cell-acts.tsx'
import type { Source } from './rows/grid-reach.ts'
import { hasTip } from './drawing/problem-tip.tsx'
import { type Tips, useTip } from './drawing/use-tip.ts'
import { sheetColumn } from './selection/problem-walk.ts'
import { useFillHandle } from './selection/use-fill-handle.ts'
import { useCellMenu } from './menu/use-cell-menu.ts'
import { frozenIn, type GridColumnPlan } from './columns/grid-columns.ts'
import type { Columns } from './columns/use-columns.ts'
import { type GridEditing, useGridEditing } from './editing/use-grid-editing.ts'
import type { ClearView, Scroller } from './selection/scroller.ts'
import { useGridKeys } from './selection/use-grid-keys.ts'
import { sortKeyOf } from './use-grid-notes.ts'
import type { LargeChange } from './editing/use-large-change.tsx'
import type { InHand, Rows } from './rows/use-rows.ts'
import { stepKeys } from './editing/held-keys.ts'
import { editOf } from '../edits/edit-words.ts'
import { type Opening, type TypedCell, type TypeAhead, useTypeAhead } from './editing/use-type-ahead.ts'
import type { Said } from '../../../../shared/texts/message.ts'

export const headerHeight = 32

export type GridPaneProps = {
  readonly rows: Rows
  readonly columns: Columns
  readonly titles: FieldTitles
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
  readonly scroller: Scroller
  readonly onBulk: OpenBulk
  /** A problem was chosen and its rows are still to come: what is typed meanwhile is for them. */
  readonly awaitsRows: RefObject<boolean>
  /** Pixels at the right end that the account covers; the chosen cell is kept clear of them. */
  readonly covered: number
  /** Where the account stands; null: it is hidden. Below the grid it takes some of its height. */
  readonly place: Pane['place'] | null
  /** What a column takes. */
  readonly factsOf: FactsOf
  readonly undo: CellActions['undo']
  readonly onDecide: CellActions['decide']
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
  const [tip, tips] = useTip()
  const select = useWholeRows(plans.length, onSelect)
  const locked = useContext(BatchLocked)
  const typeAhead = useGridTyping(props, portal, locked)
  useScrolling(props, box)
  const { takesPaste } = typeAhead
  const place = { box, list, plans, sheet, source, selection }
  const editing = useGridEditing({ ...place, onEdit, onLarge, onBulk, takesPaste, onSelect, locked })
  const handle = useFillHandle({ box, plans, range: selection.current?.range, editing })
  const menu = useCellMenu(shared)
  const keys = useGridKeys({ ...shared, ...editing, inView, from: props.from })
  return {
    tip,
    menu,
    editing,
    /** Handlers of the element around the grid. */
    ofBox: {
      onDoubleClick: handle.onDoubleClick,
      onPointerLeave: () => tips.over(null, false),
      onPointerDownCapture: (event: PointerEvent) => {
        select.byPointer()
        tips.endByWork()
        // The library leaves the focus where it is when the cell is already selected.
        const { target } = event
        if (!(target instanceof Node) || portal.current?.contains(target) === true) return
        props.gridRef.current?.focus()
      },
      onKeyDownCapture: (event: KeyboardEvent) => {
        select.byKey()
        tips.endByWork()
        if (typeAhead.takes(event) || menu.byKey(event) || keys(event)) return
        typeAhead.opens(event)
      },
    },
    /** Handlers of the grid itself. */
    ofGrid: {
      ...handle.ofGrid,
      onGridSelectionChange: select.change,
      onCellsEdited: editing.edited,
      provideEditor: useCellEditors({ editing, typeAhead }, rows.inHand, props),
      onCellContextMenu: menu.ofCell,
      onHeaderContextMenu: menu.ofHeader,
      onHeaderMenuClick: menu.ofMark,
      ...gridEvents(props, tips, box),
    },
  }
}

function useGridTyping(props: GridPaneProps, portal: Elements['portal'], locked: string | null): TypeAhead {
  return useTypeAhead({
    portal,
    opening: () => (locked === null ? openingOf(props) : 'never'),
    bringIntoView: () => bringIntoView(props),
    onNoField: useNoField(props, locked),
    cell: () => cellOf(props),
    write: (cell, text) => writeInto(props, cell, text),
  })
}

/** Whether the focused cell can be typed into; a cell that is not there yet is waited for. */
function openingOf({ rows, columns, selection, awaitsRows }: GridPaneProps): Opening {
  const { list, state } = rows
  const at = selection.current?.cell
  if (awaitsRows.current) return 'later'
  if (at === undefined) return state.total === null ? 'later' : 'never'
  if (columns.plans[at[0]]?.kind !== 'cell') return 'never'
  return list.rowAt(at[1]) === undefined ? 'later' : 'now'
}

/** The focused cell of the sheet with its text; null where it is none, and while its row is being read. */
function cellOf({ selection, columns, rows }: GridPaneProps): TypedCell | null {
  const [at, index] = selection.current?.cell ?? []
  const plan = at === undefined ? undefined : columns.plans[at]
  const row = index === undefined ? undefined : rows.list.rowAt(index)
  if (plan?.kind !== 'cell' || row === undefined) return null
  return { row: row.row, column: plan.index, text: rows.list.textAt(row, plan.index).text }
}

function writeInto({ sheet, rows, onEdit }: GridPaneProps, { row, column }: TypedCell, text: string): void {
  const index = rows.list.indexOf(row)
  const key = index === undefined ? null : (rows.list.rowAt(index)?.account?.key ?? null)
  const name = sheet.info.columns.find((one) => one.index === column)?.name ?? ''
  onEdit(editOf(name, key, row), [{ sheet: sheet.position, row, column, text }])
}

/** Says once for each chosen cell that nothing can be typed into it; `locked`: why into none. */
function useNoField({ selection, columns }: GridPaneProps, locked: string | null): () => void {
  const reported = useRef<unknown>(null)
  return () => {
    const { current } = selection
    const plan = current === undefined ? undefined : columns.plans[current.cell[0]]
    if (current === undefined || plan === undefined || reported.current === current) return
    reported.current = current
    toast.notice('info', locked ?? gridTexts.noField({ column: plan.title }))
  }
}

/** True when the focused cell is in view and stands still; otherwise scrolls there, which takes a few frames. */
function bringIntoView({ selection, scroller }: GridPaneProps): boolean {
  const [column, row] = selection.current?.cell ?? []
  if (column === undefined || row === undefined || scroller.isBusy()) return false
  if (scroller.isInView(column, row)) return true
  scroller.ask({ column, row })
  return false
}

/**
 * Tells the scroller what can be seen, and keeps the chosen cell in view: the library scrolls too far when the selection
 * moves several times before it draws, and it does not know what the account covers.
 */
function useScrolling(props: GridPaneProps, box: RefObject<HTMLElement | null>): void {
  const { selection, scroller, covered, place } = props
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    scroller.grid = () => latest.current.gridRef.current
    scroller.view = (column) => clearView(latest.current, box, column)
  }, [scroller])
  const [column, row] = selection.current?.cell ?? []
  useEffect(() => {
    if (column !== undefined && row !== undefined) scroller.follow({ column, row })
  }, [column, row, covered, place])
}

/** Where a cell of this column can be seen; a pinned one is in view wherever the others are scrolled to. */
function clearView(
  { gridRef, columns, covered }: GridPaneProps,
  box: RefObject<HTMLElement | null>,
  column: number,
): ClearView | null {
  const within = box.current?.getBoundingClientRect()
  if (within === undefined) return null
  const pinned = frozenIn(columns.plans, within.width)
  const isPinned = column < pinned
  const last = isPinned ? undefined : gridRef.current?.getBounds(pinned - 1)
  return {
    left: last === undefined ? within.left : last.x + last.width,
    right: within.right - (isPinned ? 0 : covered),
    top: within.top + headerHeight,
    bottom: within.bottom,
    firstScrolling: pinned,
  }
}

/** Sorting, resizing, scrolling and hovering. */
function gridEvents(props: GridPaneProps, tips: Tips, box: RefObject<HTMLElement | null>) {
  const { list, inView, inHand } = props.rows
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
      const { editing } = inHand.current
      const [at, index] = args.location
      if (box.current !== null) box.current.title = args.kind === 'header' ? headerTip(plans[at]) : ''
      const row = args.kind === 'cell' ? list.rowAt(index) : undefined
      const column = sheetColumn(plans[at])
      if (args.kind !== 'cell' || row === undefined || column === null || !hasTip(list, row, column))
        return tips.over(null, editing)
      const { x, y, width, height } = args.bounds
      tips.over({ x, y, width, height, row: row.row, index, column }, editing)
    },
  } satisfies Partial<DataEditorProps>
}

/** The whole name of a column, and the field that it feeds. */
function headerTip(plan: GridColumnPlan | undefined): string {
  if (plan?.kind !== 'cell') return ''
  return `${plan.title} · ${plan.field ?? (plan.key ? fixTexts.keyColumn : fixTexts.ignoredColumn)}`
}

/** The editor of a cell, the same component for as long as the grid is there. */
function useCellEditors(
  { editing, typeAhead }: { readonly editing: GridEditing; readonly typeAhead: TypeAhead },
  inHand: RefObject<InHand>,
  props: GridPaneProps,
): ProvideEditorCallback<GridCell> {
  const acts = useRef(editing)
  const facts = useRef(props)
  useEffect(() => {
    acts.current = editing
    facts.current = props
  })
  return useMemo(
    () =>
      cellEditors({
        onFill: (text) => acts.current.fill(text),
        onOpen: (open) => {
          inHand.current.editing = open
        },
        isTooLate: typeAhead.isTooLate,
        onLeft: (left) => acts.current.edited([{ location: [0, 0], value: left }]),
        helpOf: (cell) => {
          const { factsOf, sheet } = facts.current
          return isSheetCell(cell) ? helpFor(factsOf(sheet, cell.column)) : null
        },
      }) as ProvideEditorCallback<GridCell>,
    [inHand, typeAhead],
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
