// Desktops of the team: who is there, and those that are waited for. A person may go on without one that does not come
// back, after reading what that means.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TeamBoard } from '../../../shared/contract/team/board.ts'
import type { TeamView } from '../../../shared/contract/team/team.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { toast } from '../../components/notices/toast.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { Callout } from '../../components/panel.tsx'
import { useNow } from '../../components/text/relative-time.tsx'
import { format } from '../../texts/format.ts'
import { texts } from '../../texts/common.ts'
import { teamTexts } from '../../texts/team.ts'

const words = teamTexts.desktops

type Desktop = TeamBoard['desktops'][number]
type Waited = TeamView['waiting'][number]

export function Desktops(props: {
  readonly desktops: readonly Desktop[]
  readonly waiting: readonly Waited[]
}): ReactNode {
  const isWaitedFor = new Set(props.waiting.map(({ desktop }) => desktop))
  return (
    <section aria-labelledby="desktops-heading">
      <h2 id="desktops-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(18rem,1fr))] gap-2">
        {props.desktops.map((desktop) => (
          <DesktopCard key={desktop.id} desktop={desktop} isWaitedFor={isWaitedFor.has(desktop.id)} />
        ))}
      </ul>
    </section>
  )
}

function DesktopCard(props: { readonly desktop: Desktop; readonly isWaitedFor: boolean }): ReactNode {
  const { member, machine, program, seen, isThere, isThis } = props.desktop
  const now = useNow()
  return (
    <li className="flex items-start gap-2.5 rounded-lg border border-line px-3 py-2">
      <span
        aria-hidden
        className={cx('mt-1.5 size-2 shrink-0 rounded-full', isThere ? 'bg-fill-ok' : 'bg-line')}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {member}
          {isThis && <span className="font-normal text-soft"> · {words.own}</span>}
        </span>
        <span className="block truncate text-xs text-faint" title={machine}>
          {machine} · {texts.product} {program}
        </span>
      </span>
      <span className={cx('shrink-0 text-xs', props.isWaitedFor ? 'text-warn' : 'text-soft')}>
        {isThere ? words.here : words.last({ ago: format.ago(seen, Math.max(seen, now)) })}
      </span>
    </li>
  )
}

export function WaitedFor({ waiting }: { readonly waiting: readonly Waited[] }): ReactNode {
  return (
    <section aria-label={teamTexts.waiting.heading} className="grid gap-2">
      {waiting.map((one) => (
        <WaitedDesktop key={one.desktop} waited={one} />
      ))}
    </section>
  )
}

function WaitedDesktop({ waited }: { readonly waited: Waited }): ReactNode {
  const { desktop, member, machine, seen } = waited
  const client = useQueryClient()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  const goOn = useMutation(
    api.team.leaveOut.mutationOptions({
      onSuccess: () => toast.done(words.wentOn({ machine })),
      onError: toast.failed,
      onSettled: async () => {
        setAsking(false)
        await client.invalidateQueries({ queryKey: api.team.key() })
      },
    }),
  )
  return (
    <Callout
      tone="warning"
      icon={Hourglass}
      title={`${member} · ${machine}`}
      actions={
        <Button size="small" busy={goOn.isPending} onClick={() => setAsking(true)}>
          {words.goOn}
        </Button>
      }
    >
      <p className="text-soft">{words.last({ ago: format.ago(seen, Math.max(seen, now)) })}</p>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => goOn.mutate({ desktop })}
        title={words.goOnTitle({ member })}
        description={words.goOnWords({ machine })}
        action={words.goOnAction}
        danger
        busy={goOn.isPending}
      />
    </Callout>
  )
}
