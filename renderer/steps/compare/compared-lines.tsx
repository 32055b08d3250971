// The lines of a comparison: account, what changed, and on each side its result with the codes of its problems. More are
// fetched as the end comes into view.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ListX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ComparedLine } from '../../../shared/contract/comparison.ts'
import type { ComparisonKind } from '../../../shared/sending/comparison.ts'
import { message, sentenceOf } from '../../../shared/texts/message.ts'
import { api } from '../../app/engine.ts'
import { hrefOfStep } from '../../app/route.ts'
import type { Tone } from '../../components/charts/mark-looks.ts'
import { cx } from '../../components/classes.ts'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { Tooltip } from '../../components/overlays/tooltip.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { Badge } from '../../components/state-badge.tsx'
import { compareTexts as words } from '../../texts/compare.ts'
import type { ComparedSide } from './compared-sides.ts'
import { wordsOfKind } from './kind-tabs.tsx'

const pageSize = 100
const columns =
  'grid grid-cols-[minmax(6.5rem,0.8fr)_10.5rem_minmax(0,1.5fr)_minmax(0,1.5fr)_4.25rem] gap-3 px-4'

type Result = NonNullable<ComparedLine['first']>['result']

const toneOfResult: Readonly<Record<Result, Tone>> = {
  created: 'done',
  already_there: 'still',
  whose_account_unsure: 'warn',
  failed: 'bad',
  cancelled: 'still',
  dry_run: 'still',
  dry_run_failed: 'bad',
  with_member: 'wait',
  in_progress: 'wait',
  unconfirmed: 'warn',
  queued: 'wait',
  ready: 'ok',
  not_validated: 'accent',
  to_fix: 'bad',
  held: 'still',
  excluded: 'still',
  validated: 'ok',
  rejected: 'warn',
}
const toneOfKind: Readonly<Record<ComparisonKind, string>> = {
  new_problems: 'text-bad',
  solved: 'text-ok',
  other_problems: 'text-warn',
  changed: 'text-text',
  only_first: 'text-soft',
  only_second: 'text-soft',
  same_problems: 'text-soft',
  same: 'text-soft',
}
/** Results that are looked at in Watch; the others are in Fix. */
const watched: ReadonlySet<Result> = new Set([
  'created',
  'already_there',
  'whose_account_unsure',
  'failed',
  'cancelled',
  'dry_run',
  'dry_run_failed',
  'with_member',
  'in_progress',
  'unconfirmed',
  'queued',
])

export function ComparedLines(props: {
  readonly first: ComparedSide
  readonly second: ComparedSide
  readonly names: { readonly first: string; readonly second: string }
  readonly kind: ComparisonKind | null
}): ReactNode {
  const { first, second, kind, names } = props
  const pages = useInfiniteQuery({
    ...api.comparison.lines.infiniteOptions({
      input: (offset: number) => ({ first, second, kind, offset, limit: pageSize }),
      initialPageParam: 0,
      getNextPageParam: (last, all) => {
        const loaded = all.reduce((sum, page) => sum + page.lines.length, 0)
        return last.lines.length === 0 || loaded >= last.total ? undefined : loaded
      },
    }),
    placeholderData: keepPreviousData,
  })
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (pages.data === undefined) return <SkeletonRows className="p-4" rows={8} />
  const lines = pages.data.pages.flatMap((page) => page.lines)
  if (lines.length === 0)
    return (
      <EmptyState icon={ListX} title={words.none}>
        {words.noneBody}
      </EmptyState>
    )
  return (
    <div className="flex min-h-0 flex-col">
      <div
        className={cx(columns, 'h-7 shrink-0 items-center border-b border-line bg-head text-xs text-soft')}
      >
        <span>{words.columns.account}</span>
        <span>{words.columns.change}</span>
        <span className="truncate" title={names.first}>
          {names.first}
        </span>
        <span className="truncate" title={names.second}>
          {names.second}
        </span>
        <Tooltip text={words.dataHint}>
          <span>{words.columns.data}</span>
        </Tooltip>
      </div>
      <VirtualList
        label={words.lines}
        items={lines}
        rowHeight={32}
        keyOf={(line) => `${line.first?.id ?? 0} ${line.second?.id ?? 0}`}
        className="flex-1"
        busy={pages.isPlaceholderData}
        onEnd={() => {
          if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
        }}
      >
        {(line) => <Line line={line} first={first} second={second} />}
      </VirtualList>
    </div>
  )
}

function Line(props: {
  readonly line: ComparedLine
  readonly first: ComparedSide
  readonly second: ComparedSide
}): ReactNode {
  const { line, first, second } = props
  return (
    <div className={cx(columns, 'h-full items-center border-b border-line')}>
      <span className="truncate font-medium" title={line.key}>
        {line.key}
      </span>
      <span className={cx('truncate', toneOfKind[line.kind])}>{wordsOfKind(line.kind)}</span>
      <Side of={line.first} batch={first.batch} />
      <Side of={line.second} batch={second.batch} />
      <span className="text-soft">
        {line.sameData === null ? '' : line.sameData ? words.sameData : words.otherData}
      </span>
    </div>
  )
}

function Side({ of, batch }: { readonly of: ComparedLine['first']; readonly batch: number }): ReactNode {
  if (of === null) return <span className="text-faint">{words.absent}</span>
  const { id, result, codes } = of
  const step = watched.has(result) ? 'watch' : 'fix'
  const shown = codes.map((code) => (code === '' ? words.noCode : code)).join(', ')
  return (
    <a
      href={hrefOfStep(batch, step, { account: String(id) })}
      className="flex min-w-0 items-center gap-2 hover:underline"
    >
      <Badge tone={toneOfResult[result]}>{wordsOfResult(result)}</Badge>
      <span className="truncate font-mono text-xs text-soft" title={shown}>
        {shown}
      </span>
    </a>
  )
}

function wordsOfResult(result: Result): string {
  return sentenceOf(message('report.compared_result', { result }))
}
