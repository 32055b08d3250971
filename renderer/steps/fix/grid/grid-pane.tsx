// Grid component: paged rows, pinned key and state, spreadsheet-like editing and pasting. It draws and reports
// events; the step applies edits and owns the selection.
import {
  CompactSelection,
  DataEditor,
  type DataEditorRef,
  type GridCell,
  type GridSelection,
  type Item,
  type ProvideEditorCallback,
} from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/dist/index.css'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import type { CellChange, SheetView } from '../../../../shared/contract/views.ts'
import type { RowSort } from '../../../../shared/fixing/row-filter.ts'
import type { OpenBulk } from '../bulk/use-bulk.ts'
import { cellEditors } from './cell-editor.tsx'
import { CellMenu } from './cell-menu.tsx'
import { fixTexts } from '../../../texts/fix.ts'
import { isSortedBy } from '../fix-view.ts'
import { cellContent, cellDrawer } from './grid-cells.ts'
import { frozenIn } from './grid-columns.ts'
import { headerDrawer, stateRenderer } from './grid-draw.ts'
import { useGridLook } from './grid-look.ts'
import type { Source } from './grid-reach.ts'
import { gridTexts } from '../../../texts/grid.ts'
import { cellSentences, ProblemTip } from './problem-tip.tsx'
import { sheetColumn } from './problem-walk.ts'
import { useCellMenu } from './use-cell-menu.ts'
import type { Columns } from './use-columns.ts'
import { useGridEditing } from './use-grid-editing.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { sortKeyOf, useGridNotes } from './use-grid-notes.ts'
import { useTip } from './use-tip.ts'
import { stepKeys, useTypeAhead } from './use-type-ahead.ts'
import { useWholeRows } from './use-whole-rows.ts'
import { useWidth } from './use-width.ts'
import { warmEditor } from './warm-editor.ts'
import type { LargeChange } from './use-large-change.tsx'
import type { Rows } from './use-rows.ts'

const rowHeight = 27
const headerHeight = 44
const keybindings = {
  activateCell: 'Enter|F2',
  search: false,
  selectColumn: false,
  selectRow: false,
  // The clipboard is handled by use-clipboard.ts, the other keys by use-grid-keys.ts.
  copy: false,
  cut: false,
  paste: false,
  clear: false,
  delete: false,
  selectAll: false,
  downFill: false,
  rightFill: false,
} as const

void warmEditor()

export type GridPaneProps = {
  readonly rows: Rows
  readonly columns: Columns
  readonly sheet: SheetView
  readonly source: Source
  readonly selection: GridSelection
  readonly onSelect: (selection: GridSelection) => void
  /** The selected cell, or where it last was. */
  readonly from: () => Item
  readonly onEdit: (words: string, changes: readonly CellChange[]) => void
  readonly onLarge: (change: LargeChange) => void
  /** Another click on the same column reverses the order, a third one restores the file's order. */
  readonly onSort: (by: RowSort['by']) => void
  readonly gridRef: RefObject<DataEditorRef | null>
  readonly onBulk: OpenBulk
}

