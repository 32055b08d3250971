// The three panes and what ties them: one list of rows, one selection, one way to edit. Keys that act on the step as a
// whole are here; a text field keeps its own undo.
import type { DataEditorRef } from '@glideapps/glide-data-grid'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { GridRow, SheetView } from '../../../shared/views.ts'
import { texts } from '../../app/texts.ts'
import { useShortcuts } from '../../app/keys.ts'
import { ErrorState } from '../../parts/panel.tsx'
import { toast } from '../../parts/toast.tsx'
import type { FocusedCell } from './account-form-view.tsx'
import { BulkDialog } from './bulk/bulk-dialog.tsx'
import { bulkTexts } from './bulk/bulk-texts.ts'
import { kindFor } from './bulk/fix-draft.ts'
import { useBulk, useSelected } from './bulk/use-bulk.ts'
import { firstWhere, type Place } from './bulk/where.ts'
import { Causes } from './causes.tsx'
import { FilterStrip } from './filter-strip.tsx'
import { fixTexts } from './fix-texts.ts'
import { type FixView, filterOf } from './fix-view.ts'
import type { GridColumnPlan } from './grid-columns.ts'
import { GridPane } from './grid-pane.tsx'
import { Inspector } from './inspector.tsx'
import { NoRows } from './no-rows.tsx'
import { paneColumns, PaneSeparator, togglePane, usePanes } from './panes.tsx'
import { cellSentences } from './problem-tip.tsx'
import { nextProblem, sheetColumn } from './problem-walk.ts'
import { SheetBar } from './sheet-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { useColumns } from './use-columns.ts'
import { type Edits, useEdits } from './use-edits.ts'
import { useProblemPlaces } from './use-problem-places.ts'
import { type Rows, useRows } from './use-rows.ts'
import { selectedAccounts, useSelection } from './use-selection.ts'

type Props = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly view: FixView
}

export function Workbench({ batch, sheets, view }: Props): ReactNode {
  const shown = sheets.filter((one) => one.role !== 'unused' || !one.info.hidden)
  const sheet =
    shown.find((one) => one.position === view.sheet) ?? shown.find((one) => one.role === 'main') ?? shown[0]
  if (sheet === undefined) return <NoRows show="all" view={view} />
  return <Panes key={sheet.position} batch={batch} sheets={shown} sheet={sheet} view={view} />
}

