// The strip between toolbar and grid: how many rows are shown, what narrows them as chips that can be taken away, and at
// its ends the buttons that show and hide the panes. It is always there, so nothing moves when a filter comes or goes.
import { useQuery } from '@tanstack/react-query'
import { PanelLeft, PanelRight, RefreshCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { ProblemGroup, SheetView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'
import { setParams } from '../../app/route.ts'
import { cx } from '../../parts/classes.ts'
import { wordOf } from '../../parts/state-badge.tsx'
import { Tooltip } from '../../parts/tooltip.tsx'
import { fixTexts } from './fix-texts.ts'
import {
  type FixView,
  isCause,
  type ParamChanges,
  paramsOfCause,
  paramsOfNothing,
  paramsOfStandings,
  type ProblemFilter,
} from './fix-view.ts'
import { type PaneName, type Panes, paneWidth, togglePane } from './panes.tsx'

export type FilterStripProps = {
  readonly batch: BatchView
  readonly view: FixView
  readonly sheet: SheetView
  readonly panes: Panes
  readonly total: number | null
  /** How many rows match now, where that differs from what is shown. */
  readonly newer: number | null
  readonly onRenew: () => void
  /** Of the one account that is shown. */
  readonly accountKey: string | null
}

export function FilterStrip(props: FilterStripProps): ReactNode {
  const { panes, total, newer } = props
  const chips = useChips(props)
  return (
    <div className="flex min-w-0 items-stretch border-b border-line bg-head text-xs text-soft">
      <div
        className="flex shrink-0 items-center gap-1 border-r border-line px-1.5"
        style={panes.causes.shown ? { width: paneWidth('causes', panes.causes) } : undefined}
      >
        <PaneButton name="causes" panes={panes} />
        {panes.causes.shown && (
          <span className="ml-auto truncate pr-1.5 text-2xs text-faint" title={fixTexts.causesOrderHint}>
            {fixTexts.causesOrder}
          </span>
        )}
      </div>
      <div className="flex min-w-0 flex-1 items-center gap-1.5 pr-1.5 pl-2.5">
        <span className="min-w-12 shrink-0">{total === null ? '' : fixTexts.rows(total)}</span>
        {newer !== null && (
          <Tooltip text={fixTexts.newerHint}>
            <button
              type="button"
              onClick={props.onRenew}
              className="flex h-[22px] shrink-0 items-center gap-1 rounded px-1.5 font-medium text-accent hover:bg-hover"
            >
              <RefreshCw size={12} aria-hidden />
              {fixTexts.newer(newer)}
            </button>
          </Tooltip>
        )}
        <ul
          aria-label={fixTexts.chips}
          className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto [scrollbar-width:none]"
        >
          {chips.map(({ words, without }) => (
            <li key={words} className="flex shrink-0">
              <button
                type="button"
                title={fixTexts.removeChip(words)}
                aria-label={fixTexts.removeChip(words)}
                onClick={() => setParams(without)}
                className="flex h-[22px] max-w-60 items-center gap-1 rounded bg-accent-bg pr-1 pl-2 font-medium text-accent hover:bg-sel"
              >
                <span className="truncate">{words}</span>
                <X size={12} aria-hidden className="shrink-0" />
              </button>
            </li>
          ))}
          {chips.length > 1 && (
            <li className="flex shrink-0">
              <button
                type="button"
                onClick={() => setParams(paramsOfNothing)}
                className="h-[22px] rounded px-1.5 font-medium hover:bg-hover hover:text-text"
              >
                {fixTexts.clearAll}
              </button>
            </li>
          )}
        </ul>
        <PaneButton name="account" panes={panes} />
      </div>
    </div>
  )
}

function PaneButton({ name, panes }: { readonly name: PaneName; readonly panes: Panes }): ReactNode {
  const { shown } = panes[name]
  const Icon = name === 'causes' ? PanelLeft : PanelRight
  const hint =
    name === 'causes'
      ? shown
        ? fixTexts.hideCauses
        : fixTexts.showCauses
      : shown
        ? fixTexts.hideAccount
        : fixTexts.showAccount
  return (
    <Tooltip text={hint} keys={name === 'causes' ? '[' : ']'}>
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => togglePane(name, shown)}
        className={cx(
          'flex h-6 shrink-0 items-center gap-1.5 rounded px-1.5 font-medium hover:bg-hover hover:text-text',
          shown ? 'text-soft' : 'text-text',
        )}
      >
        <Icon size={14} aria-hidden className="text-faint" />
        {name === 'causes' ? fixTexts.causes : fixTexts.inspector}
      </button>
    </Tooltip>
  )
}

type Chip = { readonly words: string; readonly without: ParamChanges }

function useChips({ batch, view, sheet, accountKey }: FilterStripProps): Chip[] {
  const groups = useQuery(api.problems.groups.queryOptions({ input: { batch: batch.id } }))
  const text = view.text.trim()
  const { standings, problem, account } = view
  return [
    ...(account === null
      ? []
      : [
          {
            words: accountKey === null ? fixTexts.onlyOne : fixTexts.only(accountKey),
            without: { account: null },
          },
        ]),
    ...(standings === null
      ? []
      : [
          {
            words: fixTexts.standing(standings.map(wordOf)),
            without: { ...paramsOfStandings(view, []), show: view.show === 'fix' ? null : view.show },
          },
        ]),
    ...(problem === null
      ? []
      : [{ words: problemWords(problem, groups.data ?? [], sheet), without: paramsOfCause(null) }]),
    ...(text === '' ? [] : [{ words: fixTexts.withText(text), without: { text: null } }]),
  ]
}

function problemWords(problem: ProblemFilter, groups: readonly ProblemGroup[], sheet: SheetView): string {
  const group = groups.find((one) => isCause(problem, one))
  if (group !== undefined) return causeWords(group)
  const column = problem.column === undefined ? undefined : sheet.info.columns[problem.column]?.name
  if (problem.code !== undefined) return fixTexts.causeOf(problem.code, column ?? problem.field ?? null)
  if (column !== undefined) return fixTexts.problemsOfColumn(column)
  return problem.field === null || problem.field === undefined
    ? fixTexts.problemsOfAccount
    : fixTexts.problemsOfField(problem.field)
}

/** What is wrong, in the words of the list of causes. */
export function causeWords(group: ProblemGroup): string {
  return fixTexts.causeOf(group.code, group.title === group.code || group.field === null ? null : group.title)
}
