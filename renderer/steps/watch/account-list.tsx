// The accounts of the chosen filter as a long list: state, the service's word, age, what to do, and the actions that go
// with it. Only what can be seen is in the page; more is asked for as the end comes into sight.
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, CirclePause, CirclePlay, Hourglass, RefreshCw, Repeat2, Wrench } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { AccountLine } from '../../../shared/views.ts'
import { onTheWay } from '../../app/batch-parts.ts'
import { api } from '../../app/engine.ts'
import { go, hrefOfStep, setParams } from '../../app/route.ts'
import { IconButton } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { cx } from '../../parts/classes.ts'
import { EmptyState, ErrorState, SkeletonRows } from '../../parts/panel.tsx'
import { useNow } from '../../parts/relative-time.tsx'
import { StateBadge, StateMark, wordOf } from '../../parts/state-badge.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { toast } from '../../parts/toast.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { Age } from './age.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { askFor, isFlag, type ListFilter, mainFilters, markOf, wordIn } from './list-filter.ts'
import { type Chosen, ListHead, mayLook, useChosen } from './list-choice.tsx'
import { watchTexts } from './watch-texts.ts'

const words = watchTexts.list
const pageSize = 100
const columns =
  'grid grid-cols-[16px_108px_106px_minmax(0,100px)_56px_minmax(0,1fr)_78px] items-center gap-2.5 px-4 min-[1500px]:grid-cols-[16px_160px_120px_minmax(0,160px)_80px_minmax(0,1fr)_78px]'

export function AccountList(props: {
  readonly batch: BatchView
  readonly shown: ListFilter
  /** The account whose story is open. */
  readonly account: number | null
}): ReactNode {
  const { batch, shown } = props
  const [holding, setHolding] = useState<AccountLine | null>(null)
  const chosen = useChosen(`${batch.id} ${shown}`)
  const list = useInfiniteQuery({
    ...api.accounts.list.infiniteOptions({
      input: (offset: number) => ({ batch: batch.id, ...askFor(shown), offset, limit: pageSize }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => {
        const loaded = pages.reduce((sum, page) => sum + page.accounts.length, 0)
        return last.accounts.length === 0 || loaded >= last.total ? undefined : loaded
      },
    }),
    placeholderData: keepPreviousData,
  })
  const lines = list.data?.pages.flatMap((page) => page.accounts) ?? []
  return (
    <div className="flex min-h-0 flex-1 flex-col border-t border-line">
      <Filters
        batch={batch}
        shown={shown}
        total={list.isPlaceholderData ? null : (list.data?.pages[0]?.total ?? null)}
      />
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <SkeletonRows className="p-4" rows={5} />
      ) : lines.length === 0 ? (
        <Nothing batch={batch} shown={shown} />
      ) : (
        <>
          <ListHead lines={lines} chosen={chosen} className={columns} />
          <VirtualList
            label={words.label}
            items={lines}
            rowHeight={44}
            keyOf={(line) => line.id}
            className={cx('flex-1', list.isPlaceholderData && 'opacity-60')}
            onEnd={() => {
              if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
            }}
          >
            {(line) => (
              <Row
                line={line}
                open={line.id === props.account}
                chosen={chosen}
                onHold={() => setHolding(line)}
              />
            )}
          </VirtualList>
        </>
      )}
      <HoldDialog account={holding} onClose={() => setHolding(null)} />
    </div>
  )
}

function Filters(props: {
  readonly batch: BatchView
  readonly shown: ListFilter
  readonly total: number | null
}): ReactNode {
  const { batch, shown } = props
  const { states } = batch
  const need = useQuery(
    api.accounts.list.queryOptions({ input: { batch: batch.id, ...askFor('need'), offset: 0, limit: 1 } }),
  )
  const { stuck, mindChanged } = batch.watching
  const isTab = isFlag(shown) || mainFilters.some((one) => one === shown)
  return (
    <div className="flex h-11 shrink-0 items-center px-3">
      <Tabs
        label={words.filters}
        look="filled"
        value={isTab ? shown : ''}
        onChange={(value) => setParams({ show: value === 'need' ? null : value })}
        tabs={[
          { value: 'need', label: words.need, count: need.data?.total },
          { value: 'moving', label: words.moving, count: onTheWay(batch) },
          { value: 'settled', label: words.settled, count: states.settled },
          {
            value: 'not-sent',
            label: words.notSent,
            count: states.blocked + states.refused + states.ready + states.cleared,
          },
          ...(stuck > 0 || shown === 'stuck'
            ? [{ value: 'stuck', label: words.stuckOnes, count: stuck }]
            : []),
          ...(mindChanged > 0 || shown === 'mind-changed'
            ? [{ value: 'mind-changed', label: words.mindChangedOnes, count: mindChanged }]
            : []),
          ...(batch.held > 0 || shown === 'held'
            ? [{ value: 'held', label: words.heldOnes, count: batch.held }]
            : []),
          ...(batch.excluded > 0 || shown === 'excluded'
            ? [{ value: 'excluded', label: words.excludedOnes, count: batch.excluded }]
            : []),
          ...(isTab ? [] : [{ value: '', label: labelOf(shown), count: props.total ?? undefined }]),
        ]}
      />
    </div>
  )
}