function Panes({ batch, sheets, sheet, view }: Props & { readonly sheet: SheetView }): ReactNode {
  const filter = useMemo(() => filterOf(view), [JSON.stringify(view)])
  const rows = useRows(batch, sheet.position, filter)
  const edits = useEdits(batch.id, sheet.position, rows)
  const { plans, resize } = useColumns(batch, sheet, rows)
  const grid = useRef<DataEditorRef>(null)
  const { selection, select, moveTo } = useSelection(rows, plans, view, grid)
  const row = selection.current === undefined ? undefined : rows.list.rowAt(selection.current.cell[1])
  const plan = selection.current === undefined ? undefined : plans[selection.current.cell[0]]
  const problems = useProblemPlaces(batch.id, sheet.position)
  const panes = usePanes()
  const bulk = useBulk(rows, selection, plans)
  const selected = useSelected(selection, rows, plans)
  const focused = plan?.kind === 'cell' ? plan.index : null
  const place: Place = { sheet, filter, shown: rows.state.total, selected, focused }

  async function goToProblem(step: 1 | -1): Promise<void> {
    const [column, index] = selection.current?.cell ?? [-1, 0]
    const code = view.problem?.code
    const from = { column, row: index }
    const place = await nextProblem({ list: rows.list, plans, from, step, code })
    if (place === null) toast.notice('info', fixTexts.noMoreProblems)
    else moveTo(place.column, place.row)
    grid.current?.focus()
  }
  useStepKeys(edits, (step) => void goToProblem(step))
  useShortcuts([
    {
      keys: 'mod+h',
      label: bulkTexts.replaceTitle,
      run: () => {
        if (bulk.kind === null) bulk.open('replace', null)
      },
    },
  ])
  useShortcuts([
    {
      keys: '[',
      label: panes.causes.shown ? fixTexts.hideCauses : fixTexts.showCauses,
      run: () => togglePane('causes', panes.causes.shown),
    },
    {
      keys: ']',
      label: panes.account.shown ? fixTexts.hideAccount : fixTexts.showAccount,
      run: () => togglePane('account', panes.account.shown),
    },
  ])

  return (
    <div className="@container h-full min-h-0">
      <div
        className="grid h-full min-h-0 grid-rows-[44px_32px_minmax(0,1fr)_28px]"
        style={{ gridTemplateColumns: paneColumns(panes) }}
        onKeyDown={keepOwnUndo}
      >
        <div className="col-span-2 col-start-1 row-start-1 grid min-w-0">
          <Toolbar
            batch={batch}
            view={view}
            sheet={sheet.position}
            sheets={sheets}
            filter={filter}
            selected={selectedAccounts(selection, rows)}
            edits={edits}
            onReplace={() => bulk.open('replace', null)}
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
            onRenew={rows.renew}
            accountKey={view.account === null ? null : keyOf(rows, view.account)}
          />
        </div>
        {panes.causes.shown && (
          <nav
            aria-label={fixTexts.causesLabel}
            className="relative col-start-1 row-span-2 row-start-3 min-h-0 min-w-0 border-r border-line"
          >
            <Causes
              batch={batch}
              sheets={sheets}
              view={view}
              onFix={({ code }, column) => bulk.open(kindFor(code), { columns: column, rows: 'shown' })}
            />
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
              plans={plans}
              sheet={sheet}
              selection={selection}
              onSelect={select}
              onEdit={(words, changes) => void edits.apply(words, changes)}
              onResize={resize}
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
            sheets={sheets}
            sheet={sheet}
            problems={problems.bySheet}
            onProblem={(step) => void goToProblem(step)}
            selected={selectedAccounts(selection, rows)}
            canJudge={batch.connection !== null}
            told={edits.told}
          />
        </div>
        {panes.account.shown && (
          <aside
            aria-label={fixTexts.inspector}
            className="relative col-start-3 row-span-4 row-start-1 min-h-0 min-w-0 border-l border-line"
          >
            <PaneSeparator name="account" pane={panes.account} />
            <Inspector
              batch={batch}
              sheets={sheets}
              account={row?.account?.id ?? (row === undefined ? view.account : null)}
              stray={
                row === undefined || row.account !== null ? null : (row.stray ?? fixTexts.inspectorStray)
              }
              edits={edits}
              focused={focusedCell(sheet, row, plan)}
            />
          </aside>
        )}
        <FocusedProblem row={row} plan={plan} />
        {bulk.kind !== null && (
          <BulkDialog
            batch={batch}
            kind={bulk.kind}
            onKind={bulk.setKind}
            where={bulk.where ?? firstWhere(place)}
            place={place}
            code={view.problem?.code}
            hasProblems={problems.onColumn}
            fieldOf={(column) => fieldOf(plans, column)}
            list={rows.list}
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

function useStepKeys(edits: Edits, goToProblem: (step: 1 | -1) => void): void {
  const redo = fixTexts.redo(edits.toRedo?.words ?? null)
  useShortcuts([
    { keys: 'mod+z', label: fixTexts.undo(edits.toUndo?.words ?? null), run: () => edits.undo() },
    { keys: 'mod+y', label: redo, run: () => edits.redo() },
    { keys: 'mod+shift+z', label: redo, run: () => edits.redo() },
    { keys: 'f8', label: fixTexts.nextProblem, run: () => goToProblem(1) },
    { keys: 'shift+f8', label: fixTexts.previousProblem, run: () => goToProblem(-1) },
  ])
}

function focusedCell(
  sheet: SheetView,
  row: GridRow | undefined,
  plan: GridColumnPlan | undefined,
): FocusedCell | null {
  if (row === undefined || plan?.kind !== 'cell') return null
  return { sheet: sheet.position, row: row.row, column: plan.index }
}

function fieldOf(plans: readonly GridColumnPlan[], column: number): string | null {
  const plan = plans.find((one) => one.kind === 'cell' && one.index === column)
  return plan?.kind === 'cell' ? plan.field : null
}

/** Undo inside a text field is the field's; elsewhere it is the batch's. */
function keepOwnUndo(event: KeyboardEvent): void {
  const typing = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(event.target.tagName)
  if (typing && (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) event.stopPropagation()
}

/** Says the problem of the focused cell to those who do not see it. */
function FocusedProblem(props: {
  readonly row: GridRow | undefined
  readonly plan: GridColumnPlan | undefined
}): ReactNode {
  const column = sheetColumn(props.plan)
  const sentences = props.row === undefined || column === null ? [] : cellSentences(props.row, column)
  return (
    <p role="status" aria-live="polite" data-focused-problem className="sr-only">
      {sentences.length === 0 ? '' : `${props.plan?.title ?? ''}: ${sentences.join(' ')}`}
    </p>
  )
}

function keyOf(rows: Rows, account: number): string | null {
  return rows.list.loaded().find((row) => row.account?.id === account)?.account?.key ?? null
}
