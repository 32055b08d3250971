// Chronological history of one account: every validation by the service, every attempt to create it, and the events
// in between. Newest first. Pure functions.
import type { AccountView, EventView } from '../../../shared/contract/views.ts'
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

export type TimelineEntry =
  | { readonly kind: 'validation'; readonly at: number; readonly validation: Validation }
  | { readonly kind: 'attempt'; readonly at: number; readonly attempt: Attempt }
  | { readonly kind: 'event'; readonly at: number; readonly reported: Reported }
  /** What the service said when it was done. */
  | ({ readonly kind: 'ended' } & Ended)

export type Ended = { readonly at: number; readonly status: string; readonly isGood: boolean }

/** At equal times, events sort above the start of an attempt, and validations below it. */
const rank = { ended: 0, event: 1, attempt: 2, validation: 3 } as const

export function timelineOf(
  attempts: readonly Attempt[],
  validations: readonly Validation[],
  events: readonly EventView[],
  ended: Ended | null = null,
): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...(ended === null ? [] : [{ kind: 'ended' as const, ...ended }]),
    ...validations.map((validation) => ({ kind: 'validation' as const, at: validation.at, validation })),
    ...attempts.map((attempt) => ({ kind: 'attempt' as const, at: attempt.startedAt, attempt })),
    // Events that are listed one by one, because unlisted ones may lie between two neighbours.
    ...events.flatMap((event) =>
      tell([event], 'account').map((reported) => ({ kind: 'event' as const, at: event.at, reported })),
    ),
  ]
  return entries.toSorted((one, other) => other.at - one.at || rank[one.kind] - rank[other.kind])
}