function labelOf(shown: ListFilter): ReactNode {
  const mark = markOf(shown)
  if (mark === null) return <span className="max-w-40 truncate font-mono text-xs">{wordIn(shown)}</span>
  return (
    <>
      <StateMark mark={mark} />
      {wordOf(mark)}
    </>
  )
}

function Nothing({ batch, shown }: { readonly batch: BatchView; readonly shown: ListFilter }): ReactNode {
  const kind = isFlag(shown) ? shown : (mainFilters.find((one) => one === shown) ?? 'state')
  const [title, body] = words.nothing[kind]
  const over =
    kind === 'need' && onTheWay(batch) === 0 && batch.states.settled + batch.excluded === batch.accounts
  return (
    <EmptyState icon={CircleCheck} title={over ? words.nothingSettled : title} className="p-4">
      {body}
    </EmptyState>
  )
}

/** What may be done about an account, at most three things; each is an icon with its name. */
function Actions({ line, onHold }: { readonly line: AccountLine; readonly onHold: () => void }): ReactNode {
  const look = useMutation(
    api.accounts.lookAgain.mutationOptions({
      onSuccess: () => toast.done(watchTexts.status.looked(1)),
      onError: toast.failed,
    }),
  )
  const { state, outcome, key } = line
  const mayFix = !line.excluded && (state === 'blocked' || state === 'refused' || outcome === 'failed')
  return (
    <span className="flex justify-end gap-0.5">
      {mayFix && (
        <IconButton
          size="small"
          icon={Wrench}
          label={words.actionFor(words.fix, key)}
          onClick={() => go(hrefOfStep(line.batch, 'fix', { account: String(line.id) }))}
        />
      )}
      {mayLook(line) && (
        <IconButton
          size="small"
          icon={RefreshCw}
          label={words.actionFor(words.look, key)}
          disabled={look.isPending}
          onClick={() => look.mutate({ accounts: [line.id] })}
        />
      )}
      <IconButton
        size="small"
        icon={line.held === null ? CirclePause : CirclePlay}
        label={words.actionFor(
          line.held === null ? words.hold : line.excluded ? words.changeExcluded : words.changeHold,
          key,
        )}
        onClick={onHold}
      />
    </span>
  )
}

function adviceOf(line: AccountLine, now: number): string {
  if (line.held !== null && line.heldUntil !== null && line.heldUntil > now)
    return words.heldUntil(line.heldUntil, line.held)
  if (line.advice !== null) return line.advice
  if (line.state === 'queued') return words.queued
  if (line.state === 'cleared') return words.cleared
  if (line.state === 'ready') return words.ready
  return line.state === 'watching' || line.state === 'sending' ? words.wait : words.fine
}

function Row(props: {
  readonly line: AccountLine
  readonly open: boolean
  readonly chosen: Chosen
  readonly onHold: () => void
}): ReactNode {
  const { line, chosen } = props
  const now = useNow()
  const advice = adviceOf(line, now)
  return (
    <div
      className={cx(
        columns,
        'h-11 border-b border-line transition-colors duration-100 hover:bg-hover',
        props.open && 'bg-accent-bg',
      )}
    >
      <Checkbox
        label={<span className="sr-only">{words.choose(line.key)}</span>}
        checked={chosen.has(line.id)}
        onChange={() => chosen.turn(line.id)}
        className="gap-0"
      />
      <button
        type="button"
        aria-label={words.open(line.key)}
        aria-expanded={props.open}
        onClick={() => setParams({ account: props.open ? null : String(line.id) })}
        className="truncate rounded text-left font-medium hover:text-accent"
      >
        {line.key}
      </button>
      <span className="flex items-center gap-1">
        <StateBadge state={line.state} outcome={line.outcome} held={null} excluded={line.excluded} />
        {line.mindChanged && (
          <span title={words.mindChangedMark}>
            <Repeat2 size={13} aria-label={words.mindChangedMark} className="text-warn" />
          </span>
        )}
      </span>
      <span
        title={line.serviceStatus ?? undefined}
        className={cx('truncate', line.serviceStatus === null ? 'text-soft' : 'font-mono text-xs')}
      >
        {line.serviceStatus ?? '–'}
      </span>
      <span
        title={line.stuck ? words.stuckMark : undefined}
        className={cx(
          'flex items-center gap-1 tabular-nums',
          line.stuck ? 'font-medium text-warn' : 'text-soft',
        )}
      >
        {line.stuck && <Hourglass size={12} aria-label={words.stuckMark} className="shrink-0" />}
        <span className="truncate">{line.since === null ? '–' : <Age since={line.since} />}</span>
      </span>
      <span
        title={advice}
        className={cx('line-clamp-2 text-xs', line.advice === null ? 'text-soft' : 'text-text')}
      >
        {advice}
      </span>
      <Actions line={line} onHold={props.onHold} />
    </div>
  )
}
