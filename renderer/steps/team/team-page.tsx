// Team page: the form that joins one, or the team that this desktop belongs to: whether accounts are created and why not,
// what holds for all, every batch of every member, and the desktops. It is read again every other second.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Hourglass, type LucideIcon, PlugZap, RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TeamBoard } from '../../../shared/contract/team/board.ts'
import type { TeamStateName, TeamView } from '../../../shared/contract/team/team.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { Callout, ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { teamTexts as words } from '../../texts/team.ts'
import { JoinForm } from './join-form.tsx'
import { CreatedByDay, CreatedInAll } from './board-days.tsx'
import { SharedSection } from './knowledge/shared-section.tsx'
import { Board, Totals } from './team-board.tsx'
import { Desktops, WaitedFor } from './team-desktops.tsx'
import { Copies } from './take-over/copies.tsx'
import { HoldsForAll } from './team-pauses.tsx'
import { Targets } from './team-target.tsx'

const everyMs = 2000

export function TeamPage(): ReactNode {
  const team = useQuery({
    ...api.team.get.queryOptions(),
    refetchInterval: everyMs,
    refetchOnMount: 'always',
  })
  if (team.isError) return <ErrorState error={team.error} onRetry={() => void team.refetch()} />
  if (team.data === undefined) return <SkeletonRows className="p-6" rows={6} />
  return team.data === null ? <JoinForm team={null} /> : <Joined team={team.data} />
}

function Joined({ team }: { readonly team: TeamView }): ReactNode {
  const [isJoining, setJoining] = useState(false)
  const isReached = team.state !== 'connecting' && team.state !== 'away' && team.state !== 'failed'
  const board = useQuery({
    ...api.team.board.queryOptions(),
    enabled: isReached,
    refetchInterval: everyMs,
    refetchOnMount: 'always',
  })
  if (isJoining && (team.state === 'away' || team.state === 'left'))
    return <JoinForm team={team} onClose={() => setJoining(false)} />
  return (
    <div className="h-full overflow-y-auto">
      <div className="grid gap-6 px-6 py-5">
        <Head team={team} board={board.data ?? null} onJoin={() => setJoining(true)} />
        {team.waiting.length > 0 && <WaitedFor waiting={team.waiting} />}
        <HoldsForAll team={team} />
        {board.data !== undefined && <Charts board={board.data} />}
        <Board board={board.data ?? null} isReached={isReached} />
        <Copies isReady={team.state === 'ready'} />
        {board.data !== undefined && <Targets targets={board.data.targets} />}
        <SharedSection />
        {board.data !== undefined && <Desktops desktops={board.data.desktops} waiting={team.waiting} />}
      </div>
    </div>
  )
}

function Head(props: {
  readonly team: TeamView
  readonly board: TeamBoard | null
  readonly onJoin: () => void
}): ReactNode {
  const { team, board } = props
  return (
    <header className="grid gap-4">
      {board !== null && hasTotals(board) && <Totals board={board} />}
      <StateLine team={team} onJoin={props.onJoin} />
    </header>
  )
}

const hasTotals = ({ batches, targets }: TeamBoard): boolean =>
  targets.length > 0 || batches.some(({ progress }) => progress !== null)

function Charts({ board }: { readonly board: TeamBoard }): ReactNode {
  if (board.days.every(({ created }) => created === 0)) return null
  return (
    <div className="grid grid-cols-2 gap-6">
      <CreatedByDay board={board} />
      <CreatedInAll board={board} />
    </div>
  )
}

const icons: Readonly<Record<TeamStateName, LucideIcon>> = {
  connecting: RefreshCw,
  ready: CircleCheck,
  away: PlugZap,
  comparing: RefreshCw,
  waiting: Hourglass,
  left: TriangleAlert,
  replaced: TriangleAlert,
  read_only: TriangleAlert,
  failed: TriangleAlert,
}

/** The state, why nothing is created, and what a person can do. */
function StateLine({ team, onJoin }: { readonly team: TeamView; readonly onJoin: () => void }): ReactNode {
  const { state, why, name, address } = team
  const mayJoin = state === 'away' || state === 'left'
  return (
    <Callout
      tone={state === 'ready' ? 'good' : state === 'connecting' || state === 'comparing' ? 'info' : 'warning'}
      icon={icons[state]}
      title={words.states[state]}
      actions={
        <>
          {mayJoin && (
            <Button size="small" onClick={onJoin}>
              {words.joinAgain}
            </Button>
          )}
          <LeaveTeam />
        </>
      }
    >
      {state !== 'ready' && (
        <p className="wrap-break-word">
          {why !== null && `${sentenceOf(why)} `}
          {words.todo[state]}
        </p>
      )}
      <p className="wrap-anywhere text-soft">{words.member({ name, address })}</p>
    </Callout>
  )
}

function LeaveTeam(): ReactNode {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const leave = useMutation(
    api.team.leave.mutationOptions({
      onSuccess({ isSaid }) {
        if (isSaid) toast.done(words.hasLeft)
        else toast.notice('warning', words.hasLeftUnsaid)
      },
      onError: toast.failed,
      onSettled: async () => {
        setAsking(false)
        await client.invalidateQueries({ queryKey: api.team.get.key() })
      },
    }),
  )
  return (
    <>
      <Button size="small" busy={leave.isPending} onClick={() => setAsking(true)}>
        {words.leave}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => leave.mutate(undefined)}
        title={words.leaveTitle}
        description={words.leaveWords}
        action={words.leaveAction}
        danger
        busy={leave.isPending}
      />
    </>
  )
}
