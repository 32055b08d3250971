// What holds for all now: pauses, suppliers that are closed, brakes that tripped, and quiet hours: where, who and why. What is
// at a service that this desktop has a connection to can be ended here, for all.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePause, OctagonPause, PackageX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TeamView } from '../../../shared/contract/team/team.ts'
import { serviceAt } from '../../../shared/sending/connection.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { QuietForAllNote } from '../../accounts/team/quiet-hours-for-all.tsx'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { Callout } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { teamTexts } from '../../texts/team.ts'

const words = teamTexts.pauses

type Pause = TeamView['pauses'][number]

export function HoldsForAll({ team }: { readonly team: TeamView }): ReactNode {
  const connections = useQuery(api.connections.list.queryOptions()).data ?? []
  const connectionTo = (service: string): number | null =>
    connections.find(({ settings }) => serviceAt(settings.baseUrl) === service)?.id ?? null
  if (team.pauses.length + team.quietHours.length === 0) return null
  return (
    <section aria-labelledby="for-all-heading">
      <h2 id="for-all-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      <div className="mt-2 grid gap-2">
        {team.pauses.map((pause) => (
          <PauseForAllNote
            key={`${pause.service} ${pause.supplier}`}
            pause={pause}
            connection={connectionTo(pause.service)}
          />
        ))}
        {team.quietHours.map((quiet) => (
          <QuietForAllNote key={quiet.service} quiet={quiet} connection={connectionTo(quiet.service)} />
        ))}
      </div>
    </section>
  )
}

const icons = { person: CirclePause, closed: PackageX, brake: OctagonPause } as const

function PauseForAllNote(props: {
  readonly pause: Pause
  /** That leads to its service; null: there is none. */
  readonly connection: number | null
}): ReactNode {
  const { pause, connection } = props
  const { service, supplier, member, kind, reason, why, since } = pause
  const said = sentenceOf(why) ?? reason
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
      icon={icons[kind]}
      title={`${words.titles[kind]}: ${supplier === '' ? service : `${supplier}, ${service}`}`}
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
      {said !== '' && <p className="wrap-break-word text-text">{said}</p>}
      <p className="text-soft">
        {words.by({ member })} · <RelativeTime at={since} />
        {connection === null && ` · ${words.noConnection}`}
      </p>
    </Callout>
  )
}
