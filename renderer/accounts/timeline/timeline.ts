// One account's life in order: each time that the service validated it, each attempt to create it, and what happened between.
// Pure; the newest first, as people look for it.
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

/** At one moment: what happened after an attempt began stands above it, and a validation below. */
const rank = { event: 0, attempt: 1, validation: 2 } as const

export function timelineOf(
  attempts: readonly Attempt[],
  validations: readonly Validation[],
  events: readonly EventView[],
): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...validations.map((validation) => ({ kind: 'validation' as const, at: validation.at, validation })),
    ...attempts.map((attempt) => ({ kind: 'attempt' as const, at: attempt.startedAt, attempt })),
    // Listed one by one: others may have happened between two neighbours.
    ...events.flatMap((event) =>
      tell([event], 'account').map((reported) => ({ kind: 'event' as const, at: event.at, reported })),
    ),
  ]
  return entries.toSorted((one, other) => other.at - one.at || rank[one.kind] - rank[other.kind])
}
