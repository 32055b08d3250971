// List of rows that do not look like customers. The user excludes them or confirms them as customers, by kind or one
// by one, and can revert either. Nothing but blank rows is excluded automatically: they are listed too. If accounts are
// already built, a decision rebuilds them.
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Rows3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { SheetView } from '../../../shared/contract/views.ts'
import type { OddRowView } from '../../../shared/contract/import/odd-rows.ts'
import { type OddChoice, type OddKind, oddKinds } from '../../../shared/sheet/odd-rows.ts'
import { api, engine } from '../../app/engine.ts'
import { useRowHeight } from '../../components/density.ts'
import { Button } from '../../components/button.tsx'
import { GroupLabel } from '../../components/panel.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { BlankRowList, withBlanks } from './blank-rows.tsx'
import { whyFixed } from './choices.ts'
import { loadTexts } from '../../texts/load/load.ts'

const words = loadTexts.oddRows
const pageSize = 200
const compactRow = 58
const rowsInView = 3

type Meant = { readonly kind: OddKind | null } | { readonly rows: { sheet: number; row: number }[] }
type Decide = (meant: Meant, choice: OddChoice | null) => void
export type RowPlace = { readonly sheet: string; readonly row: number }

export function OddRows(props: {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly onRow: (place: RowPlace) => void
}): ReactNode {
  const { batch, sheets } = props
  const blank = withBlanks(sheets)
  const [shown, setShown] = useState<OddKind | null>(null)
  const pages = useOddRows(batch, shown)
  const { decide, pending } = useDecide(batch.id)
  const counts = pages.data?.pages[0]?.counts
  const kinds = oddKinds.filter((kind) => (counts?.[kind]?.found ?? 0) > 0)
  if (batch.stage === 'reading' || counts === undefined) return null
  if (kinds.length === 0 && blank.length === 0) return null
  const why = whyFixed(batch, words.locked)
  const busy = pending || why !== null || batch.stage === 'building'
  return (
    <section aria-label={words.title} className="grid shrink-0 gap-1.5 border-t border-line pt-3">
      <GroupLabel className="flex items-center gap-1.5 px-4">
        <Rows3 size={13} aria-hidden />
        {words.title}
      </GroupLabel>
      {kinds.length > 0 && (
        <Kinds
          {...{ kinds, counts, shown, why, busy, pages, decide }}
          onShow={setShown}
          onRow={props.onRow}
        />
      )}
      {blank.length > 0 && <BlankRowList sheets={blank} areNamed={sheets.length > 1} onRow={props.onRow} />}
    </section>
  )
}

/** The rows that a person decides about: by kind, and one by one. */
function Kinds(props: {
  readonly kinds: readonly OddKind[]
  readonly counts: Counts
  readonly shown: OddKind | null
  /** Why nothing can be decided; null: it can. */
  readonly why: string | null
  readonly busy: boolean
  readonly pages: ReturnType<typeof useOddRows>
  readonly onShow: (kind: OddKind | null) => void
  readonly decide: Decide
  readonly onRow: (place: RowPlace) => void
}): ReactNode {
  const { kinds, counts, shown, busy, pages, decide } = props
  const rowHeight = useRowHeight(compactRow)
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      <p className="px-4 text-xs text-faint">{props.why ?? words.body}</p>
      <AllKinds counts={kinds.map((kind) => counts[kind] ?? none)} busy={busy} decide={decide} />
      <ul className="grid gap-1 px-4">
        {kinds.map((kind) => (
          <KindLine
            key={kind}
            kind={kind}
            count={counts[kind] ?? none}
            chosen={shown === kind}
            busy={busy}
            onShow={() => props.onShow(shown === kind ? null : kind)}
            decide={decide}
          />
        ))}
      </ul>
      <div
        className="grid border-y border-line"
        style={{ height: Math.min(rows.length, rowsInView) * rowHeight + 2 }}
      >
        <VirtualList
          label={words.list}
          items={rows}
          rowHeight={compactRow}
          keyOf={({ sheet, row }) => `${sheet} ${row}`}
          onEnd={() => {
            if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
          }}
        >
          {(row) => <OddRowLine row={row} busy={busy} decide={decide} onRow={props.onRow} />}
        </VirtualList>
      </div>
    </>
  )
}

/** The rows of one kind, or of all, page by page. */
function useOddRows(batch: BatchView, kind: OddKind | null) {
  return useInfiniteQuery({
    ...api.oddRows.list.infiniteOptions({
      input: (offset: number) => ({
        batch: batch.id,
        offset,
        limit: pageSize,
        ...(kind === null ? {} : { kind }),
      }),
      initialPageParam: 0,
      getNextPageParam: (last, all) =>
        last.rows.length < pageSize ? undefined : all.reduce((sum, page) => sum + page.rows.length, 0),
    }),
    enabled: batch.stage !== 'reading',
    placeholderData: keepPreviousData,
  })
}

