// Grid component: paged rows, pinned key and state, spreadsheet-like editing and pasting. It draws and reports
// events; the step applies edits and owns the selection.
import {
  CompactSelection,
  DataEditorCore,
  type DataEditorProps,
  ImageWindowLoaderImpl,
  loadingCellRenderer,
  textCellRenderer,
} from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/dist/index.css'
import { type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { BatchLocked } from '../../../components/button.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { useRowHeight } from '../../../components/density.ts'
import { gridTexts } from '../../../texts/fix/grid.ts'
import { warmEditor } from './editing/cell-editor.tsx'
import { useStrayKeys } from './editing/stray-keys.ts'
import { CellMenu } from './menu/cell-menu.tsx'
import { type FilteredColumn, ValueFilter } from './menu/value-filter.tsx'
import { frozenIn, stretched } from './columns/grid-columns.ts'
import { ProblemTip } from './drawing/problem-tip.tsx'
import { type GridPaneProps, headerHeight, useGridActions } from './use-grid-actions.ts'
import { useGridDrawing } from './drawing/use-grid-drawing.ts'
import { useGridNotes } from './use-grid-notes.ts'

const compactRow = 28
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

type Renderer = NonNullable<DataEditorProps['renderers']>[number]
/** Of the kinds of cells that this grid has, beside its own (`customRenderers`): the others are not in the bundle. */
const renderers = [textCellRenderer as Renderer, loadingCellRenderer as Renderer]
/** The library wants one, also without cells that are pictures. */
const pictures = new ImageWindowLoaderImpl()

void warmEditor()

export function GridPane(props: GridPaneProps): ReactNode {
  const { rows, sheet, source, gridRef } = props
  const { list, state } = rows
  const rowHeight = useRowHeight(compactRow)
  const { plans } = props.columns
  const box = useRef<HTMLDivElement>(null)
  const portal = useRef<HTMLDivElement>(null)
  const { tip, menu, editing, ofBox, ofGrid } = useGridActions(props, { box, portal })
  useStrayKeys(box, gridRef)
  const [filtered, filterBy] = useState<FilteredColumn | null>(null)
  const name = sheet.info.name === '' ? gridTexts.gridOfFile : gridTexts.gridName({ sheet: sheet.info.name })
  useGridNotes({ box, list, version: state.version, plans, name, sort: source.sort })
  return (
    <>
      <div
        ref={box}
        className="absolute inset-x-0 top-0"
        data-chosen-cell={chosenCell(props)}
        style={{ height: useHeight(state.total, rowHeight) }}
        {...ofBox}
      >
        <Cells {...props} rowHeight={rowHeight} box={box} portal={portal} handlers={ofGrid} />
        {tip !== null && menu.at === null && <ProblemTip tip={tip} list={list} />}
        {/* Portal of the cell editor, above everything in the step. */}
        <div ref={portal} className="fixed top-0 left-0 z-30" />
      </div>
      {/* Outside the grid element: keys pressed in the menu must not reach the grid. */}
      <CellMenu
        at={menu.at}
        sort={source.sort}
        columns={props.columns}
        titles={props.titles}
        onFit={(column) => gridRef.current?.remeasureColumns(CompactSelection.fromSingleSelection(column))}
        onClose={menu.close}
        onBulk={props.onBulk}
        onFilter={filterBy}
        actions={{ ...editing, undo: props.undo, decide: props.onDecide }}
      />
      {filtered !== null && (
        <ValueFilter
          source={source}
          column={filtered}
          onClose={() => {
            filterBy(null)
            // Once the dialog, which holds the focus, is gone.
            setTimeout(() => gridRef.current?.focus())
          }}
        />
      )}
    </>
  )
}

/** `row:column` of the cell that has the focus ring, both as in the sheet; nothing where it is no cell of the file. */
function chosenCell({ selection, rows, columns }: GridPaneProps): string | undefined {
  const [at, index] = selection.current?.cell ?? []
  const plan = at === undefined ? undefined : columns.plans[at]
  const row = index === undefined ? undefined : rows.list.rowAt(index)
  return plan?.kind === 'cell' && row !== undefined ? `${row.row}:${plan.index}` : undefined
}

/**
 * No taller than the rows, so that no empty lines are drawn below them. While their number is unknown, the height stays:
 * the grid scrolls to the selected cell before it has measured a new height, and would scroll rows above it away.
 */
function useHeight(total: number | null, rowHeight: number): string {
  const known = useRef(1)
  if (total !== null) known.current = Math.max(1, total)
  return `min(100%, ${headerHeight + known.current * rowHeight + 12}px)`
}

/** The canvas of the grid library. */
function Cells(
  props: GridPaneProps & {
    readonly rowHeight: number
    readonly box: RefObject<HTMLElement | null>
    readonly portal: RefObject<HTMLElement | null>
    readonly handlers: ReturnType<typeof useGridActions>['ofGrid']
  },
): ReactNode {
  const { rows, selection, box } = props
  const { plans } = props.columns
  const width = useWidth(box)
  const shown = useMemo(() => (width === null ? plans : stretched(plans, width)), [plans, width])
  const hasKeys = useHasKeys(box)
  const locked = useContext(BatchLocked)
  const { sort, filter } = props.source
  const drawing = useGridDrawing({
    box,
    rows,
    plans: shown,
    selection,
    sort,
    hasKeys,
    wanted: (filter.text ?? '').toLowerCase(),
    chosen: filter,
  })
  return (
    <DataEditorCore
      ref={props.gridRef}
      className="fix-grid"
      width="100%"
      height="100%"
      rows={rows.state.total ?? 0}
      rowHeight={props.rowHeight}
      headerHeight={headerHeight}
      freezeColumns={frozenIn(shown, width ?? window.innerWidth)}
      overscrollX={props.covered}
      minColumnWidth={48}
      maxColumnWidth={600}
      smoothScrollX
      smoothScrollY
      {...drawing}
      drawFocusRing={hasKeys}
      renderers={renderers}
      imageWindowLoader={pictures}
      getCellsForSelection
      gridSelection={selection}
      rangeSelect="rect"
      rowSelect="none"
      columnSelect="none"
      keybindings={keybindings}
      cellActivationBehavior="double-click"
      {...props.handlers}
      {...useReadOnly(locked, drawing.getCellContent)}
      fillHandle={hasKeys && locked === null && props.handlers.fillHandle}
      onPaste={false}
      portalElementRef={props.portal as RefObject<HTMLElement>}
      scrollToActiveCell
    />
  )
}

/** Of a batch that cannot be changed: no cell opens an editor, and whoever tries to edit one sees why. */
function useReadOnly(
  why: string | null,
  contentOf: DataEditorProps['getCellContent'],
): Partial<Pick<DataEditorProps, 'getCellContent' | 'onCellActivated'>> {
  return useMemo(
    () =>
      why === null
        ? {}
        : {
            getCellContent: (at) => ({ ...contentOf(at), allowOverlay: false }),
            onCellActivated: () => toast.notice('info', why),
          },
    [why, contentOf],
  )
}

/** Whether the focus is in the grid, so that its chosen cell gets what is typed. */
function useHasKeys(box: RefObject<HTMLElement | null>): boolean {
  const [hasKeys, setHasKeys] = useState(false)
  useEffect(() => {
    const { current } = box
    if (current === null) return undefined
    const look = (): void => setHasKeys(current.contains(document.activeElement))
    look()
    current.addEventListener('focusin', look)
    current.addEventListener('focusout', soon)
    function soon(): void {
      // Between two elements of the grid the focus is nowhere for a moment.
      queueMicrotask(look)
    }
    return () => {
      current.removeEventListener('focusin', look)
      current.removeEventListener('focusout', soon)
    }
  }, [box])
  return hasKeys
}

/** Pixels; null until it is known. */
function useWidth(box: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    const { current } = box
    if (current === null) return undefined
    const seen = new ResizeObserver(() => setWidth(current.clientWidth))
    seen.observe(current)
    return () => seen.disconnect()
  }, [box])
  return width
}
