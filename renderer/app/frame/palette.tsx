// Command palette (Ctrl or ⌘ K). Finds accounts of every batch by key, identifier, code or text, and batches, steps,
// pages, problems and actions by name. The engine searches accounts; everything else is matched here.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  Boxes,
  CornerDownLeft,
  Home as HomeIcon,
  Layers,
  type LucideIcon,
  MoveRight,
  PlugZap,
  ScrollText,
  Users,
  Search,
  Zap,
} from 'lucide-react'
import { type ReactNode, type RefObject, useDeferredValue, useRef, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { Spinner } from '../../components/charts/progress.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Kbd } from '../../components/text/kbd.tsx'
import { api } from '../engine.ts'
import { useActs } from './palette-acts.ts'
import {
  accountEntry,
  batchEntry,
  type Entry,
  placeEntries,
  usePrivacyEntries,
  useProblemEntries,
} from './palette-entries.ts'
import { go, goToProblem } from '../route.ts'
import { texts } from '../../texts/common.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

type Group = { readonly value: string; readonly items: readonly Entry[] }
export function Palette(props: {
  readonly open: boolean
  /** What had the focus before. */
  readonly from: RefObject<Element | null>
  readonly onClose: () => void
  readonly batch: BatchView | null
}): ReactNode {
  // It is followed once the palette is gone, which would else take the focus along.
  const toFollow = useRef<Entry | null>(null)
  const chosen = useRef<Entry | null>(null)
  return (
    <Dialog.Root
      open={props.open}
      onOpenChange={(open) => {
        chosen.current = null
        if (!open) props.onClose()
      }}
      onOpenChangeComplete={(open) => {
        const entry = toFollow.current
        toFollow.current = null
        if (!open && entry !== null) follow(entry)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          aria-label={texts.palette.label}
          finalFocus={() => !takesFocus(chosen.current) && elementIn(props.from)}
          className="fixed top-[14vh] left-1/2 z-40 flex max-h-[60vh] w-160 max-w-[calc(100vw-3rem)] -translate-x-1/2 flex-col overflow-hidden rounded-xl bg-raised shadow-lift outline-none"
        >
          <Finder
            batch={props.batch}
            onChoose={(entry) => {
              toFollow.current = entry
              chosen.current = entry
              props.onClose()
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The page's own element, also one that only scripts give the focus, such as the grid; true: what the dialog finds. */
function elementIn({ current }: RefObject<Element | null>): HTMLElement | true {
  const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body
  return isThere ? current : true
}

function takesFocus(entry: Entry | null): boolean {
  return entry !== null && 'takesFocus' in entry && (entry.takesFocus ?? false)
}

function follow(entry: Entry): void {
  if (entry.kind === 'act') entry.run()
  else if (entry.id.startsWith('problem ')) goToProblem(entry.href)
  else go(entry.href)
}

/** The entries that match the text. The engine searches the accounts, once the typing pauses. */
function useGroups(batch: BatchView | null, text: string) {
  const wanted = useDeferredValue(text.trim())
  const batches = useQuery(api.batches.list.queryOptions())
  const found = useQuery({
    ...api.accounts.find.queryOptions({ input: { text: wanted === '' ? ' ' : wanted, limit: 20 } }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  })
  const has = (words: string): boolean => words.toLowerCase().includes(text.trim().toLowerCase())
  // Enter takes the first: what is called so comes before what other words lead to.
  const matching = (all: readonly Entry[]): Entry[] => {
    const also = all.filter((one) => !has(one.words) && 'also' in one && has(one.also ?? ''))
    return [...all.filter((one) => has(one.words)), ...also]
  }
  // Results of an earlier text are not offered while the new answer is pending: Enter would open one.
  const isOld = found.isPlaceholderData || wanted !== text.trim()
  const accounts = (wanted === '' ? [] : (found.data ?? []))
    .filter(({ key }) => !isOld || has(key))
    .map(accountEntry)
  const acts = [...useActs(batch), ...usePrivacyEntries(batch)]
  const ofProblems = useProblemEntries(batch)
  const ofBatches = (batches.data ?? []).slice(0, 50).map(batchEntry)
  const groups: readonly Group[] = [
    { value: texts.palette.go, items: matching(placeEntries(batch)) },
    { value: texts.palette.acts, items: wanted === '' ? [] : matching(acts) },
    {
      value: texts.palette.problems,
      items: wanted === '' ? [] : ofProblems.filter((one) => has(one.words)).slice(0, 8),
    },
    { value: texts.palette.batches, items: ofBatches.filter((one) => has(one.words)).slice(0, 8) },
    // Listed last because they arrive last: the highlighted entry must not move under Enter.
    { value: texts.palette.found, items: accounts },
  ].filter((group) => group.items.length > 0)
  return { groups, isFetching: found.isFetching, isEmpty: wanted === '' }
}

function Finder({
  batch,
  onChoose,
}: {
  readonly batch: BatchView | null
  readonly onChoose: (entry: Entry) => void
}): ReactNode {
  const [text, setText] = useState('')
  const { groups, isFetching, isEmpty } = useGroups(batch, text)
  return (
    <Autocomplete.Root
      items={groups}
      inline
      open
      autoHighlight="always"
      filter={null}
      value={text}
      onValueChange={(value, details) => {
        if (details.reason !== 'item-press') setText(value)
      }}
      itemToStringValue={(entry: Entry) => entry.words}
    >
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search size={16} aria-hidden className="text-faint" />
        <Autocomplete.Input
          autoFocus
          aria-label={texts.palette.label}
          placeholder={texts.palette.placeholder}
          className="min-w-0 flex-1 bg-transparent text-md outline-none"
        />
        {isFetching && <Spinner />}
      </div>
      <Autocomplete.Empty>
        <p className="px-4 py-6 text-center text-soft empty:hidden">
          {isFetching ? texts.common.loading : texts.palette.nothing({ text })}
        </p>
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2 outline-none data-empty:p-0">
        {(group: Group) => <EntryGroup key={group.value} group={group} onChoose={onChoose} />}
      </Autocomplete.List>
      {isEmpty && (
        <p className="shrink-0 border-t border-line px-4 py-2 text-xs text-faint">{texts.palette.hint}</p>
      )}
    </Autocomplete.Root>
  )
}

function EntryGroup(props: { readonly group: Group; readonly onChoose: (entry: Entry) => void }): ReactNode {
  const { value, items } = props.group
  return (
    <Autocomplete.Group items={items} className="mb-2 last:mb-0">
      <Autocomplete.GroupLabel className="px-2 pt-1 pb-1 text-[11.5px] leading-4 font-medium text-faint">
        {value}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(entry: Entry) => (
          <Autocomplete.Item
            key={entry.id}
            value={entry}
            onClick={() => props.onChoose(entry)}
            className="group flex h-8 cursor-default items-center gap-2.5 rounded-md px-2 outline-none select-none data-highlighted:bg-accent-bg"
          >
            <EntryLine entry={entry} />
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

/** As in the rail. */
const pageIcons: Readonly<Record<string, LucideIcon>> = {
  home: HomeIcon,
  connect: PlugZap,
  new: PlugZap,
  catalogues: Boxes,
  team: Users,
  compare: ArrowLeftRight,
  audit: ScrollText,
}

function iconOf(entry: Exclude<Entry, { kind: 'account' }>): LucideIcon {
  if (entry.kind === 'act') return Zap
  if (entry.kind === 'batch') return Layers
  return pageIcons[entry.id] ?? MoveRight
}

function EntryLine({ entry }: { readonly entry: Entry }): ReactNode {
  if (entry.kind === 'account') {
    const { account } = entry
    return (
      <>
        <span className="max-w-[40%] shrink-0 truncate font-medium whitespace-nowrap" title={account.key}>
          {account.key}
        </span>
        <StateBadge
          state={account.state}
          outcome={account.outcome}
          held={account.held}
          excluded={account.excluded}
        />
        <span className="min-w-0 truncate text-xs text-faint">
          {sentenceOf(account.advice ?? account.platformIdentifier ?? '')}
        </span>
        <span className="ml-auto max-w-40 shrink-0 truncate text-xs text-faint">{account.batchName}</span>
      </>
    )
  }
  const Icon = iconOf(entry)
  return (
    <>
      <Icon size={14} aria-hidden className="text-faint" />
      <span className="truncate">{entry.words}</span>
      <span className="min-w-0 truncate text-xs text-faint">{entry.kind === 'act' ? null : entry.hint}</span>
      <span className="ml-auto flex shrink-0 items-center gap-2">
        <CornerDownLeft size={12} aria-hidden className="hidden text-faint group-data-highlighted:block" />
        {'keys' in entry && entry.keys !== undefined && <Kbd keys={entry.keys} />}
      </span>
    </>
  )
}
