// The grid, behind this one component: rows by page, frozen key and state, editing and pasting as in a spreadsheet. It
// draws and reports; what an edit does and where the selection is belongs to the step.
import {
  DataEditor,
  type DataEditorRef,
  type GridCell,
  type GridSelection,
  type Item,
} from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/dist/index.css'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CellChange, SheetView } from '../../../shared/views.ts'
import type { OpenBulk } from './bulk/use-bulk.ts'
import { CellMenu } from './cell-menu.tsx'
import { fixTexts } from './fix-texts.ts'
import { cellContent, cellDrawer } from './grid-cells.ts'
import { frozenColumns, type GridColumnPlan } from './grid-columns.ts'
import { headerDrawer, stateRenderer } from './grid-draw.ts'
import { useGridLook } from './grid-look.ts'
import { cellSentences, ProblemTip, type Tip } from './problem-tip.tsx'
import { sheetColumn } from './problem-walk.ts'
import { useCellMenu } from './use-cell-menu.ts'
import { useGridEditing } from './use-grid-editing.ts'
import { stepKeys, useTypeAhead } from './use-type-ahead.ts'
import { warmEditor } from './warm-editor.ts'
import type { Rows } from './use-rows.ts'

const tipDelayMs = 220
const rowHeight = 27
const headerHeight = 44
const keybindings = {
  activateCell: 'Enter|F2',
  downFill: true,
  search: false,
  selectColumn: false,
  // The clipboard is use-clipboard.ts.
  copy: false,
  cut: false,
  paste: false,
} as const

void warmEditor()

export type GridPaneProps = {
  readonly rows: Rows
  readonly plans: readonly GridColumnPlan[]
  readonly sheet: SheetView
  readonly selection: GridSelection
  readonly onSelect: (selection: GridSelection) => void
  readonly onEdit: (words: string, changes: readonly CellChange[]) => void
  readonly onResize: (column: string, width: number) => void
  readonly gridRef: RefObject<DataEditorRef | null>
  readonly onBulk: OpenBulk
}

export function GridPane(props: GridPaneProps): ReactNode {
  const { rows, plans, sheet, selection, onEdit, onResize, gridRef } = props
  const { list, state, inView } = rows
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
  const edited = useGridEditing({ box, list, plans, sheet, selection, onEdit })
  const menu = useCellMenu({ list, plans, selection, grid: gridRef, onSelect: props.onSelect })

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
    () => headerDrawer(plans, palette, { ignored: fixTexts.ignoredColumn, key: fixTexts.keyColumn }),
    [plans, palette],
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
          if (menu.byKey(event)) return
          typeAhead(event)
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
          freezeColumns={Math.min(frozenColumns, plans.length)}
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
          onCellsEdited={edited}
          onPaste={false}
          onKeyDown={(event) => {
            if (stepKeys.has(event.key)) event.cancel()
          }}
          onCellContextMenu={menu.ofCell}
          onHeaderContextMenu={menu.ofHeader}
          onHeaderMenuClick={menu.ofMark}
          onColumnResize={(column, width) => {
            if (column.id !== undefined && column.id !== 'row') onResize(column.id, width)
          }}
          onVisibleRegionChanged={(region) => {
            inView.current = { first: region.y, last: region.y + region.height }
            void list.want(region.y - 20, region.y + region.height + 20)
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
        {/* The cell's editor stands here, above everything in the step. */}
        <div ref={portal} className="fixed top-0 left-0 z-30" />
      </div>
      {/* Beside the grid: keys in the menu are none of the grid's. */}
      <CellMenu at={menu.at} onClose={menu.close} onBulk={props.onBulk} />
    </>
  )
}

/** Shown after a rest, gone at once. */
function useTip(): readonly [Tip | null, (tip: Tip | null) => void] {
  const [tip, setTip] = useState<Tip | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const show = useCallback((next: Tip | null) => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
    setTip((shown) =>
      shown !== null && next?.row === shown.row && next.column === shown.column ? shown : null,
    )
    if (next !== null) timer.current = setTimeout(() => setTip(next), tipDelayMs)
  }, [])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
  return [tip, show]
}

/** A press on a row's number selects the whole row; by keyboard the number is never entered. */
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
    onSelect({
      ...next,
      current: { ...current, cell, range: pointer.current ? whole : clipped },
    })
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
