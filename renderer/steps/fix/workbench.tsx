// Three panes of the Fix step with their shared state: one row list, one selection, one way to edit. It also has the
// step's keyboard shortcuts; a text field keeps its own undo.
import { useFieldTitles } from '../../accounts/use-field-titles.ts'
import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { setParams, wasOpenedForProblem } from '../../app/route.ts'
import { ErrorState } from '../../components/panel.tsx'
import { texts } from '../../texts/common.ts'
import { fixTexts } from '../../texts/fix/fix.ts'
import { Inspector, type InspectorTab } from './account/inspector.tsx'
import { BulkDialog } from './bulk/bulk-dialog.tsx'
import type { Kind } from './bulk/fix-draft.ts'
import { firstWhere } from './bulk/where.ts'
import { Causes } from './causes/causes.tsx'
import { DecideDialog } from './decide/decide-bar.tsx'
import { undoWords } from './edits/edit-words.ts'
import { FilterStrip } from './bars/filter-strip.tsx'
import { nextSort, paramsOfSort } from './fix-view.ts'
import { FocusedProblem, GridChanges } from './grid/grid-announcements.tsx'
import { GridPane } from './grid/grid-pane.tsx'
import type { Rows } from './grid/rows/use-rows.ts'
import { ChangedElsewhere, NoRows } from './no-rows.tsx'
import { coveredBy, paneColumns, paneRows, PaneSeparator } from './panes.tsx'
import { NextActs } from './bars/next-acts.tsx'
import { SheetBar } from './bars/sheet-bar.tsx'
import { Toolbar } from './bars/toolbar.tsx'
import { type PanesProps, useWorkbench, type Workbench } from './use-workbench.ts'

const StillCauses = memo(Causes)
const StillInspector = memo(Inspector)
const StillNextActs = memo(NextActs)

export function Workbench({
  batch,
  sheets,
  view: now,
}: Pick<PanesProps, 'batch' | 'sheets' | 'view'>): ReactNode {
  const [isForProblem] = useState(wasOpenedForProblem)
  const toFocus = useRef(isForProblem)
  const order = useRef<readonly string[]>([])
  const top = useRef(0)
  const kept = useMemo(() => ({ order, top }), [])
  const [tab, onTab] = useState<InspectorTab>('account')
  const view = useMemo(() => now, [JSON.stringify(now)])
  const shown = useMemo(() => sheets.filter((one) => one.role !== 'unused' || !one.info.hidden), [sheets])
  const sheet =
    shown.find((one) => one.position === view.sheet) ?? shown.find((one) => one.role === 'main') ?? shown[0]
  if (sheet === undefined) return <NoRows show="all" view={view} sheet={null} />
  const shared = { batch, sheets: shown, sheet, view, toFocus, tab, onTab, kept }
  return <Panes key={sheet.position} {...shared} />
}

function Panes(props: PanesProps): ReactNode {
  const shared = useWorkbench(props)
  const { panes, large, bulk } = shared
  const { batch, sheet } = props
  const { shown, place } = panes.account
  // Over an empty list it would hide why there is none.
  const isAccountShown = shown && (place === 'beside' || shared.rows.state.total !== 0)
  return (
    <div className="@container h-full min-h-0">
      <div
        className="relative grid h-full min-h-0"
        style={{
          gridTemplateColumns: paneColumns(panes),
          gridTemplateRows: paneRows(isAccountShown && place === 'below'),
        }}
      >
        <Bars {...props} shared={shared} />
        {panes.causes.shown && <CausesPane {...props} shared={shared} />}
        <RowsPane {...props} shared={shared} />
        {isAccountShown && <AccountPane {...props} shared={shared} />}
        <StillNextActs batch={batch} view={props.view} onChosen={shared.onChosen} />
        <FocusedProblem row={shared.row} plan={shared.plan} />
        <GridChanges total={shared.exactTotal} sheet={sheet} sort={shared.sort} />
        {large.dialog}
        {shared.asking !== null && (
          <DecideDialog
            batch={batch}
            asking={shared.asking}
            onClose={() => {
              shared.ask(null)
              setTimeout(shared.toGrid)
            }}
          />
        )}
        {bulk.kind !== null && <BulkChange {...props} shared={shared} kind={bulk.kind} />}
      </div>
    </div>
  )
}

type PartProps = PanesProps & { readonly shared: Workbench }

function CausesPane({ batch, sheets, view, kept, shared }: PartProps): ReactNode {
  return (
    <nav
      aria-label={fixTexts.causesLabel}
      data-pane="causes"
      className="relative col-start-1 row-span-5 row-start-1 min-h-0 min-w-0 border-r border-line"
    >
      <StillCauses
        batch={batch}
        sheets={sheets}
        view={view}
        pane={shared.panes.causes}
        onFix={shared.openFor}
        edits={shared.cures}
        onChosen={shared.onChosen}
        kept={kept}
      />
      <PaneSeparator name="causes" pane={shared.panes.causes} />
    </nav>
  )
}

const accountPlaces = {
  beside: 'relative col-start-3 row-span-5 row-start-1 min-h-0 min-w-0 border-l border-line',
  over: 'absolute top-[50px] right-0 bottom-8 z-20 overflow-hidden rounded-l-xl border-y border-l border-line bg-pane shadow-lift',
  below: 'col-start-2 row-start-5 min-h-0 min-w-0 border-t border-line',
} as const

