// Pauses for all that hold now: where, who made each and why. One whose service this desktop has a connection to can be
// ended here, for all.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TeamView } from '../../../shared/contract/team/team.ts'
import { serviceAt } from '../../../shared/sending/connection.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { Callout } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { teamTexts } from '../../texts/team.ts'

const words = teamTexts.pauses

type Pause = TeamView['pauses'][number]

export function PausesForAll({ pauses }: { readonly pauses: readonly Pause[] }): ReactNode {
  const connections = useQuery(api.connections.list.queryOptions()).data ?? []
  return (
    <section aria-label={words.heading} className="grid gap-2">
      {pauses.map((pause) => (
        <PauseForAllNote
          key={`${pause.service} ${pause.supplier}`}
          pause={pause}
          connection={
            connections.find(({ settings }) => serviceAt(settings.baseUrl) === pause.service)?.id ?? null
          }
        />
      ))}
    </section>
  )
}

function PauseForAllNote(props: {
  readonly pause: Pause
  /** That leads to its service; null: there is none. */
  readonly connection: number | null
}): ReactNode {
  const { pause, connection } = props
  const { service, supplier, member, reason, since } = pause
  const client = useQueryClient()
  const resume = useMutation(
    api.team.resume.mutationOptions({
      onSuccess: () => toast.done(words.resumed),
      onError: toast.failed,
      onSettled: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: api.team.key() }),
          client.invalidateQueries({ queryKey: api.connections.key() }),
        ]),
    }),
  )
  return (
    <Callout
      tone="warning"
      icon={CirclePause}
      title={`${words.heading}: ${supplier === '' ? service : `${supplier}, ${service}`}`}
      actions={
        connection !== null && (
          <Button
            size="small"
            busy={resume.isPending}
            onClick={() => resume.mutate({ connection, supplier })}
          >
            {words.resume}
          </Button>
        )
      }
    >
      {reason !== '' && <p className="wrap-break-word text-text">{reason}</p>}
      <p className="text-soft">
        {words.by({ member })} · <RelativeTime at={since} />
        {connection === null && ` · ${words.noConnection}`}
      </p>
    </Callout>
  )
}
