// Board of the team: the totals of the whole migration, and one row for each batch of each member with its accounts by
// state and outcome as a bar.
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchProgress, TeamBoard } from '../../../shared/contract/team/team.ts'
import { accountStates, outcomes } from '../../../shared/sending/states.ts'
import { teamTotals } from '../../../shared/status/team-totals.ts'
import { CountBar, CountLegend } from '../../components/charts/count-bar.tsx'
import { type CountPiece, piecesOf } from '../../components/charts/count-pieces.ts'
import { cx } from '../../components/classes.ts'
import { WordHelp } from '../../components/overlays/word-help.tsx'
import { EmptyState } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { format } from '../../texts/format.ts'
import { teamTexts } from '../../texts/team.ts'

const words = teamTexts.board

type Batch = TeamBoard['batches'][number]

export function Totals({ board }: { readonly board: TeamBoard }): ReactNode {
  const { created, accounts, desktops, perMinute, needsPerson } = teamTotals(board)
  return (
    <div>
      <h2 className="text-2xl font-semibold tabular-nums" data-figure="team.created">
        {words.created({ created, accounts })}
      </h2>
      <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-soft">
        <span data-figure="team.desktops">{words.desktops({ desktops })}</span>
        {perMinute !== null && (
          <>
            <span aria-hidden>·</span>
            <span>{words.perMinute({ perMinute: Math.round(perMinute) })}</span>
          </>
        )}
        {needsPerson > 0 && (
          <>
            <span aria-hidden>·</span>
            <span className="text-bad">{words.needsPerson({ accounts: needsPerson })}</span>
          </>
        )}
      </p>
      <div className="mt-3">
        <CountBar label={words.all} pieces={piecesOfAll(board)} height={10} />
      </div>
    </div>
  )
}

const columns =
  'grid grid-cols-[minmax(8rem,1.2fr)_minmax(6rem,0.7fr)_minmax(12rem,2fr)_5rem_6.5rem_6.5rem] gap-x-4'

export function Board(props: {
  /** Null: not read yet. */
  readonly board: TeamBoard | null
  readonly isReached: boolean
}): ReactNode {
  const { board, isReached } = props
  return (
    <section aria-labelledby="board-heading">
      <div className="flex items-center gap-1">
        <h2 id="board-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <WordHelp of="claim" />
      </div>
      {board === null ? (
        <p className="mt-2 text-soft">{isReached ? ' ' : words.away}</p>
      ) : board.batches.length === 0 ? (
        <EmptyState icon={Users} title={words.none} className="mt-2 h-auto! rounded-lg border border-line">
          {words.noneWords}
        </EmptyState>
      ) : (
        <>
          <Batches batches={board.batches} />
          <CountLegend pieces={piecesOfAll(board)} inline className="mt-2" />
        </>
      )}
    </section>
  )
}

function Batches({ batches }: { readonly batches: readonly Batch[] }): ReactNode {
  const { columns: heads } = words
  return (
    <div role="table" aria-labelledby="board-heading" className="mt-2 rounded-lg border border-line">
      <div role="row" className={cx(columns, 'border-b border-line px-3 py-1.5 text-xs text-soft')}>
        <span role="columnheader">{heads.batch}</span>
        <span role="columnheader">{heads.member}</span>
        <span role="columnheader">{heads.progress}</span>
        <span role="columnheader" className="text-right">
          {heads.perMinute}
        </span>
        <span role="columnheader" className="text-right">
          {heads.needsPerson}
        </span>
        <span role="columnheader" className="text-right">
          {heads.said}
        </span>
      </div>
      {batches.map((batch) => (
        <BatchLine key={batch.id} batch={batch} />
      ))}
    </div>
  )
}

function BatchLine({ batch }: { readonly batch: Batch }): ReactNode {
  const { name, member, service, progress, saidAt } = batch
  const needs = progress?.needsPerson ?? 0
  const perMinute = progress?.perMinute ?? null
  return (
    <div role="row" className={cx(columns, 'items-center border-b border-line px-3 py-2 last:border-b-0')}>
      <span role="cell" className="min-w-0">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-faint" title={service}>
          {service}
        </span>
      </span>
      <span role="cell" className="truncate" title={member}>
        {member}
      </span>
      <span role="cell" className="min-w-0">
        {progress === null ? <span className="text-faint">{words.notSaid}</span> : <Progress of={progress} />}
      </span>
      <span role="cell" className="text-right tabular-nums">
        {perMinute === null ? <span className="text-faint">–</span> : format.number(Math.round(perMinute))}
      </span>
      <span
        role="cell"
        className={cx('text-right tabular-nums', needs > 0 ? 'font-semibold text-bad' : 'text-faint')}
      >
        {format.number(needs)}
      </span>
      <span role="cell" className="truncate text-right text-xs text-soft">
        <RelativeTime at={saidAt} />
      </span>
    </div>
  )
}

function Progress({ of }: { readonly of: BatchProgress }): ReactNode {
  const created = of.outcomes.created ?? 0
  return (
    <span className="grid gap-1">
      <span className="text-xs text-soft tabular-nums">{words.of({ created, accounts: of.accounts })}</span>
      <CountBar pieces={piecesOfProgress(of)} />
    </span>
  )
}

/** The others said only what is not zero. */
function piecesOfProgress({ states, outcomes: ended }: Pick<BatchProgress, 'states' | 'outcomes'>) {
  const all = <Name extends string>(names: readonly Name[], of: Partial<Record<Name, number>>) =>
    Object.fromEntries(names.map((name) => [name, of[name] ?? 0])) as Record<Name, number>
  return piecesOf({ states: all(accountStates, states), outcomes: all(outcomes, ended), excluded: 0 })
}

/** Of all batches together, in the order in which a batch has them. */
function piecesOfAll({ batches }: TeamBoard): readonly CountPiece[] {
  const known = batches.flatMap(({ progress }) => progress ?? [])
  const sums = <Name extends string>(
    names: readonly Name[],
    of: (one: BatchProgress) => Partial<Record<Name, number>>,
  ) =>
    Object.fromEntries(
      names.map((name) => [name, known.reduce((sum, one) => sum + (of(one)[name] ?? 0), 0)]),
    ) as Record<Name, number>
  return piecesOfProgress({
    states: sums(accountStates, ({ states }) => states),
    outcomes: sums(outcomes, (one) => one.outcomes),
  })
}
