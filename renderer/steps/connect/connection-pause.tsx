// Button that pauses or resumes sending over a connection, and one note per pause with its reason.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, Pause as PauseIcon, Play, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Pause } from '../../../shared/sending/connection.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api, engine } from '../../app/engine.ts'
import { texts } from '../../texts/common.ts'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { useJustChanged } from '../../components/use-just-changed.ts'
import { connectTexts as words } from '../../texts/connect/connect.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

/** Pauses the connection; where anything is paused, lifts all that is shown. */
export function PauseButton({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const client = useQueryClient()
  const done = {
    onSuccess: () => client.invalidateQueries({ queryKey: api.connections.list.key() }),
    onError: toast.failed,
  }
  const pause = useMutation(api.connections.pause.mutationOptions(done))
  const { id, pauses } = connection
  const resume = useMutation({
    mutationFn: async () => {
      for (const { supplier } of pauses) await engine.connections.resume({ id, supplier })
    },
    ...done,
  })
  const justChanged = useJustChanged(pauses.length > 0 ? 'resume' : 'pause')
  return pauses.length > 0 ? (
    <Button icon={Play} busy={resume.isPending} disabled={justChanged} onClick={() => resume.mutate()}>
      {words.resume}
    </Button>
  ) : (
    <Button
      icon={PauseIcon}
      busy={pause.isPending}
      disabled={justChanged}
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
      title={pausedAs(texts.frame.pausedWhy[pause.reason], pause.supplier)}
    >
      <p className="wrap-break-word text-soft">
        {byPerson ? words.pausedHint : sentenceOf(pause.message)} · <RelativeTime at={pause.since} />
      </p>
    </Callout>
  )
}

function pausedAs(why: string, supplier: string): string {
  return supplier === '' ? words.pausedWhole({ why }) : words.pausedSupplier({ supplier, why })
}
