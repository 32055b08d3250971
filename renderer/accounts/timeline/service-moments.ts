// The service's own moments of an account: when it created and changed the process, and its last event, each by the
// service's clock. Where that clock contradicts ours, a moment stands where it must have happened. Pure functions.
import type { AccountView } from '../../../shared/contract/views.ts'
import { parseInstant } from '../../../shared/sending/instant.ts'
import type { RecordFacts } from '../../../shared/sending/service-record.ts'

export type ServicePart =
  | { readonly what: 'created' }
  | { readonly what: 'modified' }
  | { readonly what: 'event'; readonly name: string | null; readonly error: RecordFacts['error'] }
  /** An error that no event carries. */
  | { readonly what: 'error'; readonly error: NonNullable<RecordFacts['error']> }

export type ServiceMoment = {
  /** Its place among our own moments; milliseconds since 1970. */
  readonly at: number
  /** By the service's clock, milliseconds since 1970; null: no time was given, or none that can be read. */
  readonly clock: number | null
  /** The time as the service wrote it; null: none was given. */
  readonly text: string | null
  /** Of one time, the earliest first. */
  readonly parts: readonly ServicePart[]
  readonly contradiction: Contradiction | null
}

/** The order by the two clocks is not the order in which it happened; `ms`: how far they differ at least. */
export type Contradiction = { readonly is: 'before_we_sent' | 'after_we_read'; readonly ms: number }

type Of = Pick<AccountView, 'attempts' | 'doneAt' | 'outcome' | 'record'>

/** The latest first. */
export function serviceMomentsOf(account: Of): readonly ServiceMoment[] {
  const { record } = account
  if (record === null) return []
  const sentAt = ourCreateAt(account)
  const moments = [...Map.groupBy(timedParts(record.facts), ({ text }) => text)].map(([text, timed]) => {
    const clock = parseInstant(text)
    const contradiction = clock === null ? null : contradictionOf(clock, sentAt, record.at)
    const at =
      contradiction?.is === 'before_we_sent' && sentAt !== null
        ? sentAt
        : Math.min(clock ?? record.at, record.at)
    return { at, clock, text, parts: timed.map(({ part }) => part), contradiction }
  })
  return moments.toReversed().toSorted((one, other) => other.at - one.at)
}

type Timed = { readonly text: string | null; readonly part: ServicePart }

function timedParts({ createdAt, modifiedAt, event, eventAt, error }: RecordFacts): readonly Timed[] {
  const timed: Timed[] = []
  if (createdAt !== null) timed.push({ text: createdAt, part: { what: 'created' } })
  if (modifiedAt !== null) timed.push({ text: modifiedAt, part: { what: 'modified' } })
  if (event !== null || eventAt !== null)
    timed.push({ text: eventAt, part: { what: 'event', name: event, error } })
  else if (error !== null) timed.push({ text: modifiedAt, part: { what: 'error', error } })
  return timed
}

/** When our first create began, where the process is known to be ours; else the service may have had it before. */
function ourCreateAt({ attempts, doneAt, outcome }: Of): number | null {
  const isOurs =
    outcome === 'created' || (doneAt !== null && attempts.some(({ class: name }) => name === 'accepted'))
  return isOurs ? (attempts[0]?.startedAt ?? null) : null
}

function contradictionOf(clock: number, sentAt: number | null, readAt: number): Contradiction | null {
  if (clock > readAt) return { is: 'after_we_read', ms: clock - readAt }
  return sentAt !== null && clock < sentAt ? { is: 'before_we_sent', ms: sentAt - clock } : null
}
