// What the team shares: a row for each item with its newest version, who made it, and what a person can do. It is read again
// every other second, also while the team's database is away.
import { useQuery } from '@tanstack/react-query'
import {
  BookMarked,
  Bookmark,
  Cable,
  Library,
  type LucideIcon,
  Plus,
  Share2,
  StickyNote,
  Wrench,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SharedItem, SharedKind, SharedState } from '../../../../shared/contract/team/knowledge.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { api } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import type { Tone } from '../../../components/charts/mark-looks.ts'
import { cx } from '../../../components/classes.ts'
import { useFirstOf } from '../../../components/lists/first-of.tsx'
import { EmptyState } from '../../../components/panel.tsx'
import { Badge } from '../../../components/state-badge.tsx'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { sharedTexts as words } from '../../../texts/team/shared.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { shownName } from './shown-name.ts'
import { SharedActs } from './shared-acts.tsx'

const everyMs = 2000
const columns = 'grid grid-cols-[minmax(12rem,1.4fr)_minmax(9rem,0.8fr)_minmax(11rem,1.2fr)_17rem] gap-x-4'

const iconOfKind: Readonly<Record<SharedKind, LucideIcon>> = {
  template: BookMarked,
  catalogue: Library,
  connection: Cable,
  playbook: StickyNote,
  supplier_note: Bookmark,
  repair: Wrench,
}

const tones: Readonly<Record<SharedState, Tone>> = {
  in_step: 'ok',
  changed_here: 'accent',
  waits: 'wait',
  asks: 'warn',
  conflict: 'warn',
  absent: 'still',
  ended: 'still',
  refused: 'bad',
}

type Shown = { readonly dialog: 'compare' | 'history'; readonly item: SharedItem }

export function SharedSection(): ReactNode {
  const items = useQuery({ ...api.knowledge.list.queryOptions(), refetchInterval: everyMs })
  const [isSharing, setSharing] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const close = (): void => setShown(null)
  const list = items.data ?? []
  return (
    <section aria-labelledby="shared-heading">
      <div className="flex items-end justify-between gap-4">
        <div>
          <h2 id="shared-heading" className="text-md font-semibold">
            {words.heading}
          </h2>
          {list.length > 0 && <p className="text-soft">{words.words}</p>}
        </div>
        {list.length > 0 && <ShareButton onClick={() => setSharing(true)} />}
      </div>
      {items.data?.length === 0 && (
        <EmptyState
          icon={Share2}
          title={words.none}
          className="mt-2 h-auto! rounded-lg border border-line"
          actions={<ShareButton onClick={() => setSharing(true)} />}
        >
          {words.noneWords}
        </EmptyState>
      )}
      {list.length > 0 && (
        <SharedItems
          items={list}
          onDecide={(item) => setShown({ dialog: 'compare', item })}
          onHistory={(item) => setShown({ dialog: 'history', item })}
        />
      )}
      {isSharing && <ShareDialog onClose={() => setSharing(false)} />}
      {shown?.dialog === 'compare' && <CompareDialog item={shown.item} onClose={close} />}
      {shown?.dialog === 'history' && <HistoryDialog item={shown.item} onClose={close} />}
    </section>
  )
}

function ShareButton({ onClick }: { readonly onClick: () => void }): ReactNode {
  return (
    <Button icon={Plus} size="small" onClick={onClick}>
      {words.share}
    </Button>
  )
}

type ItemsProps = {
  readonly onDecide: (item: SharedItem) => void
  readonly onHistory: (item: SharedItem) => void
}

/** What needs a person comes first. */
function SharedItems({ items, ...acts }: ItemsProps & { readonly items: readonly SharedItem[] }): ReactNode {
  const needsPerson = ({ state }: SharedItem): boolean => state === 'conflict' || state === 'asks'
  const ordered = items.toSorted((one, other) => Number(needsPerson(other)) - Number(needsPerson(one)))
  const { shown, more } = useFirstOf(ordered, 'shared', 50)
  const { columns: heads } = words
  return (
    <>
      <div role="table" aria-labelledby="shared-heading" className="mt-2 rounded-lg border border-line">
        <div role="row" className={cx(columns, 'border-b border-line px-3 py-1.5 text-xs text-soft')}>
          <span role="columnheader">{heads.name}</span>
          <span role="columnheader">{heads.by}</span>
          <span role="columnheader">{heads.state}</span>
          <span role="columnheader" className="sr-only">
            {heads.acts}
          </span>
        </div>
        {shown.map((item) => (
          <SharedLine key={`${item.kind} ${item.key}`} item={item} {...acts} />
        ))}
      </div>
      <div className="mt-2">{more}</div>
    </>
  )
}

function SharedLine({ item, onDecide, onHistory }: ItemsProps & { readonly item: SharedItem }): ReactNode {
  const { kind, place, version, member, machine, at } = item
  const Icon = iconOfKind[kind]
  const name = shownName(item)
  return (
    <div role="row" className={cx(columns, 'items-center border-b border-line px-3 py-2 last:border-b-0')}>
      <span role="cell" className="flex min-w-0 items-start gap-2.5">
        <Icon size={15} aria-hidden className="mt-0.5 shrink-0 text-faint" />
        <span className="min-w-0">
          <span className="block truncate font-medium" title={name}>
            {name}
          </span>
          <span className="block truncate text-xs text-faint" title={place}>
            {[words.kinds[kind], place].filter((text) => text !== '').join(' · ')}
          </span>
        </span>
      </span>
      <span role="cell" className="min-w-0">
        {version === 0 ? (
          <span className="text-soft">{words.notYet}</span>
        ) : (
          <>
            <span className="block truncate" title={`${member} (${machine})`}>
              {member}
            </span>
            <span className="block truncate text-xs text-faint tabular-nums">
              {words.version({ version })} · <RelativeTime at={at} />
            </span>
          </>
        )}
      </span>
      <span role="cell" className="min-w-0">
        <State item={item} />
      </span>
      <span role="cell" className="flex justify-end gap-1">
        <SharedActs item={item} onDecide={() => onDecide(item)} onHistory={() => onHistory(item)} />
      </span>
    </div>
  )
}

function State({ item: { state, why, member } }: { readonly item: SharedItem }): ReactNode {
  const { todo } = words
  const usual =
    state === 'changed_here'
      ? todo.changed_here
      : state === 'absent'
        ? todo.absent
        : state === 'ended'
          ? todo.ended({ member })
          : null
  const sentence = sentenceOf(why) ?? usual
  return (
    <>
      <Badge tone={tones[state]}>{words.states[state]}</Badge>
      {sentence !== null && <span className="mt-0.5 block text-xs text-soft">{sentence}</span>}
    </>
  )
}