export function GridPane(props: GridPaneProps): ReactNode {
  const { rows, sheet, selection, onEdit, gridRef, source } = props
  const { plans, resize } = props.columns
  const { sort } = source
  const { list, state, inView, inHand } = rows
  const look = useGridLook()
  const { palette } = look
  const portal = useRef<HTMLDivElement>(null)
  const focus = useRef<Item | null>(null)
  focus.current = selection.current?.cell ?? null
  const [tip, showTip] = useTip()
  const typeAhead = useTypeAhead(portal, () => {
    const at = selection.current?.cell
    return at !== undefined && plans[at[0]]?.kind === 'cell' && list.rowAt(at[1]) !== undefined
  })
  const select = useWholeRows(plans.length, props.onSelect)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { onLarge, onBulk } = props
  const editing = useGridEditing({ box, list, plans, sheet, source, selection, onEdit, onLarge, onBulk })
  const { clear, fillDown, fillRight } = editing
  const keys = useGridKeys({
    list,
    plans,
    selection,
    grid: gridRef,
    inView,
    from: props.from,
    onSelect: props.onSelect,
    clear,
    fillDown,
    fillRight,
  })
  const fill = useRef(editing.fill)
  useEffect(() => {
    fill.current = editing.fill
  })
  const provideEditor = useMemo(
    () =>
      cellEditors(
        (text) => fill.current(text),
        (open) => {
          inHand.current.editing = open
        },
      ),
    [inHand],
  )
  const menu = useCellMenu({ list, plans, selection, grid: gridRef, onSelect: props.onSelect })
  const name = gridTexts.gridName(sheet.info.name)
  useGridNotes({ box, list, version: state.version, plans, name, sort })

  // A new function whenever the rows changed makes the grid draw again.
  const getCellContent = useCallback(
    ([column, row]: Item): GridCell => cellContent(list, plans[column], row, palette),
    [list, plans, palette, state.version],
  )
  const drawn = useRef<number | null>(null)
  const drawCell = useMemo(
    () =>
      cellDrawer(list, plans, palette, focus, () => {
        const { edit } = list.state()
        if (box.current === null || drawn.current === edit) return
        drawn.current = edit
        box.current.dataset['drawnEdit'] = String(edit ?? '')
      }),
    [list, plans, palette],
  )
  const drawHeader = useMemo(
    () =>
      headerDrawer(plans, palette, { ignored: fixTexts.ignoredColumn, key: fixTexts.keyColumn }, (plan) =>
        sort === null || !isSortedBy(sort, sortKeyOf(plan)) ? null : sort.descending ? 'down' : 'up',
      ),
    [plans, palette, sort],
  )
  const renderers = useMemo(() => [stateRenderer(palette)], [palette])
  const columns = useMemo(
    () =>
      plans.map((plan) => ({
        id: plan.id,
        title: plan.title,
        width: plan.width,
        hasMenu: plan.kind === 'cell',
        ...(plan.kind === 'row' ? { themeOverride: { bgHeaderHovered: palette.head } } : {}),
      })),
    [plans, palette],
  )

  const focusedRow = selection.current?.cell[1] ?? -1
  const focusedTheme = useMemo(() => ({ bgCell: palette['accent-bg'] }), [palette])

  return (
    <>
      <div
        ref={box}
        className="absolute inset-x-0 top-0"
        // No taller than its rows, so that no empty lines are drawn below them.
        style={{ height: `min(100%, ${headerHeight + (state.total ?? 0) * rowHeight + 12}px)` }}
        onPointerLeave={() => showTip(null)}
        onPointerDownCapture={select.byPointer}
        onKeyDownCapture={(event) => {
          select.byKey()
          if (typeAhead.takes(event) || menu.byKey(event) || keys(event)) return
          typeAhead.look(event)
        }}
      >
        <DataEditor
          ref={gridRef}
          className="fix-grid"
          width="100%"
          height="100%"
          theme={look.theme}
          columns={columns}
          rows={state.total ?? 0}
          rowHeight={rowHeight}
          headerHeight={headerHeight}
          freezeColumns={frozenIn(plans, width)}
          minColumnWidth={48}
          maxColumnWidth={600}
          smoothScrollX
          smoothScrollY
          getCellContent={getCellContent}
          getCellsForSelection
          drawCell={drawCell}
          drawHeader={drawHeader}
          customRenderers={renderers}
          getRowThemeOverride={(row) => (row === focusedRow ? focusedTheme : undefined)}
          gridSelection={selection}
          onGridSelectionChange={select.change}
          rangeSelect="rect"
          rowSelect="none"
          columnSelect="none"
          keybindings={keybindings}
          cellActivationBehavior="double-click"
          onCellsEdited={editing.edited}
          provideEditor={provideEditor as ProvideEditorCallback<GridCell>}
          onPaste={false}
          onKeyDown={(event) => {
            if (stepKeys.has(event.key)) event.cancel()
          }}
          onCellContextMenu={menu.ofCell}
          onHeaderContextMenu={menu.ofHeader}
          onHeaderMenuClick={menu.ofMark}
          onHeaderClicked={(column, event) => {
            const plan = plans[column]
            if (plan !== undefined && (event.ctrlKey || event.metaKey)) props.onSort(sortKeyOf(plan))
          }}
          onColumnResize={(column, wide) => {
            if (column.id !== undefined && column.id !== 'row') resize(column.id, wide)
          }}
          onVisibleRegionChanged={(region) => {
            inView.current = { first: region.y, last: region.y + region.height }
            list.look(region.y, region.y + region.height)
          }}
          onItemHovered={(args) => {
            const row = args.kind === 'cell' ? list.rowAt(args.location[1]) : undefined
            const column = sheetColumn(plans[args.location[0]])
            if (args.kind !== 'cell' || row === undefined || column === null) return showTip(null)
            if (cellSentences(row, column).length === 0) return showTip(null)
            const { x, y, height } = args.bounds
            showTip({ x, y, height, row, column })
          }}
          portalElementRef={portal as RefObject<HTMLElement>}
          scrollToActiveCell
        />
        {tip !== null && menu.at === null && <ProblemTip tip={tip} />}
        {/* Portal of the cell editor, above everything in the step. */}
        <div ref={portal} className="fixed top-0 left-0 z-30" />
      </div>
      {/* Outside the grid element: keys pressed in the menu must not reach the grid. */}
      <CellMenu
        at={menu.at}
        sort={sort}
        columns={props.columns}
        onFit={(column) => gridRef.current?.remeasureColumns(CompactSelection.fromSingleSelection(column))}
        onClose={menu.close}
        onBulk={props.onBulk}
      />
    </>
  )
}
