// Finds the rate of a service that refuses requests as too many and does not state its limit. It follows the curve of
// TCP CUBIC (RFC 9438): after a refusal the rate drops a little, climbs back to the refused rate, stays near it, and
// then grows ever faster. The curve advances with answered requests, so idle time changes nothing.
//
// none ──refused with few under way, or a stated rate──▶ searching: × 1.5 a step ──refused──▶ on the curve
//   ▲──── four times the refused rate held, or refused again and again although it fell ──────────┘
import type { Clock } from '../../system/clock.ts'

export type AdaptiveRate = {
  /** Requests per second; null: none found. */
  readonly rate: number | null
  /** Call when a request begins. */
  began(): void
  /** Call when a request was answered properly. */
  answered(): void
  /**
   * Call when the service refused a request as too many. `request` is its number, counted as requests began.
   * `isNotConcurrency`: fewer were under way than had been accepted at once before. Returns true if the rate is, or may
   * be, the reason and was lowered.
   */
  slowedDown(isNotConcurrency: boolean, stated: number | null, request: number): boolean
}

/** The curve is back at the refused rate after this many milliseconds of requests, and at least this many requests. */
const curveMs = 100_000
const curveRequests = 60
/** Share of the rate that a refusal costs; it doubles if refusals follow each other. */
const usualDrop = 0.05
const mostDrop = 0.5
/** Factor of a step while searching. A step takes one second's requests, and at least this many. */
const searchFactor = 1.5
const searchRequests = 5
/** Refusals follow each other unless this many requests, and those of this many seconds, were answered in between. */
const heldRequests = 5
const heldSeconds = 3
/** After this many refusals in a row despite a falling rate, the rate is not the reason. */
const mostInARow = 3
/** A rate this many times above the refused one limits nothing. */
const forgetAbove = 4
/** Requests per second. */
const slowest = 1 / 60

type Search = {
  rate: number | null
  /** The rate that the service stated; infinity if it stated none. */
  stated: number
  /** The latest refused rate; null while searching. */
  refused: number | null
  /** Share of the refused rate that the latest refusal took. */
  drop: number
  /** Milliseconds along the curve. */
  along: number
  inARow: number
  /** Requests begun so far, and those begun before the latest jump of the rate. */
  began: number
  begunBefore: number
  /** Answers since the latest jump of the rate, and its time. */
  answered: number
  since: number
}

export function createAdaptiveRate(clock: Clock, changed: (rate: number | null) => void): AdaptiveRate {
  const search: Search = {
    rate: null,
    stated: Number.POSITIVE_INFINITY,
    refused: null,
    drop: usualDrop,
    along: 0,
    inARow: 0,
    began: 0,
    begunBefore: 0,
    answered: 0,
    since: clock.monotonic(),
  }
  return {
    get rate() {
      return search.rate
    },
    began() {
      search.began += 1
    },
    answered() {
      search.answered += 1
      const { rate } = search
      if (rate === null) return
      advance(search, rate, clock.monotonic())
      if (search.rate !== rate) changed(search.rate)
    },
    slowedDown(isNotConcurrency, stated, request) {
      const isRate = lower(search, { isNotConcurrency, stated, request, now: clock.monotonic() })
      changed(search.rate)
      return isRate
    },
  }
}

/** A request was answered under this rate: a step of the search, or a bit along the curve. */
function advance(search: Search, rate: number, now: number): void {
  if (search.answered >= Math.max(heldRequests, heldSeconds * rate)) search.inARow = 0
  const { refused } = search
  if (refused === null) {
    const isStepDone = search.answered >= Math.max(searchRequests, rate)
    if (isStepDone && rate < search.stated) jump(search, rate * searchFactor, now)
    return
  }
  search.along += 1000 / rate
  const span = Math.max(curveMs, (curveRequests / refused) * 1000)
  search.rate = within(search, refused * (1 + search.drop * (search.along / span - 1) ** 3))
  if (search.rate > refused * forgetAbove) forget(search)
}

type Refused = {
  readonly isNotConcurrency: boolean
  readonly stated: number | null
  readonly request: number
  readonly now: number
}

function lower(search: Search, { isNotConcurrency, stated, request, now }: Refused): boolean {
  if (stated !== null && stated !== search.stated) {
    search.stated = stated
    search.refused = null
    jump(search, stated, now)
    return true
  }
  const { rate } = search
  if (rate === null) return startFromObserved(search, isNotConcurrency, now)
  // Of several requests that began under one rate, only the first refused one lowers it.
  if (request <= search.begunBefore) return true
  search.inARow += 1
  if (search.inARow > mostInARow) {
    forget(search)
    return false
  }
  search.drop =
    search.refused === null ? 1 - 1 / searchFactor : Math.min(mostDrop, usualDrop * 2 ** (search.inARow - 1))
  search.refused = rate
  jump(search, rate * (1 - search.drop), now)
  return true
}

/** The rate observed since the last refusal, waits included, is the least that the service accepts. */
function startFromObserved(search: Search, isNotConcurrency: boolean, now: number): boolean {
  const perSecond = (search.answered / Math.max(1000, now - search.since)) * 1000
  search.since = now
  search.answered = 0
  if (!isNotConcurrency || perSecond === 0) return false
  jump(search, perSecond, now)
  return true
}

function jump(search: Search, rate: number, now: number): void {
  search.rate = within(search, rate)
  search.begunBefore = search.began
  search.since = now
  search.answered = 0
  search.along = 0
}

function forget(search: Search): void {
  search.rate = null
  search.stated = Number.POSITIVE_INFINITY
  search.refused = null
  search.inARow = 0
}

const within = ({ stated }: Search, rate: number): number => Math.min(stated, Math.max(slowest, rate))
