// The clock by which the service writes created_at, against the one of its replies' Date: two clocks, which may differ
// by a constant that nobody documents. It is measured by processes that are ours for certain: the process of a create
// that was answered with yes came into being between the start and the end of that create. Kept with the connection
// (store/connections.ts). Pure.
//
// A create may also be answered with yes where somebody else's process takes it in. That one is older, so one account
// alone proves nothing: only what two of them agree on counts, and another span takes its place where three in a row
// agree on that one, as when the service's clock was set.
import { z } from 'zod'

const span = z.object({
  /** Milliseconds by which created_at is ahead of Date: at least, and at most. */
  from: z.number(),
  to: z.number(),
  /** Accounts that agree on it. */
  accounts: z.number(),
})
type Span = z.infer<typeof span>

export const processClock = z.object({
  agreed: span.nullable(),
  /** What the latest accounts say otherwise. */
  rival: span.nullable(),
})
export type ProcessClock = z.infer<typeof processClock>

export const unmeasured: ProcessClock = { agreed: null, rival: null }

/** A process of ours: when its create began and ended by Date, and its created_at. */
export type OurProcess = {
  readonly startedAt: number
  readonly endedAt: number
  readonly processAt: number
}

/** The two clocks of one service are not taken to differ by more. */
export const mostApart = 60_000

/** `Date` has whole seconds, created_at may have, and a reply takes a while to arrive. */
const readingError = 1500
/** A longer create tells too little, and one that ends before it began is of a clock that was set. */
const longestCreate = 120_000
/** Spans that many accounts agree on are not written again for less. */
const worthWriting = 50
const enough = 3

/** What is known once one more process of ours was read; the same object where that says nothing new. */
export function learn(known: ProcessClock, { startedAt, endedAt, processAt }: OurProcess): ProcessClock {
  const one: Span = {
    from: processAt - endedAt - readingError,
    to: processAt - startedAt + readingError,
    accounts: 1,
  }
  const isTooLong = endedAt < startedAt || endedAt - startedAt > longestCreate
  if (isTooLong || one.from > mostApart || one.to < -mostApart) return known
  const { agreed, rival } = known
  if (agreed === null) return { agreed: one, rival: null }
  const narrowed = together(agreed, one)
  if (narrowed !== null) {
    const gain = agreed.to - agreed.from - (narrowed.to - narrowed.from)
    if (rival === null && agreed.accounts >= enough && gain < worthWriting) return known
    return { agreed: narrowed, rival: null }
  }
  const other = (rival === null ? null : together(rival, one)) ?? one
  return other.accounts > Math.min(agreed.accounts, enough - 1)
    ? { agreed: other, rival: null }
    : { agreed, rival: other }
}

/** Null where they do not meet. */
function together(one: Span, other: Span): Span | null {
  const from = Math.max(one.from, other.from)
  const to = Math.min(one.to, other.to)
  return from > to ? null : { from, to, accounts: Math.min(enough, one.accounts + other.accounts) }
}

/** By how much created_at is ahead of Date; null where too little was read to say. */
export function measured({ agreed }: ProcessClock): { readonly from: number; readonly to: number } | null {
  return agreed === null || agreed.accounts < 2 ? null : agreed
}

/** `Date` has whole seconds and clocks drift between two looks at it. */
export const clockTolerance = 5000

/** The start of a create by Date, and created_at, are known no better. */
const startTolerance = 3000

/**
 * Of which create a process is, by when it was made: `ours` and `older` (it was there before ours began) are said only
 * where they follow whatever the clocks differ by, as far as that is known.
 */
export type Whose = 'ours' | 'older' | 'unsure'

/** `startedAt`: the start of our create by Date. */
export function whoseProcess(processAt: number | null, startedAt: number | null, known: ProcessClock): Whose {
  if (processAt === null || startedAt === null) return 'unsure'
  const ahead = measured(known)
  if (processAt - (ahead?.from ?? -mostApart) < startedAt - clockTolerance) return 'older'
  return ahead !== null && processAt - ahead.to >= startedAt - startTolerance ? 'ours' : 'unsure'
}

/** An instant of a status record by the clock of Date; where that was not measured, as if both were one. */
export function byDate(at: number, known: ProcessClock): number {
  return at - (measured(known)?.to ?? 0)
}
