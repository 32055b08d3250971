// Three panes of the Fix step with their shared state: one row list, one selection, one way to edit. It also has the
// step's keyboard shortcuts; a text field keeps its own undo.
import type { DataEditorRef } from '@glideapps/glide-data-grid'
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { GridRow, SheetView } from '../../../shared/contract/views.ts'
import { texts } from '../../texts/common.ts'
import { setParams } from '../../app/route.ts'
import { ErrorState } from '../../components/panel.tsx'
import { toast } from '../../components/toast.tsx'
import type { FocusedCell } from './account/account-form-view.tsx'
import { BulkDialog } from './bulk/bulk-dialog.tsx'
import { useBulk, useSelected } from './bulk/use-bulk.ts'
import { firstWhere, type Place } from './bulk/where.ts'
import { Causes } from './causes/causes.tsx'
import { FilterStrip } from './filter-strip.tsx'
import { fixTexts } from '../../texts/fix.ts'
import { type FixView, filterOf, nextSort, paramsOfSort } from './fix-view.ts'
import type { GridColumnPlan } from './grid/grid-columns.ts'
import { FocusedProblem, GridChanges } from './grid/grid-announcements.tsx'
import { GridPane } from './grid/grid-pane.tsx'
import { Inspector } from './account/inspector.tsx'
import { useLensTarget } from './account/lens-target.ts'
import { NoRows } from './no-rows.tsx'
import { paneColumns, PaneSeparator, usePanes } from './panes.tsx'
import { nextProblem } from './grid/problem-walk.ts'
import { RedoWarning } from './redo-warning.tsx'
import { SheetBar } from './sheet-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { useColumns } from './grid/use-columns.ts'
import { useEdits } from './use-edits.ts'
import { useLargeChange } from './grid/use-large-change.tsx'
import { useProblemPlaces } from './use-problem-places.ts'
import { type Rows, useRows } from './grid/use-rows.ts'
import { useSelectedAccounts, useSelection } from './grid/use-selection.ts'
import { useStable } from './use-stable.ts'
import { useStepKeys } from './use-step-keys.ts'

type Props = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly view: FixView
}

const StillCauses = memo(Causes)
const StillInspector = memo(Inspector)

export function Workbench({ batch, sheets, view: now }: Props): ReactNode {
  const view = useMemo(() => now, [JSON.stringify(now)])
  const shown = useMemo(() => sheets.filter((one) => one.role !== 'unused' || !one.info.hidden), [sheets])
  const sheet =
    shown.find((one) => one.position === view.sheet) ?? shown.find((one) => one.role === 'main') ?? shown[0]
  if (sheet === undefined) return <NoRows show="all" view={view} />
  return <Panes key={sheet.position} batch={batch} sheets={shown} sheet={sheet} view={view} />
}

