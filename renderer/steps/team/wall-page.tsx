// The board as a page to leave on a wall: large enough to be read from three metres, without anything to press but Escape.
// It reads the board by itself, and while the database or the engine is away it shows the last one with its time.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { TeamBoard } from '../../../shared/contract/team/board.ts'
import { teamTotals } from '../../../shared/status/team-totals.ts'
import { api, useLinkState } from '../../app/engine.ts'
import { useShortcuts } from '../../app/keys.ts'
import { go, hrefOf } from '../../app/route.ts'
import { setTitle } from '../../app/title.ts'
import { CountBar } from '../../components/charts/count-bar.tsx'
import { cx } from '../../components/classes.ts'
import { texts } from '../../texts/common.ts'
import { format } from '../../texts/format.ts'
import { teamTexts } from '../../texts/team.ts'
import { CreatedByDay } from './board-days.tsx'
import { partsOfTarget, piecesOfAll, piecesOfProgress } from './board-pieces.ts'
import { TargetBar } from './target-bar.tsx'
import { factsOf } from './team-board.tsx'

const words = teamTexts.wall
const everyMs = 2000

export function WallPage(): ReactNode {
  useShortcuts([{ keys: 'escape', label: words.leave, run: () => go(hrefOf({ page: 'team' })) }])
  useEffect(() => {
    setTitle(`${teamTexts.board.heading} · ${texts.product}`)
    // Nobody closes notices on a wall, and they would cover the time of the board: Toasts hides them.
    document.body.toggleAttribute('data-wall', true)
    return () => {
      document.body.toggleAttribute('data-wall', false)
      setTitle(texts.product)
    }
  }, [])
  const asked = { refetchInterval: everyMs, refetchIntervalInBackground: true, retry: false } as const
  const team = useQuery({ ...api.team.get.queryOptions(), ...asked })
  const board = useQuery({ ...api.team.board.queryOptions(), ...asked, gcTime: Number.POSITIVE_INFINITY })
  const isLinked = useLinkState() === 'open'
  const note =
    team.data === null
      ? words.noTeam
      : noteOf(isLinked, board.isError || team.data?.state === 'away', board.dataUpdatedAt)
  return (
    <main className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto] gap-[2.5vh] overflow-hidden bg-bg px-[3vw] py-[3vh]">
      {board.data === undefined || isEmpty(board.data) ? (
        <h1 className="row-span-2 place-self-center text-center text-[3vw] leading-tight text-soft">
          {board.data === undefined ? (note ?? words.nothingYet) : teamTexts.board.none}
        </h1>
      ) : (
        <Shown board={board.data} />
      )}
      <footer className="flex items-baseline justify-between gap-[3vw] text-[1.6vw] leading-tight">
        <p
          role="status"
          className={cx('tabular-nums', note === null ? 'text-faint' : 'font-semibold text-warn')}
        >
          {board.data === undefined ? '' : (note ?? words.asOf({ at: board.dataUpdatedAt }))}
        </p>
        <p className="shrink-0 text-faint">{words.leave}</p>
      </footer>
    </main>
  )
}

const isEmpty = ({ batches, targets }: TeamBoard): boolean => batches.length + targets.length === 0

/** Why what is shown is not of now; null: it is. */
function noteOf(isLinked: boolean, isAway: boolean, at: number): string | null {
  if (isLinked && !isAway) return null
  if (at === 0) return words.nothingYet
  return isLinked ? words.away({ at }) : words.notReached({ at })
}

function Shown({ board }: { readonly board: TeamBoard }): ReactNode {
  const { created, accounts, needsPerson, hasTarget } = teamTotals(board)
  return (
    <>
      <header>
        <h1 className="flex flex-wrap items-baseline gap-x-[1.5vw] tabular-nums">
          <span className="text-[10vw] leading-none font-semibold tracking-tight">
            {format.number(created)}
          </span>
          <span className="text-[3.4vw] leading-tight text-soft">{words.of({ accounts })}</span>
        </h1>
        <div className="mt-[2vh]">
          {hasTarget ? (
            <TargetBar parts={partsOfTarget(board.targets)} height="3vh" />
          ) : (
            <CountBar label={teamTexts.board.all} pieces={piecesOfAll(board)} height={24} />
          )}
        </div>
        <p className="mt-[2vh] flex flex-wrap gap-x-[2.5vw] text-[2.6vw] leading-tight font-medium tabular-nums">
          {factsOf(board).map(({ key, text }) => (
            <span key={key}>{text}</span>
          ))}
          {needsPerson > 0 && (
            <span className="text-bad">{teamTexts.board.needsPerson({ accounts: needsPerson })}</span>
          )}
        </p>
      </header>
      <div className="grid min-h-0 grid-cols-2 gap-[4vw]">
        <CreatedByDay board={board} large />
        <Sending board={board} />
      </div>
    </>
  )
}

const mostShown = 6

/** The batches that are being sent, the fastest first. */
function Sending({ board }: { readonly board: TeamBoard }): ReactNode {
  const there = new Set(board.desktops.filter(({ isThere }) => isThere).map(({ id }) => id))
  const sending = board.batches
    .filter(({ desktop, progress }) => there.has(desktop) && progress !== null && progress.perMinute !== null)
    .toSorted((one, other) => (other.progress?.perMinute ?? 0) - (one.progress?.perMinute ?? 0))
  return (
    <section aria-labelledby="sending-heading" className="min-h-0 min-w-0 overflow-hidden">
      <h2 id="sending-heading" className="text-[2vw] leading-tight text-soft">
        {sending.length === 0 ? words.idle : words.sending}
      </h2>
      <ul className="mt-[1vh] grid gap-[1.4vh]">
        {sending.slice(0, mostShown).map(({ id, name, member, progress }) => (
          <li key={id} className="grid gap-[0.6vh]">
            <span className="flex items-baseline gap-[1vw] text-[1.9vw] leading-tight">
              <span className="shrink-0 font-semibold">{member}</span>
              <span className="min-w-0 flex-1 truncate text-soft">{name}</span>
              <span className="shrink-0 tabular-nums">
                {teamTexts.board.perMinute({ perMinute: Math.round(progress?.perMinute ?? 0) })}
              </span>
            </span>
            {progress !== null && <CountBar label={name} pieces={piecesOfProgress(progress)} height={12} />}
          </li>
        ))}
      </ul>
      {sending.length > mostShown && (
        <p className="mt-[1vh] text-[1.6vw] text-faint">
          {words.more({ batches: sending.length - mostShown })}
        </p>
      )}
    </section>
  )
}
