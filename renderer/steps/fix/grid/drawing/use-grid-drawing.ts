// Hook with all that draws the grid: theme, columns, and the functions that draw a cell and a header. A new function
// makes the grid draw again.
import type { DataEditorProps, GridCell, GridSelection, Item } from '@glideapps/glide-data-grid'
import { type RefObject, useCallback, useMemo, useRef } from 'react'
import type { RowSort } from '../../../../../shared/fixing/row-filter.ts'
import { isSortedBy } from '../../fix-view.ts'
import type { ChosenCause } from './cell-marks.ts'
import { cellContent, cellDrawer } from './grid-cells.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import { headerDrawer, stateRenderer } from './grid-draw.ts'
import { useGridLook } from './grid-look.ts'
import { sortKeyOf } from '../use-grid-notes.ts'
import type { Rows } from '../rows/use-rows.ts'

type Drawing = Pick<
  DataEditorProps,
  | 'theme'
  | 'columns'
  | 'getCellContent'
  | 'drawCell'
  | 'drawHeader'
  | 'customRenderers'
  | 'getRowThemeOverride'
>

export function useGridDrawing(options: {
  readonly box: RefObject<HTMLElement | null>
  readonly rows: Rows
  readonly plans: readonly GridColumnPlan[]
  readonly selection: GridSelection
  readonly sort: RowSort | null
  /** Keys go to the grid. */
  readonly hasKeys: boolean
  /** The text that is searched, in lower case; empty: none. */
  readonly wanted: string
  /** The rows' filter: the same object while it is the same. */
  readonly chosen: ChosenCause
}): Drawing {
  const { rows, plans, selection, sort, chosen } = options
  const { list, state } = rows
  const { theme, palette } = useGridLook()
  const getCellContent = useCallback(
    ([column, row]: Item): GridCell => cellContent(list, plans[column], row, palette, chosen),
    [list, plans, palette, state.version, chosen],
  )
  const drawHeader = useMemo(
    () =>
      headerDrawer(plans, palette, (plan) =>
        sort === null || !isSortedBy(sort, sortKeyOf(plan)) ? null : sort.descending ? 'down' : 'up',
      ),
    [plans, palette, sort],
  )
  const customRenderers = useMemo(() => [stateRenderer(palette)], [palette])
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
  return {
    theme,
    columns,
    getCellContent,
    drawCell: useCellDrawing(options, palette),
    drawHeader,
    customRenderers,
    getRowThemeOverride: (row) => (row === focusedRow ? focusedTheme : undefined),
  }
}

/** Draws a cell with its marks; the box says which edit the drawn rows show. */
function useCellDrawing(
  { box, rows, plans, selection, hasKeys, wanted }: Parameters<typeof useGridDrawing>[0],
  palette: ReturnType<typeof useGridLook>['palette'],
) {
  const { list } = rows
  const focus = useRef<Item | null>(null)
  focus.current = selection.current?.cell ?? null
  const drawn = useRef<number | null>(null)
  return useMemo(
    () =>
      cellDrawer(list, plans, palette, focus, hasKeys, wanted, () => {
        const { edit } = list.state()
        if (box.current === null || drawn.current === edit) return
        drawn.current = edit
        box.current.dataset['drawnEdit'] = String(edit ?? '')
      }),
    [list, plans, palette, hasKeys, wanted],
  )
}
