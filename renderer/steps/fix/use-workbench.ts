// Hook with the shared state of the Fix step's panes: one row list, one selection, one way to edit, and the focused
// account and cell. It also has the step's keyboard shortcuts; a text field keeps its own undo.
import type { DataEditorRef, GridSelection } from '@glideapps/glide-data-grid'
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { RowFilter, RowSort } from '../../../shared/fixing/row-filter.ts'
import type { GridRow, SheetView } from '../../../shared/contract/views.ts'
import { useProblemsChosenElsewhere } from '../../app/route.ts'
import { toast } from '../../components/notices/toast.tsx'
import { fixTexts } from '../../texts/fix/fix.ts'
import type { FocusedCell } from './account/account-form-view.tsx'
import type { InspectorTab } from './account/inspector.tsx'
import { useLensTarget } from './account/lens/lens-target.ts'
import { type Bulk, useBulk, useSelected } from './bulk/use-bulk.ts'
import { useColumnFacts } from './bulk/use-column-facts.ts'
import type { Place } from './bulk/where.ts'
import type { Asking } from './decide/decide-bar.tsx'
import type { CausesKept } from './causes/causes.tsx'
import { type FixView, filterOf } from './fix-view.ts'
import type { GridColumnPlan } from './grid/columns/grid-columns.ts'
import { nextProblem } from './grid/selection/problem-walk.ts'
import { useColumns } from './grid/columns/use-columns.ts'
import { useLargeChange } from './grid/editing/use-large-change.tsx'
import { type Rows, useRows } from './grid/rows/use-rows.ts'
import { createScroller } from './grid/selection/scroller.ts'
import { useSelectedAccounts, useSelection } from './grid/selection/use-selection.ts'
import { type Panes, togglePane, usePanes } from './panes.tsx'
import { type Edits, useEdits } from './edits/use-edits.ts'
import { useProblemPlaces } from './use-problem-places.ts'
import { useStepKeys } from './use-step-keys.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type PanesProps = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly sheet: SheetView
  readonly view: FixView
  /** The grid gets the focus with its next rows; kept also when another sheet is shown. */
  readonly toFocus: RefObject<boolean>
  /** Kept when another sheet is shown. */
  readonly tab: InspectorTab
  readonly onTab: (tab: InspectorTab) => void
  readonly kept: CausesKept
}
export type Workbench = ReturnType<typeof useWorkbench>

export function useWorkbench({ batch, sheet, view, toFocus }: PanesProps) {
  const { filter, sort } = useFilter(view)
  const rows = useRows(batch, sheet.position, filter, sort)
  const edits = useEdits(batch.id, sheet.position, rows)
  const columns = useColumns(batch, sheet, rows)
  const { plans } = columns
  const grid = useRef<DataEditorRef>(null)
  const [scroller] = useState(createScroller)
  const { selection, select, moveTo, from } = useSelection(rows, plans, view, grid, toFocus, scroller)
  useLensTarget({ sheet: sheet.position, rows, plans, view, moveTo, grid })
  const { row, plan } = focusIn(selection, rows, plans)
  const problems = useProblemPlaces(batch.id, sheet.position)
  const bulk = useBulk(rows, selection, plans)
  const selected = useSelected(selection, rows, plans)
  const toGrid = useStable(() => grid.current?.focus())
  const walk = useProblemWalk({ rows, plans, code: view.problem?.code, from, moveTo, grid })
  const panes = usePanes()
  const replace = useReplace(bulk)
  useStepKeys({ edits, panes, goToProblem: walk, onReplace: replace, toGrid })
  const accounts = useSelectedAccounts(selection, rows)
  return {
    filter,
    sort,
    source: useSource(batch.id, sheet.position, filter, sort),
    rows,
    shown: useShown(rows.state),
    exactTotal: rows.state.exact ? rows.state.total : null,
    edits,
    columns,
    grid,
    scroller,
    selection,
    select,
    from,
    row,
    plan,
    problems,
    hasProblems: useCallback(
      (column: number) => problems.onColumn(column),
      // The columns with problems come from the same groups as the counts.
      [problems.bySheet, sheet.position],
    ),
    panes,
    bulk,
    large: useLargeChange(edits, toGrid),
    place: placeOf(sheet, filter, rows, { selected, plan }),
    accounts,
    factsOf: useColumnFacts(batch),
    ...useAsking(accounts),
    beside: useBeside(sheet, { row, plan, at: selection.current?.cell[1] ?? null }, view.account),
    toGrid,
    ...useAccountPane(panes, toGrid, { rows, from, moveTo }),
    onChosen: useChosen(rows, grid, toFocus),
    walk,
    replace,
    openFor: useStable(bulk.openFor),
    cures: useCureEdits(edits),
    renew: useStable(rows.renew),
  }
}

