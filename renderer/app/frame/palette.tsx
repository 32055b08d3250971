// Command palette (Ctrl or ⌘ K). Finds accounts of every batch by key, identifier, code or text, and batches, steps,
// pages, problems and actions by name. The engine searches accounts; everything else is matched here.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CornerDownLeft, Layers, type LucideIcon, MoveRight, PlugZap, Search, Zap } from 'lucide-react'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { AccountLine } from '../../../shared/contract/views.ts'
import { Spinner } from '../../components/charts/progress.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { nextStep } from '../../accounts/batch-parts.ts'
import { Kbd } from '../../components/kbd.tsx'
import { goToProblem } from '../arrival.ts'
import { api } from '../engine.ts'
import { type Act, useActs } from './palette-acts.ts'
import { go, hrefOf, hrefOfStep, steps } from '../route.ts'
import { texts } from '../../texts/common.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

type Entry =
  | {
      readonly kind: 'account'
      readonly id: string
      readonly words: string
      readonly href: string
      readonly account: AccountLine
    }
  | {
      readonly kind: 'batch' | 'go'
      readonly id: string
      readonly words: string
      readonly href: string
      readonly hint: string
      /** Other words by which it is found. */
      readonly also?: string
      readonly keys?: string
      /** It leads to a problem, whose cell takes the focus. */
      readonly takesFocus?: true
    }
  | Act
type Group = { readonly value: string; readonly items: readonly Entry[] }

function goEntries(batch: BatchView | null): Entry[] {
  const { also } = texts.palette
  const places: Entry[] = [
    {
      kind: 'go',
      id: 'home',
      words: texts.frame.home,
      href: hrefOf({ page: 'home' }),
      hint: '',
      also: also.home,
      keys: 'alt+0',
    },
    {
      kind: 'go',
      id: 'connect',
      words: texts.frame.connect,
      href: hrefOf({ page: 'connect', connection: null }),
      hint: '',
      also: also.connect,
    },
    {
      kind: 'go',
      id: 'new',
      words: texts.palette.newConnection,
      href: hrefOf({ page: 'connect', connection: 'new' }),
      hint: '',
      also: also.newConnection,
    },
    {
      kind: 'go',
      id: 'catalogues',
      words: texts.rail.catalogues,
      href: hrefOf({ page: 'connect', connection: 'catalogues' }),
      hint: '',
      also: also.catalogues,
    },
    {
      kind: 'go',
      id: 'audit',
      words: texts.rail.audit,
      href: hrefOf({ page: 'audit' }),
      hint: '',
      also: also.audit,
    },
  ]
  if (batch === null) return places
  const own = steps.map(
    (step, at): Entry => ({
      kind: 'go',
      id: step,
      words: texts.steps[step],
      href: hrefOfStep(batch.id, step),
      hint: texts.stepPurpose[step],
      also: also[step],
      keys: `alt+${at + 1}`,
    }),
  )
  const replace: Entry = {
    kind: 'go',
    id: 'replace',
    words: texts.palette.replace,
    href: hrefOfStep(batch.id, 'fix', { tool: 'replace' }),
    hint: texts.stepPurpose.fix,
    also: also.replace,
    keys: 'mod+h',
    takesFocus: true,
  }
  return [...own, ...(batch.stage === 'open' ? [replace] : []), ...places]
}

function accountHref(account: AccountLine): string {
  const sent = ['queued', 'sending', 'unconfirmed', 'processing', 'done'].includes(account.state)
  return hrefOfStep(account.batch, sent ? 'watch' : 'fix', { account: String(account.id) })
}

