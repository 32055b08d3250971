// Sending over a connection is paused or not: the button for it, and why it is, one note a pause.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, Pause as PauseIcon, Play, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Pause } from '../../../shared/connection.ts'
import type { ConnectionView } from '../../../shared/views.ts'
import { api } from '../../app/engine.ts'
import { texts } from '../../app/texts.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/panel.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { toast } from '../../parts/toast.tsx'
import { connectTexts as words } from './connect-texts.ts'

/** Pauses the connection; where anything is paused, lifts all of it. */
export function PauseButton({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const client = useQueryClient()
  const done = {
    onSuccess: () => client.invalidateQueries({ queryKey: api.connections.list.key() }),
    onError: toast.failed,
  }
  const pause = useMutation(api.connections.pause.mutationOptions(done))
  const resume = useMutation(api.connections.resume.mutationOptions(done))
  const { id } = connection
  return connection.pauses.length > 0 ? (
    <Button icon={Play} busy={resume.isPending} onClick={() => resume.mutate({ id })}>
      {words.resume}
    </Button>
  ) : (
    <Button
      icon={PauseIcon}
      busy={pause.isPending}
      title={words.pausedHint}
      onClick={() => pause.mutate({ id })}
    >
      {words.pause}
    </Button>
  )
}

export function PauseNote({ pause }: { readonly pause: Pause }): ReactNode {
  const byPerson = pause.reason === 'person'
  return (
    <Callout
      tone={byPerson ? 'info' : 'warning'}
      icon={byPerson ? CirclePause : TriangleAlert}
      title={words.pausedAs(texts.frame.pausedWhy[pause.reason], pause.supplier)}
    >
      <p className="wrap-break-word text-soft">
        {byPerson ? words.pausedHint : pause.message} · <RelativeTime at={pause.since} />
      </p>
    </Callout>
  )
}