/** The rows that the filter leaves, the same object while they are the same; null while they are counted. */
function useShown({ exact, total, rowsVersion }: Rows['state']) {
  const isKnown = exact && total !== null && rowsVersion !== null
  return useMemo(
    () => (isKnown ? { rows: total, expected: rowsVersion } : null),
    [isKnown, total, rowsVersion],
  )
}

/** Where a change of many cells may apply. */
function placeOf(
  sheet: SheetView,
  filter: RowFilter,
  rows: Rows,
  { selected, plan }: Pick<Place, 'selected'> & { readonly plan: GridColumnPlan | undefined },
): Place {
  const focused = plan?.kind === 'cell' ? plan.index : null
  return { sheet, filter, shown: rows.state.total, selected, focused }
}

/** Opens Replace, unless a change of many cells is open already. */
function useReplace({ kind, open }: Bulk): () => void {
  return useStable(() => {
    if (kind === null) open('replace', null)
  })
}

/** The question about a decision on the selected accounts, asked from the menu of a cell. */
function useAsking(accounts: readonly number[]) {
  const [asking, ask] = useState<Asking | null>(null)
  return {
    asking,
    ask,
    decideAbout: (kind: 'hold' | 'exclude') => ask({ kind, who: { kind: 'selected', accounts } }),
  }
}

/** A problem is the same rows where it only comes from elsewhere; then there is nothing to wait for. */
const sameRowsMs = 500

/** Called when a problem was chosen: the grid takes the focus, and the keys for the rows that follow. */
function useChosen(rows: Rows, grid: RefObject<DataEditorRef | null>, toFocus: RefObject<boolean>) {
  const latest = useRef(rows.list)
  latest.current = rows.list
  const onChosen = useStable(() => {
    const before = rows.list
    toFocus.current = true
    grid.current?.focus()
    setTimeout(() => {
      if (latest.current === before) toFocus.current = false
    }, sameRowsMs)
  })
  useProblemsChosenElsewhere(onChosen)
  return onChosen
}

/** Filter and order of the rows, the same objects while they say the same. */
function useFilter(view: FixView): { readonly filter: RowFilter; readonly sort: RowSort | null } {
  const { sort: order, ...narrowed } = view
  const filter = useMemo(() => filterOf(view), [JSON.stringify(narrowed)])
  const sort = useMemo(() => order, [JSON.stringify(order)])
  return { filter, sort }
}

/** What the list of causes edits with: the same functions always. */
function useCureEdits(edits: Edits): Pick<Edits, 'fix' | 'undoIfNewest'> {
  const fix = useStable(edits.fix)
  const undoIfNewest = useStable(edits.undoIfNewest)
  return useMemo(() => ({ fix, undoIfNewest }), [fix, undoIfNewest])
}

function useSource(batch: number, sheet: number, filter: RowFilter, sort: RowSort | null) {
  return useMemo(() => ({ batch, sheet, filter, sort }), [batch, sheet, filter, sort])
}

