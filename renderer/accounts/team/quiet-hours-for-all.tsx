// Quiet hours for all of a service: what holds now, who set it, and its end; and the button that lets a connection's own hours
// hold for every desktop of the team, after asking by whose clock. Without a team there is none of it; nor is there for the
// practice service, which each desktop has for itself.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Moon, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TeamView } from '../../../shared/contract/team/team.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { serviceAt } from '../../../shared/sending/connection.ts'
import { type QuietHours, quietHours } from '../../../shared/sending/quiet-hours.ts'
import { api, engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/fields/field.tsx'
import { TextWithList } from '../../components/fields/text-with-list.tsx'
import { failureOf } from '../../components/notices/failure.ts'
import { toast } from '../../components/notices/toast.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { Callout } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { format } from '../../texts/format.ts'
import { teamTexts } from '../../texts/team.ts'
import { hoursWords } from './hours-words.ts'

const words = teamTexts.quiet

type ForAll = TeamView['quietHours'][number]
type Connection = Pick<ConnectionView, 'id' | 'name' | 'environment' | 'settings'>

export function QuietHoursForAll(props: {
  readonly connection: Connection
  /** As they are in the form: unchecked. */
  readonly hours: readonly unknown[]
}): ReactNode {
  const { connection } = props
  const team = useQuery(api.team.get.queryOptions()).data ?? null
  if (team === null || connection.environment === 'practice') return null
  const service = serviceAt(connection.settings.baseUrl)
  const now = team.quietHours.find((one) => one.service === service)
  const parsed = quietHours.array().min(1).safeParse(props.hours)
  return (
    <div className="mt-3 grid justify-items-start gap-2 border-t border-line pt-3">
      {now !== undefined && (
        <div className="w-full">
          <QuietForAllNote quiet={now} connection={connection.id} />
        </div>
      )}
      <SetForAll connection={connection} hours={parsed.success ? parsed.data : null} />
    </div>
  )
}

function useQuiet(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { connection: number; hours: QuietHours[]; timeZone: string }) =>
      engine.team.quietHours(input),
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: api.team.key() }),
        client.invalidateQueries({ queryKey: api.connections.key() }),
      ]),
  })
}

function SetForAll(props: {
  readonly connection: Connection
  /** Null: there are none, or something about them is wrong. */
  readonly hours: readonly QuietHours[] | null
}): ReactNode {
  const { connection, hours } = props
  const { id, name } = connection
  const [asking, setAsking] = useState(false)
  const [timeZone, setTimeZone] = useState(ownZone)
  const set = useQuiet(() => {
    setAsking(false)
    toast.done(words.done({ name }))
  })
  const failure = set.error === null ? null : failureOf(set.error).message
  return (
    <>
      <Button
        icon={Users}
        size="small"
        whyOff={hours === null ? words.noHours : null}
        onClick={() => setAsking(true)}
      >
        {words.action}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => set.mutate({ connection: id, hours: [...(hours ?? [])], timeZone: timeZone.trim() })}
        title={words.title}
        description={words.words({ name })}
        action={words.confirm}
        busy={set.isPending}
      >
        <div className="grid gap-3">
          <p className="font-medium tabular-nums">{hoursWords(hours ?? [])}</p>
          <Field label={words.timeZone} hint={words.timeZoneHint} error={failure ?? undefined}>
            {() => (
              <TextWithList
                label={words.timeZone}
                value={timeZone}
                onChange={(text) => {
                  set.reset()
                  setTimeZone(text)
                }}
                choices={Intl.supportedValuesOf('timeZone')}
              />
            )}
          </Field>
        </div>
      </ConfirmDialog>
    </>
  )
}

export function QuietForAllNote(props: {
  readonly quiet: ForAll
  /** That leads to its service; null: there is none, so another member ends it. */
  readonly connection: number | null
}): ReactNode {
  const { quiet, connection } = props
  const { service, hours, timeZone, member, since, isNow, until } = quiet
  const end = useQuiet(() => toast.done(words.ended))
  return (
    <Callout
      tone={isNow ? 'warning' : 'info'}
      icon={Moon}
      title={`${words.heading}: ${service}`}
      actions={
        connection !== null && (
          <Button
            size="small"
            busy={end.isPending}
            onClick={() => end.mutate({ connection, hours: [], timeZone }, { onError: toast.failed })}
          >
            {words.end}
          </Button>
        )
      }
    >
      <p className="text-text">
        {hoursWords(hours)} · {timeZone}
        {isNow && ` · ${until === null ? words.now : words.nowUntil({ time: format.dateTime(until) })}`}
      </p>
      <p className="text-soft">
        {words.by({ member })} · <RelativeTime at={since} />
        {connection === null && ` · ${teamTexts.pauses.noConnection}`}
      </p>
    </Callout>
  )
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
