// Learns a rate limit that nobody configured, from a service that answers "slow down" even with few requests under
// way, or that states its rate. It starts at the observed rate, climbs while that holds, bisects the gap to the rate
// that was refused, and then stays just below it, with a higher try now and then. While a learned rate is in force, a
// refusal lowers the rate and not the concurrency.
//
// none ──429 with few under way, or a stated rate──▶ climbing ──429──▶ closing in ──▶ resting ──a while──▶ climbing
import type { Clock } from '../../system/clock.ts'

export type LearnedRate = {
  /** Requests per second; null: nothing learned. */
  readonly cap: number | null
  /** Call when a request begins. */
  began(): void
  /** Call when a request was answered properly. */
  answered(): void
  /**
   * Call when the service refused a request as too many. `request` is its number, counted as requests began.
   * `isNotConcurrency`: fewer were under way than had been accepted at once before. Returns true if the rate is, or may
   * be, the reason and was adjusted.
   */
  slowedDown(isNotConcurrency: boolean, stated: number | null, request: number): boolean
}

/** A rate must hold for this many milliseconds and requests before it is changed. */
const steps = { climbing: { ms: 1000, requests: 5 }, closing: { ms: 3000, requests: 10 } } as const
/** Resting time in milliseconds: the first, and the longest if the same rate is refused again. */
const firstRest = 60_000
const longestRest = 600_000
/** A smaller relative gap to the refused rate is close enough: at first, and once a rate held through a rest. */
const gap = 0.03
const gapOfProven = 0.12
/** A cap this many times above the actual rate limits nothing and is dropped. */
const forgetAbove = 8
const slowest = 1 / 60
/** After this many refusals in a row despite a falling rate, the rate is not the reason. */
const mostRefusals = 3

export function createLearnedRate(clock: Clock, changed: (cap: number | null) => void): LearnedRate {
  let cap: number | null = null
  let statedCap = Number.POSITIVE_INFINITY
  /** Highest rate that held, and lowest rate that was refused. */
  let acceptedRate = 0
  let refusedRate: number | null = null
  /** Rate that held through a rest. */
  let proven: number | null = null
  let growth = 1.5
  let rest: { readonly refusedRate: number | null; readonly ms: number } = {
    refusedRate: null,
    ms: firstRest,
  }
  let setAt = clock.monotonic()
  let startedRequests = 0
  let startedBeforeCap = 0
  /** Start of the first request under this cap: idle time before it says nothing about the cap. */
  let since: number | null = setAt
  let answeredRequests = 0
  /** Refusals in a row without a successful step in between. */
  let refusals = 0

  function setCap(next: number): void {
    cap = Math.min(statedCap, Math.max(slowest, next))
    setAt = clock.monotonic()
    startedBeforeCap = startedRequests
    since = null
    answeredRequests = 0
    changed(cap)
  }
  function forget(): void {
    cap = null
    statedCap = Number.POSITIVE_INFINITY
    refusedRate = null
    proven = null
    changed(null)
  }

  /** The rate has held long enough: take a step. */
  function step(lasted: number, limit: number): void {
    const asked = (answeredRequests / Math.max(1, lasted)) * 1000
    if (limit > asked * forgetAbove) {
      forget()
      return
    }
    refusals = 0
    acceptedRate = Math.max(acceptedRate, limit)
    if (refusedRate === null) {
      setCap(limit * growth)
      growth = Math.min(1.5, growth * growth)
      return
    }
    if ((refusedRate - acceptedRate) / refusedRate > (proven === null ? gap : gapOfProven))
      setCap((acceptedRate + refusedRate) / 2)
    else if (lasted >= rest.ms) {
      // After a rest try more: services get more capacity, too.
      const again = rest.refusedRate !== null && Math.abs(refusedRate / rest.refusedRate - 1) < 0.1
      rest = { refusedRate, ms: again ? Math.min(longestRest, rest.ms * 2) : firstRest }
      refusedRate = null
      proven = limit
      growth = 1 + gap
      setCap(limit * growth)
    }
  }

  /** The rate observed since the last refusal, waits included, is the least that the service accepts. */
  function learn(isNotConcurrency: boolean): boolean {
    const now = clock.monotonic()
    const perSecond = (answeredRequests / Math.max(1000, now - setAt)) * 1000
    setAt = now
    answeredRequests = 0
    if (!isNotConcurrency || perSecond === 0) return false
    acceptedRate = perSecond
    proven = null
    growth = 1.5
    refusals = 0
    setCap(perSecond)
    return true
  }

  return {
    get cap() {
      return cap
    },
    began() {
      startedRequests += 1
      since ??= clock.monotonic()
    },
    answered() {
      answeredRequests += 1
      if (cap === null || since === null) return
      const { ms, requests } = refusedRate === null ? steps.climbing : steps.closing
      const lasted = clock.monotonic() - since
      if (answeredRequests >= requests && lasted >= ms) step(lasted, cap)
    },
    slowedDown(isNotConcurrency, stated, request) {
      if (stated !== null && stated !== statedCap) {
        statedCap = stated
        acceptedRate = stated
        refusedRate = null
        setCap(stated)
        return true
      }
      if (cap === null) return learn(isNotConcurrency)
      // Of several requests that began under one cap, only the first refused one lowers it.
      if (request <= startedBeforeCap) return true
      refusals += 1
      if (refusals > mostRefusals) {
        forget()
        return false
      }
      refusedRate = Math.min(refusedRate ?? cap, cap)
      if (proven !== null && refusedRate <= proven) proven = null
      // A short success above a proven rate used tokens that the service had saved up.
      if (proven !== null && (refusedRate - proven) / refusedRate <= gapOfProven) acceptedRate = proven
      // A rate that held may hold no longer; a repeated refusal lowers it more.
      if (acceptedRate >= refusedRate || refusals > 1)
        acceptedRate = refusedRate * (refusals > 1 ? 0.8 : 1 - gap)
      setCap(acceptedRate)
      return true
    },
  }
}