function focusIn({ current }: GridSelection, rows: Rows, plans: readonly GridColumnPlan[]) {
  if (current === undefined) return { row: undefined, plan: undefined }
  return { row: rows.list.rowAt(current.cell[1]), plan: plans[current.cell[0]] }
}

/** Goes to the next or the previous cell with a problem. */
function useProblemWalk(options: {
  readonly rows: Rows
  readonly plans: readonly GridColumnPlan[]
  readonly code: string | null | undefined
  readonly from: () => readonly [column: number, row: number]
  readonly moveTo: (column: number, row: number) => void
  readonly grid: RefObject<DataEditorRef | null>
}): (step: 1 | -1) => void {
  const { rows, plans, code, moveTo, grid } = options
  async function go(step: 1 | -1): Promise<void> {
    const [column, row] = options.from()
    const place = await nextProblem({ list: rows.list, plans, from: { column, row }, step, code })
    if (place === null) toast.notice('info', fixTexts.noMoreProblems)
    else moveTo(place.column, place.row)
    grid.current?.focus()
  }
  return useStable((step: 1 | -1) => void go(step))
}

/** Closing the account, and going to the next or the previous one of the rows that are shown, in the same column. */
function useAccountPane(
  panes: Panes,
  toGrid: () => void,
  grid: {
    readonly rows: Rows
    readonly from: () => readonly [column: number, row: number]
    readonly moveTo: (column: number, row: number) => void
  },
) {
  const { rows, moveTo } = grid
  const closeAccount = useStable(() => {
    togglePane('account', panes.account)
    toGrid()
  })
  const walkAccounts = useStable((step: 1 | -1) => {
    const [column, row] = grid.from()
    const here = rows.list.rowAt(row)?.account?.id
    let next = row + step
    while (here !== undefined && rows.list.rowAt(next)?.account?.id === here) next += step
    if (next >= 0 && next < (rows.state.total ?? 0)) moveTo(Math.max(1, column), next)
  })
  return { closeAccount, walkAccounts }
}

/** The account next to the grid; it updates after the grid is drawn, so an edit does not wait for it. */
function useBeside(
  sheet: SheetView,
  focus: {
    readonly row: GridRow | undefined
    readonly plan: GridColumnPlan | undefined
    readonly at: number | null
  },
  account: number | null,
) {
  const { row, plan } = focus
  const focused = plan?.kind === 'cell' ? plan.index : null
  const own = useAccountOf(row, focus.at)
  return useDeferredValue(
    useMemo(
      () => ({
        account: own ?? (row === undefined ? account : null),
        stray: row === undefined || own !== null ? null : (sentenceOf(row.stray) ?? fixTexts.inspectorStray),
        focused: focusedCell(sheet, row, plan),
      }),
      [own, row?.row, row?.stray, row === undefined, account, sheet.position, focused],
    ),
  )
}

/**
 * The account of the row at this place of the list; while the accounts are being built again or the row is being read
 * again, the one that it had: somebody may be typing in it.
 */
function useAccountOf(row: GridRow | undefined, at: number | null): number | null {
  const last = useRef<{ readonly at: number; readonly row: number; readonly account: number } | null>(null)
  const isComing = row === undefined || (row.account === null && row.stray === null)
  useLayoutEffect(() => {
    if (!isComing && at !== null)
      last.current = row.account === null ? null : { at, row: row.row, account: row.account.id }
  })
  const before = last.current
  const isSame = before !== null && (row === undefined ? before.at === at : before.row === row.row)
  return isComing && isSame ? before.account : (row?.account?.id ?? null)
}

function focusedCell(
  sheet: SheetView,
  row: GridRow | undefined,
  plan: GridColumnPlan | undefined,
): FocusedCell | null {
  if (row === undefined || plan?.kind !== 'cell') return null
  return { sheet: sheet.position, row: row.row, column: plan.index }
}

/** The same function always, which calls the latest one. For handlers: never called while drawing. */
function useStable<A extends readonly unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
