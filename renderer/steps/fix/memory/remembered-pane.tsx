// List of all remembered repairs, newest first: review them, delete them, offer them again, and set how long repairs
// of removed batches are kept.
import { fieldWords, originWords } from './memory-words.ts'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff, History, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { RememberedRepair } from '../../../../shared/contract/fixing/memory.ts'
import { api, engine } from '../../../app/engine.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { VirtualList } from '../../../components/lists/virtual-list.tsx'
import { memoryTexts } from '../../../texts/fix/memory.ts'
import type { FieldTitles } from '../../../accounts/field-titles.ts'
import { ChangeLine } from '../../../accounts/change-preview/changed-text.tsx'

const pageSize = 200
const rowHeight = 46

export function RememberedPane({ titles }: { readonly titles: FieldTitles }): ReactNode {
  const [text, setText] = useState('')
  const looked = useDeferredValue(text.trim())
  const pages = useInfiniteQuery({
    ...api.memory.list.infiniteOptions({
      input: (offset: number) => ({ offset, limit: pageSize, ...(looked === '' ? {} : { text: looked }) }),
      initialPageParam: 0,
      getNextPageParam: (last, all) => {
        const loaded = all.reduce((sum, page) => sum + page.repairs.length, 0)
        return loaded < last.total ? loaded : undefined
      },
    }),
    placeholderData: keepPreviousData,
  })
  const first = pages.data?.pages[0]
  const repairs = pages.data?.pages.flatMap((page) => page.repairs) ?? []
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (first === undefined)
    return (
      <div className="grid gap-3 py-4">
        <p role="status" className="text-soft">
          {memoryTexts.lookingBack}
        </p>
        <SkeletonRows rows={6} />
      </div>
    )
  return (
    <div className="grid h-full min-h-0 grid-rows-[auto_minmax(0,1fr)_auto] gap-2 pt-3">
      <div className="flex items-center gap-3">
        <SearchField label={memoryTexts.search} value={text} onChange={setText} className="w-72" />
        <p role="status" className="text-xs text-faint">
          {memoryTexts.remembered({ n: first.total })}
        </p>
      </div>
      {repairs.length === 0 ? (
        <NoRepairs isSearch={looked !== ''} />
      ) : (
        <VirtualList
          label={memoryTexts.everything}
          items={repairs}
          rowHeight={rowHeight}
          grows
          keyOf={({ repair }) => repair}
          onEnd={() => {
            if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
          }}
          className="rounded-md border border-line"
        >
          {(repair) => <RememberedLine repair={repair} titles={titles} />}
        </VirtualList>
      )}
      <Retention days={first.days} kept={first.kept} />
    </div>
  )
}

function NoRepairs({ isSearch }: { readonly isSearch: boolean }): ReactNode {
  if (!isSearch)
    return (
      <EmptyState icon={History} title={memoryTexts.nothingYet}>
        {memoryTexts.nothingYetBody}
      </EmptyState>
    )
  return (
    <p role="status" className="p-4 text-soft">
      {memoryTexts.noneFound}
    </p>
  )
}

function RememberedLine(props: {
  readonly repair: RememberedRepair
  readonly titles: FieldTitles
}): ReactNode {
  const { repair } = props
  const client = useQueryClient()
  const { forgotten, column, fields, before, after, cells, origins, at } = repair
  const turn = useMutation({
    mutationFn: () => engine.memory[forgotten ? 'recall' : 'forget']({ repairs: [repair.repair] }),
    onError: toast.failed,
    onSuccess: () => client.invalidateQueries({ queryKey: api.memory.key() }),
  })
  return (
    <div className="grid grid-cols-[180px_minmax(0,1fr)_auto] items-center gap-3 border-b border-line py-1 pr-1.5 pl-2.5">
      <div className="min-w-0">
        <p className="text-sm wrap-anywhere">{column}</p>
        <p className="text-xs wrap-anywhere text-faint" title={fields.join(', ')}>
          {fieldWords(fields, props.titles)}
        </p>
      </div>
      <div className="min-w-0">
        <ChangeLine before={before} after={after} />
        <p className="text-xs wrap-anywhere text-faint">
          {forgotten && <span className="text-warn">{memoryTexts.notOffered} · </span>}
          {memoryTexts.cells({ n: cells })} · {originWords(origins)}
          {origins[0]?.batch === null && ` (${memoryTexts.removed})`} · <RelativeTime at={at} />
        </p>
      </div>
      <IconButton
        icon={forgotten ? RotateCcw : BellOff}
        size="small"
        label={forgotten ? memoryTexts.offerAgain : memoryTexts.forget}
        disabled={turn.isPending}
        onClick={() => turn.mutate()}
      />
    </div>
  )
}

const usualDays = [0, 30, 90, 365, 3_650]

/** How long repairs of removed batches are kept, and a button that deletes them now. */
function Retention({ days, kept }: { readonly days: number; readonly kept: number }): ReactNode {
  const [asking, setAsking] = useState<Asking | null>(null)
  const { keepFor, remove } = useRetention(() => setAsking(null))
  const choices = (usualDays.includes(days) ? usualDays : [...usualDays, days]).map((many) => ({
    value: String(many),
    label: memoryTexts.keepDays({ days: many }),
  }))
  return (
    <div className="flex h-8 items-center gap-2 text-sm text-soft">
      {memoryTexts.keepFor}
      <Select
        label={memoryTexts.keepFor}
        value={String(days)}
        choices={choices}
        onChange={(value) => {
          // For a shorter time: some of it may be deleted at once.
          if (Number(value) < days && kept > 0) setAsking(Number(value))
          else keepFor.mutate({ days: Number(value) })
        }}
        className="w-40"
      />
      <span className="ml-auto text-xs text-faint">
        {kept === 0 ? memoryTexts.keptNone : memoryTexts.kept({ n: kept })}
      </span>
      {kept > 0 && (
        <Button size="small" icon={Trash2} onClick={() => setAsking('delete')}>
          {memoryTexts.deleteKept}
        </Button>
      )}
      <DeleteDialog
        asking={asking}
        kept={kept}
        busy={remove.isPending || keepFor.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          if (typeof asking === 'number') keepFor.mutate({ days: asking })
          else remove.mutate({})
        }}
      />
    </div>
  )
}

/** Delete all now, or keep them for this number of days only. */
type Asking = 'delete' | number

function useRetention(onDone: () => void) {
  const client = useQueryClient()
  const done = (): void => {
    onDone()
    void client.invalidateQueries({ queryKey: api.memory.key() })
  }
  const keepFor = useMutation(api.memory.keepFor.mutationOptions({ onError: toast.failed, onSuccess: done }))
  const remove = useMutation(
    api.memory.removeKept.mutationOptions({
      onError: toast.failed,
      onSuccess: ({ removed }) => {
        toast.done(memoryTexts.deleted({ n: removed }))
        done()
      },
    }),
  )
  return { keepFor, remove }
}

function DeleteDialog(props: {
  readonly asking: Asking | null
  readonly kept: number
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}): ReactNode {
  const { asking, kept } = props
  const isShorter = typeof asking === 'number' && asking > 0
  return (
    <ConfirmDialog
      open={asking !== null}
      onClose={props.onClose}
      onConfirm={props.onConfirm}
      title={isShorter ? memoryTexts.shorterTitle : memoryTexts.deleteTitle}
      description={
        isShorter ? memoryTexts.shorterBody({ days: asking }) : memoryTexts.deleteBody({ n: kept })
      }
      action={memoryTexts.deleteKept}
      danger
      busy={props.busy}
    />
  )
}
