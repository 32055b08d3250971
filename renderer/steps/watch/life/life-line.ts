// One account's life in order: each time that the service judged it, each attempt to create it, and what happened between.
// Pure; the newest first, as people look for it.
import type { AccountView, EventView } from '../../../../shared/views.ts'
import { format } from '../../../parts/format.ts'
import { tell, type Told } from '../../submit/timeline-words.ts'

export type Judgement = {
  readonly pass: number
  readonly at: number
  readonly httpStatus: number
  readonly verdict: 'cleared' | 'refused'
  readonly answer: string
  readonly current: boolean
}
export type Attempt = AccountView['attempts'][number]

export type LifeEntry =
  | { readonly kind: 'judgement'; readonly at: number; readonly judgement: Judgement }
  | { readonly kind: 'attempt'; readonly at: number; readonly attempt: Attempt }
  | { readonly kind: 'event'; readonly at: number; readonly told: Told }

/** At one moment: what happened after an attempt began stands above it, and a judgement below. */
const rank = { event: 0, attempt: 1, judgement: 2 } as const

export function lifeOf(
  attempts: readonly Attempt[],
  judgements: readonly Judgement[],
  events: readonly EventView[],
): readonly LifeEntry[] {
  const entries: LifeEntry[] = [
    ...judgements.map((judgement) => ({ kind: 'judgement' as const, at: judgement.at, judgement })),
    ...attempts.map((attempt) => ({ kind: 'attempt' as const, at: attempt.startedAt, attempt })),
    // Told one by one: others may have happened between two neighbours.
    ...events.flatMap((event) =>
      tell([event], 'account').map((told) => ({ kind: 'event' as const, at: event.at, told })),
    ),
  ]
  return entries.toSorted((one, other) => other.at - one.at || rank[one.kind] - rank[other.kind])
}

/** `84 ms`, `1.2 s`, `2 min`; of what took no time to speak of, `under 1 ms`. */
export function tookWords(milliseconds: number): string {
  if (milliseconds < 1) return 'under 1 ms'
  if (milliseconds < 1_000) return `${format.number(milliseconds)} ms`
  return milliseconds < 20_000 ? `${format.rate(milliseconds / 1_000)} s` : format.duration(milliseconds)
}
