// The three panes and what ties them: one list of rows, one selection, one way to edit. Keys that act on the step as a
// whole are here; a text field keeps its own undo.
import { CompactSelection, type DataEditorRef, type GridSelection } from '@glideapps/glide-data-grid'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { GridRow, SheetView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'
import { texts } from '../../app/texts.ts'
import { useShortcuts } from '../../app/keys.ts'
import { ErrorState } from '../../parts/panel.tsx'
import { toast } from '../../parts/toast.tsx'
import type { FocusedCell } from './account-form-view.tsx'
import { Causes } from './causes.tsx'
import { fixTexts } from './fix-texts.ts'
import { type FixView, filterOf } from './fix-view.ts'
import { badgeWidth } from './grid-cells.ts'
import { type GridColumnPlan, planColumns } from './grid-columns.ts'
import { GridPane } from './grid-pane.tsx'
import { Inspector } from './inspector.tsx'
import { NoRows } from './no-rows.tsx'
import { cellSentences } from './problem-tip.tsx'
import { nextProblem, problemPlaces, sheetColumn } from './problem-walk.ts'
import { SheetBar } from './sheet-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { useEdits } from './use-edits.ts'
import { type Rows, useRows } from './use-rows.ts'

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
  const edits = useEdits(batch.id, sheet.position, rows.list)
  const { plans, resize } = useColumns(batch, sheet, rows)
  const grid = useRef<DataEditorRef>(null)
  const { selection, select, moveTo } = useSelection(rows, plans, view, grid)
  const row = selection.current === undefined ? undefined : rows.list.rowAt(selection.current.cell[1])
  const plan = selection.current === undefined ? undefined : plans[selection.current.cell[0]]
  const problems = useProblemsBySheet(batch.id)

  async function goToProblem(step: 1 | -1): Promise<void> {
    const [column, index] = selection.current?.cell ?? [-1, 0]
    const code = view.cause?.code
    const from = { column, row: index }
    const place = await nextProblem({ list: rows.list, plans, from, step, code })
    if (place === null) toast.notice('info', fixTexts.noMoreProblems)
    else moveTo(place.column, place.row)
    grid.current?.focus()
  }

  useShortcuts([
    { keys: 'mod+z', label: fixTexts.undo(edits.toUndo?.words ?? null), run: edits.undo },
    { keys: 'mod+y', label: fixTexts.redo(edits.toRedo?.words ?? null), run: edits.redo },
    { keys: 'mod+shift+z', label: fixTexts.redo(edits.toRedo?.words ?? null), run: edits.redo },
    { keys: 'f8', label: fixTexts.nextProblem, run: () => void goToProblem(1) },
    { keys: 'shift+f8', label: fixTexts.previousProblem, run: () => void goToProblem(-1) },
  ])

  const total = rows.state.total
  return (
    <div
      className="grid h-full min-h-0 grid-cols-[212px_minmax(0,1fr)_300px] grid-rows-[44px_minmax(0,1fr)_28px] min-[1400px]:grid-cols-[232px_minmax(0,1fr)_328px]"
      onKeyDown={keepOwnUndo}
    >
      <div className="col-span-2 grid min-w-0">
        <Toolbar
          batch={batch}
          view={view}
          sheet={sheet.position}
          edits={edits}
          accountKey={view.account === null ? null : keyOf(rows, view.account)}
        />
      </div>
      <aside aria-label={fixTexts.inspector} className="row-span-3 min-h-0 min-w-0 border-l border-line">
        <Inspector
          batch={batch}
          sheets={sheets}
          account={row?.account?.id ?? (row === undefined ? view.account : null)}
          stray={row === undefined || row.account !== null ? null : (row.stray ?? fixTexts.inspectorStray)}
          edits={edits}
          focused={focusedCell(sheet, row, plan)}
        />
      </aside>
      <nav aria-label={fixTexts.causesLabel} className="row-span-2 min-h-0 min-w-0 border-r border-line">
        <Causes batch={batch} sheets={sheets} view={view} />
      </nav>
      <section aria-label={fixTexts.grid} className="relative min-h-0 min-w-0 overflow-hidden">
        {rows.state.error !== null && total === null ? (
          <ErrorState error={rows.state.error} onRetry={rows.renew} />
        ) : total === 0 ? (
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
          />
        )}
        {total === null && rows.state.error === null && (
          <span role="status" className="sr-only">
            {texts.common.loading}
          </span>
        )}
      </section>
      <SheetBar
        sheets={sheets}
        sheet={sheet}
        total={total}
        problems={problems}
        onProblem={(step) => void goToProblem(step)}
        selected={selectedAccounts(selection, rows)}
        canJudge={batch.connection !== null}
        newer={rows.newer}
        onRenew={rows.renew}
        told={edits.told}
      />
      <FocusedProblem row={row} plan={plan} />
    </div>
  )
}