export function Palette(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly batch: BatchView | null
}): ReactNode {
  // It is done once the palette is gone, which would else take the focus along.
  const chosen = useRef<Entry | null>(null)
  return (
    <Dialog.Root
      open={props.open}
      onOpenChange={(open) => open || props.onClose()}
      onOpenChangeComplete={(open) => {
        const entry = chosen.current
        chosen.current = null
        if (!open && entry !== null) follow(entry)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          aria-label={texts.palette.label}
          finalFocus={() => !takesFocus(chosen.current)}
          className="fixed top-[14vh] left-1/2 z-40 flex max-h-[60vh] w-160 max-w-[calc(100vw-3rem)] -translate-x-1/2 flex-col overflow-hidden rounded-xl bg-raised shadow-lift outline-none"
        >
          <Finder
            batch={props.batch}
            onChoose={(entry) => {
              chosen.current = entry
              props.onClose()
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function takesFocus(entry: Entry | null): boolean {
  return entry !== null && 'takesFocus' in entry && entry.takesFocus === true
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
  const matches = (one: Entry): boolean => has(one.words) || ('also' in one && has(one.also ?? ''))
  // Results of an earlier text are not offered while the new answer is pending: Enter would open one.
  const isOld = found.isPlaceholderData || wanted !== text.trim()
  const accounts = (wanted === '' ? [] : (found.data ?? []))
    .filter(({ key }) => !isOld || has(key))
    .map(accountEntry)
  const acts = useActs(batch)
  const ofProblems = useProblemEntries(batch)
  const ofBatches = (batches.data ?? []).slice(0, 50).map(batchEntry)
  const groups: readonly Group[] = [
    { value: texts.palette.go, items: goEntries(batch).filter(matches) },
    { value: texts.palette.acts, items: wanted === '' ? [] : acts.filter(matches) },
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

function accountEntry(account: AccountLine): Entry {
  return {
    kind: 'account',
    id: `account ${account.id}`,
    words: account.key,
    href: accountHref(account),
    account,
  }
}

/** The causes of the open batch's problems, each as a way to its rows. */
function useProblemEntries(batch: BatchView | null): Entry[] {
  const groups = useQuery({
    ...api.problems.groups.queryOptions({ input: { batch: batch?.id ?? 1, soon: true } }),
    enabled: batch !== null && batch.stage === 'open',
  })
  // Their words are loaded with the steps: Home does without them.
  const words = useQuery({
    queryKey: ['cause words'],
    queryFn: async () => {
      const { causeWords } = await import('../../accounts/cause-words.ts')
      return { causeWords }
    },
    enabled: batch !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  if (batch === null || words === undefined) return []
  return (groups.data?.groups ?? []).map(
    (group): Entry => ({
      kind: 'go',
      id: `problem ${JSON.stringify([group.code, group.source, group.field, group.sheet, group.column])}`,
      words: words.causeWords(group),
      href: hrefOfStep(batch.id, 'fix', {
        code: group.code ?? '',
        field: group.field ?? '',
        ...(group.column === null ? {} : { column: String(group.column) }),
        ...(group.sheet === null ? {} : { sheet: String(group.sheet) }),
      }),
      hint: texts.palette.accountsOf({ n: group.accounts }),
      takesFocus: true,
    }),
  )
}

function batchEntry(batch: BatchView): Entry {
  return {
    kind: 'batch',
    id: `batch ${batch.id}`,
    words: batch.name,
    href: hrefOfStep(batch.id, nextStep(batch)),
    hint: batch.fileName === batch.name ? '' : batch.fileName,
  }
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

function iconOf(entry: Exclude<Entry, { kind: 'account' }>): LucideIcon {
  if (entry.kind === 'act') return Zap
  if (entry.kind === 'batch') return Layers
  return entry.id === 'connect' || entry.id === 'new' ? PlugZap : MoveRight
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
      {'keys' in entry && entry.keys !== undefined && (
        <span className="ml-auto shrink-0">
          <Kbd keys={entry.keys} />
        </span>
      )}
      <CornerDownLeft
        size={12}
        aria-hidden
        className="ml-auto hidden shrink-0 text-faint group-data-highlighted:block"
      />
    </>
  )
}
