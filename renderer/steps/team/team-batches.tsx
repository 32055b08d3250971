// Every batch of every member, a row each: its accounts by state and outcome, its pace, who needs a person, and when its
// desktop said so. A row whose desktop does not answer is grey. The list sorts by each column, and only rows in sight are
// drawn.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { BatchProgress, TeamBoard } from '../../../shared/contract/team/board.ts'
import { CountBar } from '../../components/charts/count-bar.tsx'
import { cx } from '../../components/classes.ts'
import { SearchField } from '../../components/fields/search-field.tsx'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { format } from '../../texts/format.ts'
import { teamTexts } from '../../texts/team.ts'
import { piecesOfProgress } from './board-pieces.ts'

const words = teamTexts.board

type Batch = TeamBoard['batches'][number]
type SortColumn = keyof typeof words.columns

const columns =
  'grid grid-cols-[minmax(8rem,1.2fr)_minmax(6rem,0.7fr)_minmax(10rem,2fr)_5rem_6.5rem_6.5rem] gap-x-4'
const rowHeight = 52
/** So many rows are in sight, and more are found by their names. */
const inSight = 12

export function Batches({ board }: { readonly board: TeamBoard }): ReactNode {
  const [sort, setSort] = useState<{ readonly by: SortColumn; readonly down: boolean } | null>(null)
  const [text, setText] = useState('')
  const there = useMemo(
    () => new Set(board.desktops.filter(({ isThere }) => isThere).map(({ id }) => id)),
    [board.desktops],
  )
  const shown = useMemo(() => {
    const found = board.batches.filter((batch) => isFound(batch, text))
    if (sort === null) return found
    const sorted = found.toSorted(comparers[sort.by])
    return sort.down ? sorted.reverse() : sorted
  }, [board.batches, text, sort])
  return (
    <>
      {board.batches.length > inSight && (
        <SearchField
          label={words.filter}
          value={text}
          onChange={setText}
          placeholder={words.filter}
          className="mt-2 w-72"
        />
      )}
      <div className="mt-2 overflow-hidden rounded-lg border border-line">
        <div className={cx(columns, 'border-b border-line bg-head px-3 py-1 text-xs text-soft')}>
          {(Object.keys(words.columns) as SortColumn[]).map((by) => (
            <Head
              key={by}
              by={by}
              down={sort?.by === by ? sort.down : null}
              onSort={() => setSort({ by, down: sort?.by === by ? !sort.down : isNumber(by) })}
            />
          ))}
        </div>
        {shown.length === 0 ? (
          <p className="px-3 py-4 text-soft">{words.noneFound}</p>
        ) : (
          <VirtualList
            label={words.heading}
            items={shown}
            rowHeight={rowHeight}
            keyOf={({ id }) => id}
            className="max-h-[calc(var(--row-tall)*12)]"
          >
            {(batch) => (
              <BatchLine batch={batch} isThere={batch.removedAt === null && there.has(batch.desktop)} />
            )}
          </VirtualList>
        )}
      </div>
      {board.sums.batches > board.batches.length && (
        <p className="mt-1 text-sm text-soft">
          {words.newest({ shown: board.batches.length, batches: board.sums.batches })}
        </p>
      )}
    </>
  )
}

function isFound({ name, member, service }: Batch, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return wanted === '' || [name, member, service].some((one) => one.toLowerCase().includes(wanted))
}

const createdIn = ({ progress }: Batch): number => progress?.outcomes.created ?? 0
const comparers: Readonly<Record<SortColumn, (one: Batch, other: Batch) => number>> = {
  batch: (one, other) => one.name.localeCompare(other.name),
  member: (one, other) => one.member.localeCompare(other.member) || one.name.localeCompare(other.name),
  progress: (one, other) => createdIn(one) - createdIn(other),
  perMinute: (one, other) => (one.progress?.perMinute ?? -1) - (other.progress?.perMinute ?? -1),
  needsPerson: (one, other) => (one.progress?.needsPerson ?? 0) - (other.progress?.needsPerson ?? 0),
  said: (one, other) => one.saidAt - other.saidAt,
}
const isNumber = (by: SortColumn): boolean => by !== 'batch' && by !== 'member'

function Head(props: {
  readonly by: SortColumn
  /** Null: it is not sorted by this. */
  readonly down: boolean | null
  readonly onSort: () => void
}): ReactNode {
  const { by, down } = props
  const column = words.columns[by]
  const Arrow = down === true ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-label={words.sortBy({ column })}
      aria-pressed={down !== null}
      onClick={props.onSort}
      className={cx(
        'flex h-6 items-center gap-1 truncate rounded hover:text-text',
        isNumber(by) && by !== 'progress' && 'justify-end',
        down !== null && 'font-medium text-text',
      )}
    >
      <span className="truncate">{column}</span>
      {down !== null && <Arrow size={12} aria-hidden className="shrink-0" />}
    </button>
  )
}

function BatchLine(props: { readonly batch: Batch; readonly isThere: boolean }): ReactNode {
  const { batch, isThere } = props
  const { name, member, service, progress, saidAt, removedAt } = batch
  const needs = progress?.needsPerson ?? 0
  const perMinute = isThere ? (progress?.perMinute ?? null) : null
  return (
    <div
      data-batch={name}
      className={cx(
        columns,
        'h-full items-center border-b border-line px-3 hover:bg-hover',
        !isThere && 'text-faint',
      )}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-faint" title={service}>
          {service}
        </span>
      </span>
      <span className="truncate" title={member}>
        {member}
      </span>
      <span className={cx('min-w-0', !isThere && 'grayscale')}>
        {progress === null ? <span className="text-faint">{words.notSaid}</span> : <Progress of={progress} />}
      </span>
      <span className="text-right tabular-nums">
        <span className="sr-only">{words.columns.perMinute}: </span>
        {perMinute === null ? <span className="text-faint">–</span> : format.number(Math.round(perMinute))}
      </span>
      <span className={cx('text-right tabular-nums', needs > 0 ? 'font-semibold text-bad' : 'text-faint')}>
        <span className="sr-only">{words.columns.needsPerson}: </span>
        {format.number(needs)}
      </span>
      <span className={cx('min-w-0 text-right text-xs', isThere ? 'text-soft' : 'text-faint')}>
        <RelativeTime at={removedAt ?? saidAt} className="block truncate" />
        {!isThere && (
          <span className="block truncate">{removedAt === null ? words.gone : words.removed}</span>
        )}
      </span>
    </div>
  )
}

function Progress({ of }: { readonly of: BatchProgress }): ReactNode {
  const created = of.outcomes.created ?? 0
  return (
    <span className="grid gap-1">
      <span className="text-xs tabular-nums">{words.of({ created, accounts: of.accounts })}</span>
      <CountBar pieces={piecesOfProgress(of)} />
    </span>
  )
}
