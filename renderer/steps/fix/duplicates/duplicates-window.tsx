// Window that compares duplicates: the groups on the left; on the right one group in columns with its possible
// decisions.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { DuplicateGroup } from '../../../../shared/contract/fixing/duplicates.ts'
import { api } from '../../../app/engine.ts'
import { failureOf } from '../../../components/notices/failure.ts'
import { texts } from '../../../texts/common.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { Progress } from '../../../components/charts/progress.tsx'
import { StatusNote } from '../../../components/notices/status-note.tsx'
import { duplicatesTexts as words } from '../../../texts/fix/decisions/duplicates.ts'
import { rowsText } from './duplicates-words.ts'
import { GroupPane } from './group-pane.tsx'
import { type DuplicateActs, useDuplicateActs } from './use-duplicates.ts'

/** Groups listed at once. */
const pageSize = 200

export function DuplicatesWindow(props: {
  readonly batch: BatchView
  readonly onClose: () => void
}): ReactNode {
  const { batch, onClose } = props
  const list = useRef<HTMLUListElement>(null)
  const focusList = (): void => list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
  const acts = useDuplicateActs(batch.id, () => setTimeout(focusList))
  const duplicates = useGroups(batch, focusList)
  const { total, accounts, copies, version, isBuilding } = duplicates
  return (
    <Dialog
      open
      width="wide"
      title={words.title}
      description={total === 0 ? undefined : words.body({ all: accounts, groups: total })}
      onClose={() => {
        if (!acts.busy) onClose()
      }}
      actions={
        <>
          <StatusNote className="mr-auto text-sm" />
          {copies > 0 && version !== null && !isBuilding && (
            <Button busy={acts.busy} onClick={() => acts.keepCopies(version)}>
              {words.keepCopies({ count: copies })}
            </Button>
          )}
          {total > 1 && !isBuilding && <Button onClick={duplicates.next}>{words.next}</Button>}
          <Button onClick={onClose}>{texts.common.close}</Button>
        </>
      }
    >
      <Groups batch={batch} duplicates={duplicates} acts={acts} listRef={list} />
    </Dialog>
  )
}

/** The page of groups around the chosen one. */
function useGroups(batch: BatchView, focusList: () => void) {
  // Position among all groups: decided groups leave the list, and the next one takes their place.
  const [at, setAt] = useState(0)
  const offset = Math.floor(at / pageSize) * pageSize
  const found = useQuery({
    ...api.duplicates.groups.queryOptions({ input: { batch: batch.id, offset, limit: pageSize } }),
    enabled: batch.stage === 'open',
    placeholderData: keepPreviousData,
  })
  const { groups = [], total = 0, accounts = 0, copies = 0, version = null } = found.data ?? {}
  const chosen = groups[Math.min(at - offset, groups.length - 1)]
  useEffect(() => {
    if (found.data !== undefined && !found.isPlaceholderData && at >= total) setAt(Math.max(0, total - 1))
  }, [found.data, found.isPlaceholderData, at, total])
  useEffect(() => {
    if (chosen !== undefined && document.activeElement === document.body) focusList()
  }, [chosen?.account])
  return {
    found,
    offset,
    groups,
    total,
    accounts,
    copies,
    version,
    chosen,
    // New numbers link rows to accounts again: no groups exist until all accounts are rebuilt.
    isBuilding:
      batch.stage !== 'open' || (found.isError && failureOf(found.error).code === 'batch_not_loaded'),
    choose: setAt,
    next: () => setAt((at + 1) % total),
  }
}

function Groups(props: {
  readonly batch: BatchView
  readonly duplicates: ReturnType<typeof useGroups>
  readonly acts: DuplicateActs
  readonly listRef: RefObject<HTMLUListElement | null>
}): ReactNode {
  const { batch, duplicates, acts } = props
  const { found, chosen } = duplicates
  if (duplicates.isBuilding)
    return (
      <div role="status" className="grid justify-items-center gap-2 py-16 text-soft">
        {words.building}
        <Progress
          label={words.building}
          done={batch.work?.done ?? 0}
          total={batch.work?.total ?? null}
          className="w-60"
        />
      </div>
    )
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <SkeletonRows rows={8} />
  if (chosen === undefined)
    return (
      <p role="status" className="py-6 text-soft">
        {words.none}
      </p>
    )
  return (
    <div className="grid h-[min(34rem,calc(100vh-15rem))] min-h-0 grid-cols-[200px_minmax(0,1fr)] gap-3">
      <GroupList
        groups={duplicates.groups}
        offset={duplicates.offset}
        total={duplicates.total}
        chosen={chosen.account}
        listRef={props.listRef}
        onChoose={duplicates.choose}
      />
      <GroupPane key={chosen.account} batch={batch.id} account={chosen.account} acts={acts} />
    </div>
  )
}

type GroupListProps = {
  readonly groups: readonly DuplicateGroup[]
  /** Where these begin among all. */
  readonly offset: number
  readonly total: number
  readonly chosen: number
  readonly listRef: RefObject<HTMLUListElement | null>
  readonly onChoose: (at: number) => void
}

function GroupList(props: GroupListProps): ReactNode {
  const { groups, offset, chosen, onChoose } = props
  return (
    <div className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto] border-r border-line pr-2">
      <ul
        ref={props.listRef}
        aria-label={words.groups}
        className="grid content-start gap-0.5 overflow-y-auto"
        onKeyDown={(event) => walkGroups(event, (at) => onChoose(offset + at))}
      >
        {groups.map((group, index) => (
          <li key={group.account}>
            <button
              type="button"
              aria-pressed={group.account === chosen}
              tabIndex={group.account === chosen ? 0 : -1}
              onClick={() => onChoose(offset + index)}
              className={cx(
                'grid w-full gap-0.5 rounded-md px-2 py-1.5 text-left text-xs',
                group.account === chosen ? 'bg-sel' : 'hover:bg-hover',
              )}
            >
              <span className="truncate text-sm font-medium">{group.key}</span>
              <span className="text-soft">{rowsText(group.rows, group.accounts)}</span>
              <span className={group.differing === 0 ? 'text-ok' : 'text-soft'}>
                {group.differing === 0 ? words.copies : words.differs({ count: group.differing })}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {props.total > pageSize && <PageButtons {...props} />}
    </div>
  )
}

/** Arrow keys go from group to group and choose it. */
function walkGroups(event: KeyboardEvent<HTMLUListElement>, choose: (at: number) => void): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const here = buttons.indexOf(document.activeElement as HTMLElement)
  const moves: Readonly<Record<string, number | undefined>> = {
    ArrowDown: here + 1,
    ArrowUp: here - 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = moves[event.key]
  if (next === undefined || here === -1) return
  event.preventDefault()
  const to = Math.max(0, Math.min(buttons.length - 1, next))
  buttons[to]?.focus()
  choose(to)
}

function PageButtons({ groups, offset, total, onChoose }: GroupListProps): ReactNode {
  return (
    <div className="flex items-center justify-between pt-1 text-xs text-soft">
      <IconButton
        icon={ChevronLeft}
        size="small"
        label={words.pageBefore}
        disabled={offset === 0}
        onClick={() => onChoose(offset - pageSize)}
      />
      {words.page({ from: offset + 1, to: offset + groups.length, total })}
      <IconButton
        icon={ChevronRight}
        size="small"
        label={words.pageAfter}
        disabled={offset + groups.length >= total}
        onClick={() => onChoose(offset + pageSize)}
      />
    </div>
  )
}
