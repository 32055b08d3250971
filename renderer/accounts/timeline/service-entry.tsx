// One moment of the service on an account's timeline: what its record says, the time by the service's clock, and where
// that clock contradicts ours. Everything in it is the service's own text, rendered as text.
import { Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RecordFacts } from '../../../shared/sending/service-record.ts'
import { format, tookWords } from '../../texts/format.ts'
import { timelineTexts } from '../../texts/watch/timeline.ts'
import type { ServiceMoment, ServicePart } from './service-moments.ts'

const words = timelineTexts.service

export function ServiceEntry({ moment }: { readonly moment: ServiceMoment }): ReactNode {
  const { parts, contradiction, text } = moment
  return (
    <div className="grid gap-0.5">
      {parts.map((part) => (
        <Part key={part.what} part={part} />
      ))}
      <p title={text ?? undefined} className="flex gap-1.5 text-xs text-faint">
        <Clock size={12} aria-hidden className="mt-[3px] shrink-0" />
        <span className="min-w-0 wrap-anywhere">{timeWords(moment)}</span>
      </p>
      {contradiction !== null && (
        <p className="flex gap-1.5 text-xs text-warn">
          <TriangleAlert size={12} aria-hidden className="mt-[3px] shrink-0" />
          <span className="min-w-0">
            {words.contradiction[contradiction.is]({ time: tookWords(contradiction.ms) })}
          </span>
        </p>
      )}
    </div>
  )
}

function timeWords({ clock, text }: ServiceMoment): string {
  if (clock !== null) return words.clock({ at: format.moment(clock) })
  return text === null ? words.noTime : words.unreadableTime({ text })
}

function Part({ part }: { readonly part: ServicePart }): ReactNode {
  if (part.what === 'created' || part.what === 'modified')
    return <p className="wrap-break-word">{words[part.what]}</p>
  return (
    <>
      <p className="wrap-anywhere">
        {part.what === 'error'
          ? words.error
          : part.name === null
            ? words.eventWithoutName
            : words.event({ event: part.name })}
      </p>
      {part.error !== null && <ErrorFacts error={part.error} />}
    </>
  )
}

function ErrorFacts({ error }: { readonly error: NonNullable<RecordFacts['error']> }): ReactNode {
  const facts = (['code', 'detail', 'domain'] as const).flatMap((name) =>
    error[name] === null ? [] : [[name, error[name]] as const],
  )
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-l-2 border-line pl-2 text-xs">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{words[name]}</dt>
          <dd className={name === 'detail' ? 'wrap-anywhere' : 'font-mono wrap-anywhere'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
