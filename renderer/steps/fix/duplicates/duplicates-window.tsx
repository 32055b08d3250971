// Duplicates side by side: the groups at the left, one of them in columns at the right, and what can be decided about it.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../../shared/contract.ts'
import type { DuplicateGroup } from '../../../../shared/contract/duplicates.ts'
import { api } from '../../../app/engine.ts'
import { texts } from '../../../app/texts.ts'
import { Button } from '../../../parts/button.tsx'
import { cx } from '../../../parts/classes.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { ErrorState, SkeletonRows } from '../../../parts/panel.tsx'
import { duplicatesTexts as words } from './duplicates-texts.ts'
import { GroupPane } from './group-pane.tsx'
import { useDuplicateActs } from './use-duplicates.ts'

/** Listed at once; more come up as these are decided. */
const listed = 200

export function DuplicatesWindow(props: {
  readonly batch: BatchView
  readonly onClose: () => void
}): ReactNode {
  const { batch, onClose } = props
  const [at, setAt] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const found = useQuery(
    api.duplicates.groups.queryOptions({ input: { batch: batch.id, offset: 0, limit: listed } }),
  )
  const focusList = (): void => list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
  const acts = useDuplicateActs(batch.id, () => setTimeout(focusList))
  const groups = found.data?.groups ?? []
  const chosen = groups[Math.min(at, groups.length - 1)]
  const { total = 0, accounts = 0, copies = 0 } = found.data ?? {}
  useEffect(() => {
    if (chosen !== undefined && document.activeElement === document.body) focusList()
  }, [chosen?.account])

  return (
    <Dialog
      open
      width="wide"
      title={words.title}
      description={total === 0 ? undefined : words.body(accounts, total)}
      onClose={() => {
        if (!acts.busy) onClose()
      }}
      actions={
        <>
          {copies > 0 && (
            <Button className="mr-auto" busy={acts.busy} onClick={() => acts.keepCopies(copies)}>
              {words.keepCopies(copies)}
            </Button>
          )}
          {groups.length > 1 && (
            <Button onClick={() => setAt((Math.min(at, groups.length - 1) + 1) % groups.length)}>
              {words.next}
            </Button>
          )}
          <Button onClick={onClose}>{texts.common.close}</Button>
        </>
      }
    >
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <SkeletonRows rows={8} />
      ) : chosen === undefined ? (
        <p role="status" className="py-6 text-soft">
          {words.none}
        </p>
      ) : (
        <div className="grid h-[min(34rem,calc(100vh-15rem))] min-h-0 grid-cols-[200px_minmax(0,1fr)] gap-3">
          <GroupList
            groups={groups}
            more={total - groups.length}
            chosen={chosen.account}
            listRef={list}
            onChoose={setAt}
          />
          <GroupPane key={chosen.account} batch={batch.id} account={chosen.account} acts={acts} />
        </div>
      )}
    </Dialog>
  )
}

function GroupList(props: {
  readonly groups: readonly DuplicateGroup[]
  readonly more: number
  readonly chosen: number
  readonly listRef: RefObject<HTMLUListElement | null>
  readonly onChoose: (at: number) => void
}): ReactNode {
  const { groups, chosen, more, onChoose } = props
  function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
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
    onChoose(to)
  }
  return (
    <ul
      ref={props.listRef}
      aria-label={words.groups}
      className="grid content-start gap-0.5 overflow-y-auto border-r border-line pr-2"
      onKeyDown={onKeyDown}
    >
      {groups.map((group, index) => (
        <li key={group.account}>
          <button
            type="button"
            aria-pressed={group.account === chosen}
            tabIndex={group.account === chosen ? 0 : -1}
            onClick={() => onChoose(index)}
            className={cx(
              'grid w-full gap-0.5 rounded-md px-2 py-1.5 text-left text-xs',
              group.account === chosen ? 'bg-sel' : 'hover:bg-hover',
            )}
          >
            <span className="truncate text-sm font-medium">{group.key}</span>
            <span className="text-soft">{words.rows(group.rows)}</span>
            <span className={group.differing === 0 ? 'text-ok' : 'text-soft'}>
              {group.differing === 0 ? words.copies : words.differs(group.differing)}
            </span>
          </button>
        </li>
      ))}
      {more > 0 && <li className="px-2 py-1 text-xs text-soft">{words.more(more)}</li>}
    </ul>
  )
}
