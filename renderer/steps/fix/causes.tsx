// Problems by cause, most accounts freed first: what it is, where, how many accounts; a press filters the grid to them.
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
import { ErrorState, GroupLabel, SkeletonRows } from '../../parts/panel.tsx'
import { fixTexts } from './fix-texts.ts'
import { type FixView, isCause, paramsOfCause } from './fix-view.ts'

export function Causes(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly view: FixView
}): ReactNode {
  const { batch, sheets, view } = props
  const groups = useQuery(api.problems.groups.queryOptions({ input: { batch: batch.id } }))
  if (groups.isPending) return <SkeletonRows className="p-4" rows={7} />
  if (groups.isError) return <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />
  if (groups.data.length === 0) return <NoCauses batch={batch} />
  return (
    <div className="h-full overflow-y-auto overscroll-contain p-2">
      <GroupLabel className="px-2 pt-1 pb-1.5">{fixTexts.causes}</GroupLabel>
      <ul aria-label={fixTexts.causesLabel} className="grid gap-0.5">
        {groups.data.map((group) => (
          <li key={[group.code, group.source, group.field, group.sheet, group.column].join('|')}>
            <CauseButton group={group} sheets={sheets} chosen={isCause(view.cause, group)} />
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

function CauseButton(props: {
  readonly group: ProblemGroup
  readonly sheets: readonly SheetView[]
  readonly chosen: boolean
}): ReactNode {
  const { group, sheets, chosen } = props
  const sheet = sheets.find((one) => one.position === group.sheet)
  const column = group.column === null ? undefined : sheet?.info.columns[group.column]?.name
  const service = group.source !== 'local' && group.source !== 'file'
  const places = [
    ...(service ? [fixTexts.byService] : []),
    column ?? fixTexts.noCell,
    group.code ?? fixTexts.noCode,
    ...(chosen && group.field !== null ? [group.field] : []),
  ]
  const title = fixTexts.causeOf(
    group.code,
    group.title === group.code || group.field === null ? null : group.title,
  )
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => setParams(paramsOfCause(chosen ? null : group))}
      title={`${fixTexts.problemsIn(group.problems, group.accounts)}\n${group.message}`}
      className={cx(
        'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-md px-2 py-[7px] text-left transition-colors duration-100',
        chosen ? 'bg-sel' : 'hover:bg-hover',
      )}
    >
      <span className="font-medium wrap-break-word">{title}</span>
      <span className={cx('font-semibold', service ? 'text-warn' : 'text-bad')}>
        {format.number(group.accounts)}
      </span>
      <span
        className={cx(
          'col-span-2 text-xs leading-[16px] text-soft wrap-break-word',
          chosen ? 'line-clamp-6' : 'line-clamp-2',
        )}
      >
        {group.message}
      </span>
      <span className={cx('col-span-2 text-2xs', chosen ? 'text-soft wrap-anywhere' : 'truncate text-faint')}>
        {places.join(' · ')}
      </span>
    </button>
  )
}
