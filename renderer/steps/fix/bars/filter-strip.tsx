// Strip between toolbar and grid: the number of rows shown, the active filters as removable chips, and at the ends
// the buttons that toggle the panes. It is always visible, so nothing moves when a filter changes.
import { causeOf, causeWords } from '../../../accounts/cause-words.ts'
import { PanelLeft, PanelRight, RefreshCw, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { shapeWords } from '../../../../shared/sheet/value-shape.ts'
import type { RowSort } from '../../../../shared/fixing/row-filter.ts'
import type { EditView, ProblemGroup, SheetView } from '../../../../shared/contract/views.ts'
import { useProblemGroups } from '../../../accounts/problem-groups.ts'
import { setParams } from '../../../app/route.ts'
import { cx } from '../../../components/classes.ts'
import { wordOf } from '../../../components/state-badge.tsx'
import { shownText } from '../../../components/shown-text.ts'
import { Tooltip } from '../../../components/tooltip.tsx'
import { ColumnChooser } from '../grid/columns/column-chooser.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import {
  type FixView,
  isCause,
  type ParamChanges,
  paramsOfCause,
  paramsOfNothing,
  paramsOfSort,
  paramsOfCurrentStates,
  paramsOfValue,
  type ProblemFilter,
} from '../fix-view.ts'
import { gridTexts } from '../../../texts/fix/grid.ts'
import { type PaneName, type Panes, paneWidth, togglePane } from '../panes.tsx'
import { StateFilter } from './state-filter.tsx'
import type { Columns } from '../grid/columns/use-columns.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export type FilterStripProps = {
  readonly batch: BatchView
  readonly view: FixView
  readonly sheet: SheetView
  readonly panes: Panes
  readonly total: number | null
  /** How many rows match now, where that differs from what is shown. */
  readonly newer: number | null
  /** False while rows are still being looked for. */
  readonly exact: boolean
  readonly onRenew: () => void
  /** Of the one account that is shown. */
  readonly accountKey: string | null
  readonly columns: Columns
  readonly hasProblems: (column: number) => boolean
  readonly history: readonly EditView[]
}

export const FilterStrip = memo(function FilterStrip(props: FilterStripProps): ReactNode {
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
        <span className="min-w-12 shrink-0">
          {total === null
            ? ''
            : props.exact
              ? fixTexts.rows({ n: total })
              : fixTexts.rowsSoFar({ found: total })}
        </span>
        <StateFilter batch={props.batch} view={props.view} />
        {newer !== null && <RefreshButton newer={newer} total={total} onRenew={props.onRenew} />}
        <Chips chips={chips} />
        <ColumnChooser columns={props.columns} hasProblems={props.hasProblems} />
        <PaneButton name="account" panes={panes} />
      </div>
    </div>
  )
})

function RefreshButton(props: {
  readonly newer: number
  readonly total: number | null
  readonly onRenew: () => void
}): ReactNode {
  return (
    <Tooltip text={fixTexts.newerHint}>
      <button
        type="button"
        onClick={props.onRenew}
        className="flex h-[22px] shrink-0 items-center gap-1 rounded px-1.5 font-medium text-accent hover:bg-hover"
      >
        <RefreshCw size={12} aria-hidden />
        {props.newer === props.total ? fixTexts.refresh : fixTexts.newer({ n: props.newer })}
      </button>
    </Tooltip>
  )
}

/** The active filters; each can be removed. */
function Chips({ chips }: { readonly chips: readonly Chip[] }): ReactNode {
  return (
    <ul
      aria-label={fixTexts.chips}
      className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto [scrollbar-width:none]"
    >
      {chips.map(({ words, spoken = fixTexts.removeChip({ words }), without }) => (
        <li key={words} className="flex shrink-0">
          <button
            type="button"
            title={spoken}
            aria-label={spoken}
            onClick={() => setParams(without)}
            className="flex h-[22px] max-w-60 items-center gap-1 rounded bg-accent-bg pr-1 pl-2 font-medium text-accent hover:bg-sel"
          >
            <span className="truncate">{words}</span>
            <X size={12} aria-hidden className="shrink-0" />
          </button>
        </li>
      ))}
      {chips.filter((chip) => chip.spoken === undefined).length > 1 && (
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

type Chip = {
  readonly words: string
  /** Label of the remove button, if it is not a filter. */
  readonly spoken?: string
  readonly without: ParamChanges
}

function useChips({ batch, view, sheet, accountKey, history }: FilterStripProps): Chip[] {
  const { groups } = useProblemGroups(batch.id)
  const text = view.text.trim()
  const { currentStates, problem, account, value, edit, sort } = view
  const nameOf = (column: number): string =>
    sheet.info.columns.find((one) => one.index === column)?.name ?? ''
  return [
    ...(account === null
      ? []
      : [
          {
            words: accountKey === null ? fixTexts.onlyOne : fixTexts.only({ key: accountKey }),
            without: { account: null },
          },
        ]),
    ...(currentStates === null
      ? []
      : [
          {
            words: statesText(currentStates.map(wordOf)),
            without: { ...paramsOfCurrentStates(view, []), show: view.show === 'fix' ? null : view.show },
          },
        ]),
    ...(problem === null
      ? []
      : [{ words: problemWords(problem, groups, sheet), without: paramsOfCause(null) }]),
    ...(problem?.shape === undefined
      ? []
      : [{ words: sentenceOf(shapeWords(problem.shape)), without: { shape: null } }]),
    ...(edit === null
      ? []
      : [
          {
            words: editText(sentenceOf(history.find((one) => one.id === edit)?.words)),
            without: { edit: null },
          },
        ]),
    ...(value === null
      ? []
      : [
          {
            words: valueText(shownText(value.text), nameOf(value.column)),
            without: paramsOfValue(null),
          },
        ]),
    ...(text === '' ? [] : [{ words: fixTexts.withText({ text }), without: { text: null } }]),
    ...(sort === null
      ? []
      : [
          {
            words: `${sort.descending ? '↓' : '↑'} ${sortWords(sort, nameOf)}`,
            spoken: gridTexts.removeSort({ what: sortWords(sort, nameOf) }),
            without: paramsOfSort(null),
          },
        ]),
  ]
}

const mostStatesNamed = 3

function statesText(words: readonly string[]): string {
  return words.length > mostStatesNamed ? fixTexts.manyStates({ n: words.length }) : words.join(', ')
}

function editText(words: string | null | undefined): string {
  return words === null || words === undefined ? gridTexts.unknownEditChip : gridTexts.editChip({ words })
}

function valueText(text: string, column: string): string {
  return text === '' ? gridTexts.emptyChip({ column }) : gridTexts.valueChip({ text, column })
}

function problemWords(problem: ProblemFilter, groups: readonly ProblemGroup[], sheet: SheetView): string {
  const group = groups.find((one) => isCause(problem, one))
  if (group !== undefined) return causeWords(group)
  const column = problem.column === undefined ? undefined : sheet.info.columns[problem.column]?.name
  if (problem.code !== undefined) return causeOf(problem.code, column ?? problem.field ?? null)
  if (column !== undefined) return fixTexts.problemsOfColumn({ column })
  return problem.field === null || problem.field === undefined
    ? fixTexts.problemsOfAccount
    : fixTexts.problemsOfField({ field: problem.field })
}

/** Sort order in a word or by the column's name. */
export function sortWords({ by }: RowSort, nameOf: (column: number) => string): string {
  return typeof by === 'string' ? gridTexts.sortNames[by] : nameOf(by.column)
}
