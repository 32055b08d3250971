// Virtual list of the accounts that match the filter: state, service status, age, what to do, and the available
// actions. More are fetched as the end comes into view.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleCheck, ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { AccountLine } from '../../../../shared/contract/views.ts'
import { onTheWay } from '../../../../shared/status/counts.ts'
import { api } from '../../../app/engine.ts'
import { setParams } from '../../../app/route.ts'
import { IconButton } from '../../../components/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { StateMark, wordOf } from '../../../components/state-badge.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { VirtualList } from '../../../components/lists/virtual-list.tsx'
import { AccountRow, columns } from './account-row.tsx'
import { findListParams } from '../../../accounts/find-list/find-list-params.ts'
import { HoldDialog } from '../../../accounts/hold-dialog.tsx'
import {
  askFor,
  isFlag,
  listIn,
  type ListFilter,
  mainFilters,
  markOf,
  wordIn,
} from '../../../accounts/list-filter.ts'
import { ListHead, useChosen } from './list-choice.tsx'
import { texts } from '../../../texts/common.ts'
import { findListTexts } from '../../../texts/find-list.ts'
import { watchTexts } from '../../../texts/watch/watch.ts'

const words = watchTexts.list
const pageSize = 100

export function AccountList(props: {
  readonly batch: BatchView
  readonly shown: ListFilter
  /** The account whose history is open. */
  readonly account: number | null
}): ReactNode {
  const { batch, shown } = props
  const [holding, setHolding] = useState<AccountLine | null>(null)
  const list = useAccounts(batch.id, shown)
  const chosen = useChosen(`${batch.id} ${shown}`, list.isPlaceholderData)
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
            grows
            keyOf={(line) => line.id}
            className="flex-1"
            busy={list.isPlaceholderData}
            onEnd={() => {
              if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
            }}
          >
            {(line) => (
              <AccountRow
                line={line}
                open={line.id === props.account}
                chosen={chosen}
                onHold={() => setHolding(line)}
              />
            )}
          </VirtualList>
        </>
      )}
      {holding !== null && <HoldDialog account={holding} onClose={() => setHolding(null)} />}
    </div>
  )
}

function useAccounts(batch: number, shown: ListFilter) {
  return useInfiniteQuery({
    ...api.accounts.list.infiniteOptions({
      input: (offset: number) => ({ batch, ...askFor(shown), offset, limit: pageSize }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => {
        const loaded = pages.reduce((sum, page) => sum + page.accounts.length, 0)
        return last.accounts.length === 0 || loaded >= last.total ? undefined : loaded
      },
    }),
    placeholderData: keepPreviousData,
  })
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
  const { stuck, mindChanged } = batch.processing
  const isTab = isFlag(shown) || mainFilters.some((one) => one === shown)
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 px-3">
      <Tabs
        label={words.filters}
        look="filled"
        value={isTab ? shown : ''}
        onChange={(value) => setParams({ show: value === 'need' ? null : value })}
        tabs={[
          { value: 'need', label: words.need, count: need.data?.total },
          { value: 'moving', label: words.moving, count: onTheWay(batch) },
          { value: 'done', label: words.done, count: states.done },
          {
            value: 'not-sent',
            label: words.notSent,
            count: states.invalid + states.rejected + states.unvalidated + states.validated,
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
      <IconButton
        icon={ListChecks}
        label={texts.palette.findList}
        className="ml-auto"
        onClick={() => setParams(findListParams)}
      />
    </div>
  )
}

function labelOf(shown: ListFilter): ReactNode {
  const mark = markOf(shown)
  if (listIn(shown) !== null) return findListTexts.filter
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
  const { title, body } = words.nothing[kind]
  const over =
    kind === 'need' && onTheWay(batch) === 0 && batch.states.done + batch.excluded === batch.accounts
  return (
    <EmptyState icon={CircleCheck} title={over ? words.nothingDone : title} className="p-4">
      {body}
    </EmptyState>
  )
}
