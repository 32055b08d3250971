// Board of the team: the totals of the whole migration, what was created on which day, and every batch of every member.
import { MonitorUp, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TeamBoard } from '../../../shared/contract/team/board.ts'
import { teamTotals } from '../../../shared/status/team-totals.ts'
import { likelyWords, rangeWords } from '../../accounts/live/time-range.ts'
import { hrefOf } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { CountBar, CountLegend } from '../../components/charts/count-bar.tsx'
import { WordHelp } from '../../components/overlays/word-help.tsx'
import { EmptyState } from '../../components/panel.tsx'
import { teamTexts } from '../../texts/team.ts'
import { partsOfTarget, piecesOfAll } from './board-pieces.ts'
import { Batches } from './team-batches.tsx'
import { TargetBar } from './target-bar.tsx'

const words = teamTexts.board

export function Totals({ board }: { readonly board: TeamBoard }): ReactNode {
  const { created, accounts, needsPerson, hasTarget } = teamTotals(board)
  return (
    <div>
      <h2 className="text-2xl font-semibold tabular-nums" data-figure="team.created">
        {words.created({ created, accounts })}
      </h2>
      <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-soft tabular-nums">
        {factsOf(board).map(({ key, text, hint }, at) => (
          <span key={key} className="flex gap-x-1.5">
            {at > 0 && <span aria-hidden>·</span>}
            <span data-figure={`team.${key}`} title={hint}>
              {text}
            </span>
          </span>
        ))}
        {needsPerson > 0 && (
          <>
            <span aria-hidden>·</span>
            <span className="text-bad">{words.needsPerson({ accounts: needsPerson })}</span>
          </>
        )}
      </p>
      <div className="mt-3">
        {hasTarget ? (
          <TargetBar parts={partsOfTarget(board.targets)} />
        ) : (
          <CountBar label={words.all} pieces={piecesOfAll(board)} height={10} />
        )}
      </div>
    </div>
  )
}

type Fact = { readonly key: string; readonly text: string; readonly hint?: string | undefined }

/** Desktops, pace and time left, as far as they are known. */
export function factsOf(board: TeamBoard): readonly Fact[] {
  const { desktops, perMinute } = teamTotals(board)
  const left = likelyWords(board.left)
  return [
    { key: 'desktops', text: words.desktops({ desktops }) },
    ...(perMinute === null
      ? []
      : [{ key: 'pace', text: words.perMinute({ perMinute: Math.round(perMinute) }) }]),
    ...(left === null ? [] : [{ key: 'left', text: left, hint: rangeWords(board.left) ?? undefined }]),
  ]
}

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
        <LinkButton
          href={hrefOf({ page: 'team', wall: true })}
          tone="quiet"
          size="small"
          icon={MonitorUp}
          className="ml-auto"
        >
          {words.wall}
        </LinkButton>
      </div>
      {board === null ? (
        <p className="mt-2 text-soft">{isReached ? ' ' : words.away}</p>
      ) : board.batches.length === 0 ? (
        <EmptyState icon={Users} title={words.none} className="mt-2 h-auto! rounded-lg border border-line">
          {words.noneWords}
        </EmptyState>
      ) : (
        <>
          <Batches board={board} />
          <CountLegend pieces={piecesOfAll(board)} inline className="mt-2" />
        </>
      )}
    </section>
  )
}
