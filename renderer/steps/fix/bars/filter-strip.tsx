// Strip between toolbar and grid with the active filters as removable chips. It is there only while there are any.
import { causeOf, causeWords } from '../../../accounts/cause-words.ts'
import { Filter, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { shapeWords } from '../../../../shared/sheet/value-shape.ts'
import type { RowSort } from '../../../../shared/fixing/row-filter.ts'
import type { EditView, ProblemGroup, SheetView } from '../../../../shared/contract/views.ts'
import { useProblemGroups } from '../../../accounts/problem-groups.ts'
import { setParams } from '../../../app/route.ts'
import { cx } from '../../../components/classes.ts'
import { wordOf } from '../../../components/state-badge.tsx'
import { shownText } from '../../../components/text/shown-text.ts'
import { findListTexts } from '../../../texts/find-list.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import {
  type FixView,
  isCause,
  type ParamChanges,
  paramsOfCause,
  paramsOfNothing,
  paramsOfSort,
  paramsOfCurrentStates,
  paramsOfValues,
  type ProblemFilter,
} from '../fix-view.ts'
import { gridTexts } from '../../../texts/fix/grid.ts'
import { SinceMenu } from './since-menu.tsx'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export type FilterStripProps = {
  readonly batch: BatchView
  readonly view: FixView
  readonly sheet: SheetView
  /** Of the one account that is shown. */
  readonly accountKey: string | null
  readonly history: readonly EditView[]
}

export const FilterStrip = memo(function FilterStrip(props: FilterStripProps): ReactNode {
  const { groups } = useProblemGroups(props.batch.id)
  const chips = chipsOf(props, groups)
  if (chips.length === 0) return null
  return (
    <div className="flex h-8 min-w-0 items-center gap-1.5 border-b border-line bg-head px-2.5 text-xs text-soft">
      <Filter size={12} aria-hidden className="shrink-0" />
      <Chips chips={chips}>
        <SinceMenu view={props.view} groups={groups} />
      </Chips>
    </div>
  )
})

/** The active filters; each can be removed. */
function Chips({
  chips,
  children,
}: {
  readonly chips: readonly Chip[]
  /** A list item after them, or nothing. */
  readonly children: ReactNode
}): ReactNode {
  return (
    <ul
      aria-label={fixTexts.chips}
      className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto [scrollbar-width:none]"
    >
      {chips.map(({ words, spoken = fixTexts.removeChip({ words }), without, adds = false }) => (
        // A long one gives up words before the cross of another is out of sight.
        <li key={words} className={cx('flex', adds ? 'shrink-0' : 'min-w-16 shrink')}>
          <button
            type="button"
            title={spoken}
            aria-label={spoken}
            onClick={() => setParams(without)}
            className={cx(
              'flex h-[22px] max-w-80 min-w-0 items-center gap-1 rounded font-medium text-accent',
              adds ? 'px-2 hover:underline' : 'bg-accent-bg pr-1 pl-2 hover:bg-sel',
            )}
          >
            <span className="truncate">{words}</span>
            {!adds && <X size={12} aria-hidden className="shrink-0" />}
          </button>
        </li>
      ))}
      {children}
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

type Chip = {
  readonly words: string
  /** Label of the remove button, if it is not a filter. */
  readonly spoken?: string
  readonly without: ParamChanges
  /** It shows more rows instead of removing a filter. */
  readonly adds?: boolean
}

function chipsOf(
  { view, sheet, accountKey, history }: FilterStripProps,
  groups: readonly ProblemGroup[],
): Chip[] {
  const text = view.text.trim()
  const { currentStates, problem, account, values, edit, list, sort } = view
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
    ...(list === null ? [] : [{ words: findListTexts.filter, without: { list: null } }]),
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
    ...(values === null
      ? []
      : [
          {
            words: valueText(values.texts, nameOf(values.column)),
            without: paramsOfValues(null),
          },
        ]),
    ...(text === '' ? [] : textChips(text, isToFixOnly(view))),
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

/** The rows are those to fix because nothing else says which. */
function isToFixOnly({ show, account, problem, currentStates, edit }: FixView): boolean {
  return show === 'fix' && account === null && problem === null && currentStates === null && edit === null
}

/** A search within the accounts to fix says so, and offers all rows. */
function textChips(text: string, inToFix: boolean): Chip[] {
  if (!inToFix) return [{ words: fixTexts.withText({ text }), without: { text: null } }]
  return [
    { words: fixTexts.withTextToFix({ text }), without: { text: null } },
    { words: fixTexts.searchAll, spoken: fixTexts.searchAll, without: { show: 'all' }, adds: true },
  ]
}

const mostStatesNamed = 3

function statesText(words: readonly string[]): string {
  return words.length > mostStatesNamed ? fixTexts.manyStates({ n: words.length }) : words.join(', ')
}

function editText(words: string | null | undefined): string {
  return words === null || words === undefined ? gridTexts.unknownEditChip : gridTexts.editChip({ words })
}

function valueText(texts: readonly string[], column: string): string {
  const [first = ''] = texts
  if (texts.length > 1) return gridTexts.valuesChip({ n: texts.length, column })
  const text = shownText(first)
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
