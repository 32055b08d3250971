// Estimates the offset between the clock that writes created_at and the clock of the replies' Date header: the two
// may differ by an undocumented constant. It is measured by our own processes: the process of an accepted create was
// made between the start and the end of that create. Stored with the connection (store/sending/connections.ts). Pure.
//
// A create may also be accepted because somebody else's older process absorbs it, so one account alone proves
// nothing. An estimate counts once two accounts agree on it. Another one replaces it once three in a row agree on
// that, for example after the service's clock was set.
import { z } from 'zod'

const span = z.object({
  /** Milliseconds by which created_at is ahead of Date: minimum (`from`) and maximum (`to`). */
  from: z.number(),
  to: z.number(),
  /** Number of accounts that agree on it. */
  accounts: z.number(),
})
type Span = z.infer<typeof span>

export const processClock = z.object({
  agreed: span.nullable(),
  /** A different estimate by the latest accounts. */
  rival: span.nullable(),
})
export type ProcessClock = z.infer<typeof processClock>

export const unmeasured: ProcessClock = { agreed: null, rival: null }

/** One of our processes: start and end of its create by Date, and its created_at. */
export type OurProcess = {
  readonly startedAt: number
  readonly endedAt: number
  readonly processAt: number
}

/** Largest difference between the two clocks that is considered possible. */
export const mostApart = 60_000

/** Date has whole seconds, created_at may have too, and a reply takes time to arrive. */
const readingError = 1500
/** A longer create says too little. One that ends before it begins means that a clock was set. */
const longestCreate = 120_000
/** Once enough accounts agree, a smaller gain in precision (milliseconds) is not stored. */
const worthWriting = 50
const enoughAccounts = 3

/** Updates the estimate by one more process of ours; returns the same object if nothing changed. */
export function updateProcessClock(
  knownClock: ProcessClock,
  { startedAt, endedAt, processAt }: OurProcess,
): ProcessClock {
  const one: Span = {
    from: processAt - endedAt - readingError,
    to: processAt - startedAt + readingError,
    accounts: 1,
  }
  const isTooLong = endedAt < startedAt || endedAt - startedAt > longestCreate
  if (isTooLong || one.from > mostApart || one.to < -mostApart) return knownClock
  const { agreed, rival } = knownClock
  if (agreed === null) return { agreed: one, rival: null }
  const narrowed = intersectSpans(agreed, one)
  if (narrowed !== null) {
    const gain = agreed.to - agreed.from - (narrowed.to - narrowed.from)
    if (rival === null && agreed.accounts >= enoughAccounts && gain < worthWriting) return knownClock
    return { agreed: narrowed, rival: null }
  }
  const other = (rival === null ? null : intersectSpans(rival, one)) ?? one
  return other.accounts > Math.min(agreed.accounts, enoughAccounts - 1)
    ? { agreed: other, rival: null }
    : { agreed, rival: other }
}

/** Intersection of two ranges; null if they do not overlap. */
function intersectSpans(one: Span, other: Span): Span | null {
  const from = Math.max(one.from, other.from)
  const to = Math.min(one.to, other.to)
  return from > to ? null : { from, to, accounts: Math.min(enoughAccounts, one.accounts + other.accounts) }
}

/** By how much created_at is ahead of Date; null if too few accounts were read. */
export function measureOffset({
  agreed,
}: ProcessClock): { readonly from: number; readonly to: number } | null {
  return agreed === null || agreed.accounts < 2 ? null : agreed
}

/** Tolerance, because Date has whole seconds and clocks drift between two readings. */
export const clockTolerance = 5000

/** Precision of a create's start by Date and of created_at. */
const startTolerance = 3000

/**
 * Whose process it is, by its creation time. `ours` and `older` (it existed before our create) are returned only if
 * they hold for every clock offset that is still possible.
 */
export type ProcessOwner = 'ours' | 'older' | 'unsure'

/** `startedAt`: start of our create by Date. */
export function processOwner(
  processAt: number | null,
  startedAt: number | null,
  knownClock: ProcessClock,
): ProcessOwner {
  if (processAt === null || startedAt === null) return 'unsure'
  const ahead = measureOffset(knownClock)
  if (processAt - (ahead?.from ?? -mostApart) < startedAt - clockTolerance) return 'older'
  return ahead !== null && processAt - ahead.to >= startedAt - startTolerance ? 'ours' : 'unsure'
}

/** Converts a time of a status record to the clock of Date; without a measurement, the two count as equal. */
export function byDate(at: number, knownClock: ProcessClock): number {
  return at - (measureOffset(knownClock)?.to ?? 0)
}