function Panes({ batch, sheets, sheet, view }: Props & { readonly sheet: SheetView }): ReactNode {
  const { sort: order, ...narrowed } = view
  const filter = useMemo(() => filterOf(view), [JSON.stringify(narrowed)])
  const sort = useMemo(() => order, [JSON.stringify(order)])
  const rows = useRows(batch, sheet.position, filter, sort)
  const source = useMemo(
    () => ({ batch: batch.id, sheet: sheet.position, filter, sort }),
    [batch.id, sheet.position, filter, sort],
  )
  const edits = useEdits(batch.id, sheet.position, rows)
  const columns = useColumns(batch, sheet, rows)
  const { plans } = columns
  const grid = useRef<DataEditorRef>(null)
  const { selection, select, moveTo, from: lastCell } = useSelection(rows, plans, view, grid)
  useLensTarget({ sheet: sheet.position, rows, plans, view, moveTo, grid })
  const row = selection.current === undefined ? undefined : rows.list.rowAt(selection.current.cell[1])
  const plan = selection.current === undefined ? undefined : plans[selection.current.cell[0]]
  const problems = useProblemPlaces(batch.id, sheet.position)
  const onColumn = useCallback(
    (column: number) => problems.onColumn(column),
    // The columns with problems come from the same groups as the counts.
    [problems.bySheet, sheet.position],
  )
  const panes = usePanes()
  const bulk = useBulk(rows, selection, plans)
  const selected = useSelected(selection, rows, plans)
  const focused = plan?.kind === 'cell' ? plan.index : null
  const toGrid = useStable(() => grid.current?.focus())
  const large = useLargeChange(edits, toGrid)
  const place: Place = { sheet, filter, shown: rows.state.total, selected, focused }

  async function goToProblem(step: 1 | -1): Promise<void> {
    const [column, index] = lastCell()
    const code = view.problem?.code
    const from = { column, row: index }
    const place = await nextProblem({ list: rows.list, plans, from, step, code })
    if (place === null) toast.notice('info', fixTexts.noMoreProblems)
    else moveTo(place.column, place.row)
    grid.current?.focus()
  }
  const walk = useStable((step: 1 | -1) => void goToProblem(step))
  const replace = useStable(() => {
    if (bulk.kind === null) bulk.open('replace', null)
  })
  const openFor = useStable(bulk.openFor)
  const renew = useStable(rows.renew)
  useStepKeys({ edits, panes, goToProblem: walk, onReplace: replace })
  const accounts = useSelectedAccounts(selection, rows)
  // The account next to the grid updates after the grid is drawn, so an edit does not wait for it.
  const beside = useDeferredValue(
    useMemo(
      () => ({
        account: row?.account?.id ?? (row === undefined ? view.account : null),
        stray: row === undefined || row.account !== null ? null : (row.stray ?? fixTexts.inspectorStray),
        focused: focusedCell(sheet, row, plan),
      }),
      [row?.account?.id, row?.row, row?.stray, row === undefined, view.account, sheet.position, focused],
    ),
  )

  return (
    <div className="@container h-full min-h-0">
      <div
        className="grid h-full min-h-0 grid-rows-[44px_32px_minmax(0,1fr)_28px]"
        style={{ gridTemplateColumns: paneColumns(panes) }}
      >
        <div className="col-span-2 col-start-1 row-start-1 grid min-w-0">
          <Toolbar
            batch={batch}
            view={view}
            sheet={sheet.position}
            sheets={sheets}
            filter={filter}
            selected={accounts}
            edits={edits}
            onReplace={replace}
            onLeaveSearch={toGrid}
          />
        </div>
        <div className="col-span-2 col-start-1 row-start-2 grid min-w-0">
          <FilterStrip
            batch={batch}
            view={view}
            sheet={sheet}
            panes={panes}
            total={rows.state.total}
            newer={rows.newer}
            exact={rows.state.exact}
            onRenew={renew}
            accountKey={view.account === null ? null : keyOf(rows, view.account)}
            columns={columns}
            hasProblems={onColumn}
            history={edits.history}
          />
        </div>
        {panes.causes.shown && (
          <nav
            aria-label={fixTexts.causesLabel}
            className="relative col-start-1 row-span-2 row-start-3 min-h-0 min-w-0 border-r border-line"
          >
            <StillCauses batch={batch} sheets={sheets} view={view} onFix={openFor} />
            <PaneSeparator name="causes" pane={panes.causes} />
          </nav>
        )}
        <section
          aria-label={fixTexts.grid}
          className="relative col-start-2 row-start-3 min-h-0 min-w-0 overflow-hidden"
        >
          {rows.state.error !== null && rows.state.total === null ? (
            <ErrorState error={rows.state.error} onRetry={rows.renew} />
          ) : rows.state.total === 0 ? (
            <NoRows show={view.show} view={view} />
          ) : (
            <GridPane
              rows={rows}
              columns={columns}
              sheet={sheet}
              source={source}
              selection={selection}
              onSelect={select}
              from={lastCell}
              onEdit={(words, changes) => void edits.apply(words, changes)}
              onLarge={large.ask}
              onSort={(by) => setParams(paramsOfSort(nextSort(view.sort, by)))}
              gridRef={grid}
              onBulk={bulk.open}
            />
          )}
          {rows.state.total === null && rows.state.error === null && (
            <span role="status" className="sr-only">
              {texts.common.loading}
            </span>
          )}
        </section>
        <div className="col-start-2 row-start-4 grid min-w-0">
          <SheetBar
            batch={batch}
            sheets={sheets}
            sheet={sheet}
            problems={problems.bySheet}
            onProblem={walk}
            selected={accounts}
            filter={filter}
            shown={shownOf(rows.state)}
            newer={rows.newer}
            onRenew={renew}
            reported={edits.reported}
          />
        </div>
        {panes.account.shown && (
          <aside
            aria-label={fixTexts.inspector}
            className="relative col-start-3 row-span-4 row-start-1 min-h-0 min-w-0 border-l border-line"
          >
            <PaneSeparator name="account" pane={panes.account} />
            <StillInspector batch={batch} sheets={sheets} edits={edits} {...beside} />
          </aside>
        )}
        <FocusedProblem row={row} plan={plan} />
        <GridChanges total={rows.state.exact ? rows.state.total : null} sheet={sheet} sort={sort} />
        {large.dialog}
        <RedoWarning after={toGrid} />
        {bulk.kind !== null && (
          <BulkDialog
            batch={batch}
            kind={bulk.kind}
            onKind={bulk.setKind}
            where={bulk.where ?? firstWhere(place)}
            place={place}
            code={view.problem?.code}
            cause={bulk.cause}
            hasProblems={problems.onColumn}
            draft={bulk.draft}
            onDraft={bulk.setDraft}
            edits={edits}
            onClose={() => {
              bulk.close()
              // Once the dialog, which holds the focus, is gone.
              setTimeout(() => grid.current?.focus())
            }}
          />
        )}
      </div>
    </div>
  )
}

/** The rows that a decision about all of them is for; null while they are not exact. */
function shownOf({ exact, total, rowsVersion }: Rows['state']) {
  return exact && total !== null && rowsVersion !== null ? { rows: total, expected: rowsVersion } : null
}

function focusedCell(
  sheet: SheetView,
  row: GridRow | undefined,
  plan: GridColumnPlan | undefined,
): FocusedCell | null {
  if (row === undefined || plan?.kind !== 'cell') return null
  return { sheet: sheet.position, row: row.row, column: plan.index }
}

function keyOf(rows: Rows, account: number): string | null {
  return rows.list.loaded().find((row) => row.account?.id === account)?.account?.key ?? null
}
