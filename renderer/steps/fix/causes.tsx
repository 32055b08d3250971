// Problems by cause, most accounts freed first: what it is, where, how many accounts; a press filters the grid to them and
// says more of it.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { ProblemGroup, SheetView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'
import { toFix } from '../../app/batch-parts.ts'
import { setParams } from '../../app/route.ts'
import { cx } from '../../parts/classes.ts'
import { format } from '../../parts/format.ts'
import { ErrorState, SkeletonRows } from '../../parts/panel.tsx'
import { bulkTexts } from './bulk/bulk-texts.ts'
import { causeWords } from './filter-strip.tsx'
import { fixTexts } from './fix-texts.ts'
import { type FixView, isCause, paramsOfCause } from './fix-view.ts'

export function Causes(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly view: FixView
  /** Opens the fix of the cells that the chosen cause stands on. */
  readonly onFix: (group: ProblemGroup, column: number) => void
}): ReactNode {
  const { batch, sheets, view } = props
  const groups = useQuery(api.problems.groups.queryOptions({ input: { batch: batch.id } }))
  if (groups.isPending) return <SkeletonRows className="p-4" rows={7} />
  if (groups.isError) return <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />
  if (groups.data.length === 0) return <NoCauses batch={batch} />
  return (
    <div className="h-full overflow-y-auto overscroll-contain p-1.5">
      <ul aria-label={fixTexts.causesLabel} className="grid gap-0.5">
        {groups.data.map((group) => (
          <li key={[group.code, group.source, group.field, group.sheet, group.column].join('|')}>
            <Cause group={group} sheets={sheets} chosen={isCause(view.problem, group)} onFix={props.onFix} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function NoCauses({ batch }: { readonly batch: BatchView }): ReactNode {
  const ready = batch.states.ready
  return (
    <div className="grid gap-1 p-4">
      <CircleCheck size={20} strokeWidth={1.6} aria-hidden className="mb-1 text-ok" />
      <p className="font-medium">{toFix(batch) === 0 ? fixTexts.empty.fix : fixTexts.noCauses}</p>
      <p className="text-xs text-soft">{ready > 0 ? fixTexts.noCausesReady(ready) : fixTexts.noCausesDone}</p>
    </div>
  )
}

type CauseProps = {
  readonly group: ProblemGroup
  readonly sheets: readonly SheetView[]
  readonly chosen: boolean
}

function Cause(
  props: CauseProps & { readonly onFix: (group: ProblemGroup, column: number) => void },
): ReactNode {
  const { group, chosen } = props
  const { column } = group
  return (
    <div className={cx('rounded-md', chosen && 'bg-sel')}>
      <CauseButton {...props} />
      {chosen && column !== null && (
        <div className="px-1 pb-1">
          <button
            type="button"
            onClick={() => props.onFix(group, column)}
            className="h-6 rounded px-1 text-xs font-medium text-accent hover:underline"
          >
            {bulkTexts.fixAll}…
          </button>
        </div>
      )}
    </div>
  )
}

function CauseButton(props: CauseProps): ReactNode {
  const { group, sheets, chosen } = props
  const sheet = sheets.find((one) => one.position === group.sheet)
  const column = group.column === null ? undefined : sheet?.info.columns[group.column]?.name
  const service = group.source !== 'local' && group.source !== 'file'
  const places = [
    ...(service ? [fixTexts.byService] : []),
    ...(column !== undefined ? [column] : chosen || !service ? [fixTexts.noCell] : []),
    group.code ?? fixTexts.noCode,
    ...(chosen && group.field !== null ? [group.field] : []),
  ]
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => setParams(paramsOfCause(chosen ? null : group))}
      title={`${fixTexts.problemsIn(group.problems, group.accounts)}\n${group.message}`}
      className={cx(
        'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-md px-2 py-1.5 text-left transition-colors duration-100',
        !chosen && 'hover:bg-hover',
      )}
    >
      <span className="leading-[18px] font-medium wrap-break-word">{causeWords(group)}</span>
      <span className={cx('leading-[18px] font-semibold', service ? 'text-warn' : 'text-bad')}>
        {format.number(group.accounts)}
      </span>
      {chosen && (
        <span className="col-span-2 line-clamp-6 text-xs leading-4 text-soft wrap-break-word">
          {group.message}
        </span>
      )}
      <span className={cx('col-span-2 text-2xs', chosen ? 'text-soft wrap-anywhere' : 'truncate text-faint')}>
        {places.join(' · ')}
      </span>
    </button>
  )
}
