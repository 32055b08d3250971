// Chronological history of one account: every validation by the service, every attempt to create it, the events in
// between, and what the service's record says of its own times. Newest first. Pure functions.
import { isOneOf, unsuccessfulOutcomes } from '../../../shared/sending/states.ts'
import type { AccountView } from '../../../shared/contract/views.ts'
import { serviceMomentsOf, type ServiceMoment } from './service-moments.ts'
import { tell, type Reported } from './timeline-words.ts'

export type Validation = {
  readonly pass: number
  readonly at: number
  readonly httpStatus: number
  readonly verdict: 'validated' | 'rejected'
  readonly answer: string
  readonly current: boolean
}
export type Attempt = AccountView['attempts'][number]
type ServiceRecord = NonNullable<AccountView['record']>

export type TimelineEntry =
  | { readonly kind: 'validation'; readonly at: number; readonly validation: Validation }
  | { readonly kind: 'attempt'; readonly at: number; readonly attempt: Attempt }
  | { readonly kind: 'event'; readonly at: number; readonly reported: Reported }
  /** What the service said when it was done. */
  | ({ readonly kind: 'ended' } & Ended)
  /** When we read the service's record. */
  | { readonly kind: 'record'; readonly at: number; readonly record: ServiceRecord }
  /** By the service's clock. */
  | { readonly kind: 'service'; readonly at: number; readonly moment: ServiceMoment }

type Ended = { readonly at: number; readonly status: string; readonly isGood: boolean }

export type TimelineOf = Pick<
  AccountView,
  'attempts' | 'events' | 'outcome' | 'doneAt' | 'serviceStatus' | 'record'
>

/** At equal times, the one with the lower rank came later. */
const rank = { ended: 0, event: 1, record: 2, service: 3, attempt: 4, validation: 5 } as const

export function timelineOf(
  account: TimelineOf,
  validations: readonly Validation[],
): readonly TimelineEntry[] {
  const { attempts, events, record } = account
  const ended = endedOf(account)
  const entries: TimelineEntry[] = [
    ...(ended === null ? [] : [{ kind: 'ended' as const, ...ended }]),
    ...validations.map((validation) => ({ kind: 'validation' as const, at: validation.at, validation })),
    ...attempts.map((attempt) => ({ kind: 'attempt' as const, at: attempt.startedAt, attempt })),
    ...(record === null ? [] : [{ kind: 'record' as const, at: record.at, record }]),
    ...serviceMomentsOf(account).map((moment) => ({ kind: 'service' as const, at: moment.at, moment })),
    // Events that are listed one by one, because unlisted ones may lie between two neighbours.
    ...events.flatMap((event) =>
      tell([event], 'account').map((reported) => ({ kind: 'event' as const, at: event.at, reported })),
    ),
  ]
  return entries.toSorted((one, other) => other.at - one.at || rank[one.kind] - rank[other.kind])
}

/** Only what the service itself said: an account of an earlier batch has no status of its own. */
function endedOf({ outcome, doneAt, serviceStatus }: TimelineOf): Ended | null {
  if (doneAt === null || serviceStatus === null) return null
  return { at: doneAt, status: serviceStatus, isGood: !isOneOf(unsuccessfulOutcomes, outcome) }
}