function focusedCell(
  sheet: SheetView,
  row: GridRow | undefined,
  plan: GridColumnPlan | undefined,
): FocusedCell | null {
  if (row === undefined || plan?.kind !== 'cell') return null
  return { sheet: sheet.position, row: row.row, column: plan.index }
}

function useProblemsBySheet(batch: number): ReadonlyMap<number, number> {
  const groups = useQuery(api.problems.groups.queryOptions({ input: { batch } }))
  return useMemo(() => {
    const counts = new Map<number, number>()
    for (const { sheet, problems } of groups.data ?? [])
      if (sheet !== null) counts.set(sheet, (counts.get(sheet) ?? 0) + problems)
    return counts
  }, [groups.data])
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

function selectedAccounts(selection: GridSelection, rows: Rows): number[] {
  const range = selection.current?.range
  if (range === undefined) return []
  const accounts = new Set<number>()
  for (let index = range.y; index < range.y + range.height; index += 1) {
    const account = rows.list.rowAt(index)?.account
    if (account) accounts.add(account.id)
  }
  return [...accounts]
}

function useColumns(
  batch: BatchView,
  sheet: SheetView,
  rows: Rows,
): { readonly plans: readonly GridColumnPlan[]; readonly resize: (column: string, width: number) => void } {
  const [resized, setResized] = useState<ReadonlyMap<string, number>>(new Map())
  const ready = rows.state.total !== null
  const [sample, setSample] = useState<readonly GridRow[]>([])
  if (ready && sample.length === 0 && (rows.state.total ?? 0) > 0) setSample(rows.list.loaded().slice(0, 60))
  const { mapping } = batch
  const words = useMemo(() => widestWord(batch), [JSON.stringify(batch.states)])
  const plans = useMemo(
    () =>
      planColumns({
        sheet,
        mapping,
        rows: sample,
        rowTitle: fixTexts.row,
        stateTitle: fixTexts.state,
        stateWidth: words + 26,
        resized,
      }),
    [sheet, JSON.stringify(mapping), sample, words, resized],
  )
  const resize = (column: string, width: number): void =>
    setResized((before) => new Map([...before, [column, width]]))
  return { plans, resize }
}

/** Pixels of the widest state that an account of the batch is in. */
function widestWord(batch: BatchView): number {
  const words = Object.entries(texts.states).flatMap(([state, word]) =>
    state === 'blocked' || batch.states[state as keyof BatchView['states']] > 0 ? [word] : [],
  )
  const ended = batch.states.settled > 0 ? Object.values(texts.outcomes) : []
  return Math.max(...[...words, ...ended].map(badgeWidth))
}

const nothing: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() }

function oneCell(column: number, row: number): GridSelection {
  return {
    ...nothing,
    current: { cell: [column, row], range: { x: column, y: row, width: 1, height: 1 }, rangeStack: [] },
  }
}

/** Starts at the first problem of a new list and stays on its row when rows come and go. */
function useSelection(
  rows: Rows,
  plans: readonly GridColumnPlan[],
  view: FixView,
  grid: { readonly current: DataEditorRef | null },
) {
  const { list, state } = rows
  const [selection, setSelection] = useState<GridSelection>(nothing)
  const started = useRef<unknown>(null)
  const held = useRef<number | null>(null)

  function select(next: GridSelection): void {
    held.current = next.current === undefined ? null : (list.rowAt(next.current.cell[1])?.row ?? null)
    setSelection(next)
  }

  useEffect(() => {
    if (state.total === null || plans.length === 0) return
    if (started.current !== list) {
      started.current = list
      if (state.total === 0) return select(nothing)
      const again = held.current === null ? undefined : list.indexOf(held.current)
      const index = again ?? 0
      const [first = 1] = problemPlaces(list, plans, index, view.cause?.code)
      select(oneCell(first, index))
      // The columns get their widths with the first rows; scrolling waits for them.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => grid.current?.scrollTo(first, index, 'both', 24, 0)),
      )
      return
    }
    const { current } = selection
    if (current === undefined || held.current === null) return
    const index = list.indexOf(held.current)
    if (index !== undefined && index !== current.cell[1]) setSelection(oneCell(current.cell[0], index))
    // Runs anew once a version of the list.
  }, [list, state.version])

  /** The grid scrolls to its selection by itself; asked once more in the same turn it would go the same way twice. */
  function moveTo(column: number, row: number): void {
    select(oneCell(column, row))
  }
  return { selection, select, moveTo }
}