const none = { found: 0, leftOut: 0, customers: 0 }
type Counts = Readonly<Partial<Record<OddKind, typeof none>>>

/** One press for the rows of all kinds, where there are several. */
function AllKinds(props: {
  readonly counts: readonly (typeof none)[]
  readonly busy: boolean
  readonly decide: Decide
}): ReactNode {
  const { counts, busy, decide } = props
  const open = counts.map(({ found, leftOut, customers }) => found - leftOut - customers)
  if (open.filter((rows) => rows > 0).length < 2) return null
  const rows = open.reduce((sum, one) => sum + one, 0)
  return (
    <Button
      size="small"
      className="mx-4 justify-self-start"
      disabled={busy}
      onClick={() => decide({ kind: null }, 'left_out')}
    >
      {words.leaveOutAll({ n: rows })}
    </Button>
  )
}

function KindLine(props: {
  readonly kind: OddKind
  readonly count: typeof none
  readonly chosen: boolean
  readonly busy: boolean
  readonly onShow: () => void
  readonly decide: Decide
}): ReactNode {
  const { kind, busy, decide } = props
  const { found, leftOut, customers } = props.count
  const open = found - leftOut - customers
  return (
    <li className="flex min-w-0 items-center gap-2 text-sm">
      <button
        type="button"
        aria-pressed={props.chosen}
        onClick={props.onShow}
        className="min-w-0 flex-1 truncate rounded text-left hover:underline aria-pressed:font-semibold"
        title={reported(kind, props.count)}
      >
        {reported(kind, props.count)}
      </button>
      {open > 0 ? (
        <Button size="small" disabled={busy} onClick={() => decide({ kind }, 'left_out')}>
          {words.leaveOut({ n: open })}
        </Button>
      ) : (
        <Button size="small" disabled={busy} onClick={() => decide({ kind }, null)}>
          {words.revert}
        </Button>
      )}
    </li>
  )
}

function reported(kind: OddKind, { found, leftOut, customers }: typeof none): string {
  return [
    words.reported[kind]({ n: found }),
    ...(leftOut > 0 ? [words.leftOut({ n: leftOut })] : []),
    ...(customers > 0 ? [words.keptRows({ n: customers })] : []),
  ].join(' · ')
}

function OddRowLine(props: {
  readonly row: OddRowView
  readonly busy: boolean
  readonly decide: Decide
  readonly onRow: (place: RowPlace) => void
}): ReactNode {
  const { sheet, sheetName, row, kind, cells, choice } = props.row
  const meant = { rows: [{ sheet, row }] }
  const text = cells.filter((cell) => cell.trim() !== '').join(' · ')
  return (
    <div className="grid h-full content-center gap-0.5 border-b border-line px-4">
      <button
        type="button"
        onClick={() => props.onRow({ sheet: sheetName, row })}
        className="min-w-0 truncate rounded text-left text-sm hover:underline"
        title={text}
      >
        <span className="text-faint tabular-nums">{words.row({ n: row })}</span> {text}
      </button>
      <p className="flex min-w-0 items-center gap-2 text-xs text-faint">
        <span className="min-w-0 flex-1 truncate">
          {words.kinds[kind]}
          {choice !== null && ` · ${words.choices[choice]}`}
        </span>
        {choice === null ? (
          <>
            <Action busy={props.busy} onClick={() => props.decide(meant, 'left_out')}>
              {words.leaveOutOne}
            </Action>
            <Action busy={props.busy} onClick={() => props.decide(meant, 'customer')}>
              {words.isCustomer}
            </Action>
          </>
        ) : (
          <Action busy={props.busy} onClick={() => props.decide(meant, null)}>
            {words.revert}
          </Action>
        )}
      </p>
    </div>
  )
}

function Action(props: {
  readonly busy: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}): ReactNode {
  return (
    <button
      type="button"
      disabled={props.busy}
      onClick={props.onClick}
      className="shrink-0 rounded text-accent hover:underline disabled:text-faint disabled:no-underline"
    >
      {props.children}
    </button>
  )
}

function useDecide(batch: number): { readonly decide: Decide; readonly pending: boolean } {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ meant, choice }: { readonly meant: Meant; readonly choice: OddChoice | null }) =>
      engine.oddRows.decide({ batch, meant, choice }),
    onError: toast.failed,
    onSuccess: ({ rows }, { meant, choice }) => {
      void client.invalidateQueries({ queryKey: api.oddRows.key() })
      if (choice === null) return
      toast.done(words.done[choice]({ n: rows }), {
        label: words.undo,
        run: () => change.mutate({ meant, choice: null }),
      })
    },
  })
  return { decide: (meant, choice) => change.mutate({ meant, choice }), pending: change.isPending }
}