/** The account beside the grid; over it in a narrow window, and below it in the narrowest. */
function AccountPane({ batch, sheets, shared, tab, onTab }: PartProps): ReactNode {
  const { account } = shared.panes
  return (
    <aside
      aria-label={fixTexts.inspector}
      data-pane="account"
      className={accountPlaces[account.place]}
      style={account.place === 'over' ? { width: account.width } : undefined}
    >
      {account.place === 'beside' && <PaneSeparator name="account" pane={account} />}
      <StillInspector
        batch={batch}
        sheets={sheets}
        edits={shared.edits}
        tab={tab}
        onTab={onTab}
        isLow={account.place === 'below'}
        onClose={account.place === 'beside' ? null : shared.closeAccount}
        onWalk={shared.walkAccounts}
        {...shared.beside}
      />
    </aside>
  )
}

/** Toolbar and filters above the rows, the sheets below them. */
function Bars({ batch, sheets, sheet, view, shared }: PartProps): ReactNode {
  const { rows, edits, filter, accounts, problems, panes } = shared
  return (
    <>
      <div className="@container col-start-2 row-start-1 grid min-w-0">
        <Toolbar
          batch={batch}
          view={view}
          sheet={sheet.position}
          sheets={sheets}
          filter={filter}
          selected={accounts}
          edits={edits}
          panes={panes}
          columns={shared.columns}
          hasProblems={shared.hasProblems}
          onReplace={shared.replace}
          onMasks={() => void rows.reload()}
          onLeaveSearch={shared.toGrid}
        />
      </div>
      <div className="col-start-2 row-start-2 grid min-w-0">
        <FilterStrip
          batch={batch}
          view={view}
          sheet={sheet}
          accountKey={view.account === null ? null : keyOf(rows, view.account)}
          history={edits.history}
        />
      </div>
      <div className="col-start-2 row-start-4 grid min-w-0">
        <SheetBar
          batch={batch}
          sheets={sheets}
          sheet={sheet}
          problems={problems.bySheet}
          onProblem={shared.walk}
          selected={accounts}
          filter={filter}
          shown={shared.shown}
          total={rows.state.total}
          exact={rows.state.exact}
          newer={rows.newer}
          onRenew={shared.renew}
          reported={edits.reported}
        />
      </div>
    </>
  )
}

/** The grid, or the reason why there is none. */
function RowsPane({ batch, sheets, sheet, view, shared, toFocus }: PartProps): ReactNode {
  const titles = useFieldTitles(batch.catalogue)
  const { rows, edits } = shared
  const { total, error } = rows.state
  return (
    <section
      aria-label={fixTexts.grid}
      data-pane="grid"
      className="relative col-start-2 row-start-3 min-h-0 min-w-0 overflow-hidden"
    >
      {error !== null && total === null ? (
        <ErrorState error={error} onRetry={rows.renew} />
      ) : total === 0 ? (
        <NoRows
          show={view.show}
          view={view}
          sheet={sheet.info.name}
          elsewhere={<ChangedElsewhere batch={batch.id} sheets={sheets} />}
        />
      ) : (
        <GridPane
          rows={rows}
          titles={titles}
          columns={shared.columns}
          sheet={sheet}
          source={shared.source}
          selection={shared.selection}
          onSelect={shared.select}
          from={shared.from}
          onEdit={(words, changes) => void edits.apply(words, changes)}
          onLarge={shared.large.ask}
          onSort={(by) => setParams(paramsOfSort(nextSort(view.sort, by)))}
          gridRef={shared.grid}
          scroller={shared.scroller}
          onBulk={shared.bulk.open}
          awaitsRows={toFocus}
          covered={coveredBy(shared.panes.account)}
          place={shared.panes.account.shown ? shared.panes.account.place : null}
          factsOf={shared.factsOf}
          undo={{
            label: undoWords(edits.toUndo?.words),
            run: edits.toUndo === null ? null : edits.undo,
          }}
          onDecide={shared.accounts.length === 0 ? null : shared.decideAbout}
        />
      )}
      {total === null && error === null && (
        <span role="status" className="sr-only">
          {texts.common.loading}
        </span>
      )}
    </section>
  )
}

function BulkChange({ batch, view, shared, kind }: PartProps & { readonly kind: Kind }): ReactNode {
  const { bulk, place, edits } = shared
  return (
    <BulkDialog
      batch={batch}
      kind={kind}
      onKind={bulk.setKind}
      where={bulk.where ?? firstWhere(place)}
      place={place}
      code={view.problem?.code}
      cause={bulk.cause}
      offers={bulk.offers}
      onOffer={bulk.take}
      hasProblems={shared.problems.onColumn}
      draft={bulk.draft}
      onDraft={bulk.setDraft}
      edits={edits}
      onClose={() => {
        bulk.close()
        // Once the dialog, which holds the focus, is gone.
        setTimeout(() => shared.grid.current?.focus())
      }}
    />
  )
}

/** The rows that a decision about all of them is for; null while they are not exact. */
function keyOf(rows: Rows, account: number): string | null {
  return rows.list.loaded().find((row) => row.account?.id === account)?.account?.key ?? null
}
