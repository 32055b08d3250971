// Rate limiter of a connection: concurrency slots, a token bucket, a shared cool-down and a circuit breaker. All
// requests pass through it, so the limits hold for all kinds of work together. The configured limits are never
// exceeded. Below them it adapts concurrency or rate when the service asks for it or answers more slowly.
import type { Clock } from '../../system/clock.ts'
import { backoff } from './backoff.ts'
import { createBreaker } from './circuit-breaker.ts'
import { createBucket } from './token-bucket.ts'
import { createLatency, type RequestKind } from './latency.ts'
import { createLearnedRate } from './learned-rate.ts'
import { createAcceptedConcurrency } from './taken-requests.ts'
import { createConcurrencyLimit, type WindowReason } from './concurrency-limit.ts'

export type RateLimiterOptions = {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests a second, or null. */
  readonly rate: number | null
  /** Slows down automatically, and speeds up again to the limits. */
  readonly adaptive?: boolean
  /** Milliseconds left of a wait that the service asked for earlier. */
  readonly restMs?: number | undefined
  readonly clock: Clock
  readonly random: () => number
}

/** How a request ended, as far as the limiter needs to know. `none` says nothing. */
export type RequestEnd =
  | { readonly what: 'answered' | 'none' }
  /** The service asks for fewer requests, and may say how long to wait and how many per second it accepts. */
  | {
      readonly what: 'slow_down'
      readonly retryAfterMs: number | null
      readonly statedRate: number | null
    }
  /** No proper answer; the service may have said when it is back. */
  | { readonly what: 'failed'; readonly retryAfterMs: number | null }

/** Current state, for display. */
export type PaceState = {
  readonly concurrency: { readonly now: number; readonly limit: number }
  readonly slowedBy: WindowReason | null
  /** Requests per second learned from the service; null if none was learned. */
  readonly learntRate: number | null
  /** Milliseconds left of a wait that the service asked for. */
  readonly coolForMs: number | null
  /** Set while the breaker is open; `probeInMs` null: the probe is under way or may start now. */
  readonly open: { readonly probeInMs: number | null } | null
}

export type RateLimiter = {
  /** Takes a slot; false if none is free. The taker must give it back. */
  take(): boolean
  giveBack(): void
  /** Gives back a slot on which no request was made. */
  putBack(): void
  /** Allows one more request on a held slot, within the rate; false if it has to wait. */
  takeAgain(): boolean
  /** Call when a request begins on a slot; call the returned function once with its end. */
  request(kind: RequestKind): (end: RequestEnd) => void
  readonly inFlight: number
  /** How many slots could be taken now. */
  readonly allows: number
  /** Milliseconds until a slot may become free other than by a request's end; null if only such an end helps. */
  wait(): number | null
  /** Delays all requests by at least this long. */
  coolDown(ms: number): void
  /** A transport failure or a 5xx; five in a row open the breaker. */
  failure(): void
  /** A proper answer closes the breaker. */
  answered(): void
  /** Sets other limits from now on; what was learned below them is kept. */
  setLimits(limits: {
    readonly concurrency: number
    readonly rate: number | null
    readonly adaptive: boolean
  }): void
  /** The network is reported as back: an open breaker sends its next probe at once. */
  probeNow(): void
  readonly isOpen: boolean
  readonly state: PaceState
}

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { clock, random } = options
  let { concurrency, rate, adaptive = true } = options
  const breaker = createBreaker(clock, random)
  const window = createConcurrencyLimit(concurrency, clock)
  const latency = createLatency()
  const acceptedConcurrency = createAcceptedConcurrency(clock)
  const bucket = createBucket(rate, clock)
  const learntBucket = createBucket(null, clock)
  const learnt = createLearnedRate(clock, (cap) =>
    // If the configured rate is lower, it is the limit anyway.
    learntBucket.setRate(cap !== null && rate !== null && cap >= rate ? null : cap),
  )
  let inFlight = 0
  let coolUntil = Number.NEGATIVE_INFINITY
  let askedUntil = Number.NEGATIVE_INFINITY
  let slowDowns = 0
  /**
   * Requests are numbered as they begin. Those up to this number were under way when the service last asked for
   * fewer.
   */
  let slowedUpTo = 0
  let startedRequests = 0

  function spend(): boolean {
    if (!learntBucket.spend()) return false
    if (bucket.spend()) return true
    learntBucket.putBack()
    return false
  }
  function coolDown(ms: number): void {
    coolUntil = Math.max(coolUntil, clock.monotonic() + ms)
  }
  /** A cool-down that the service asked for. */
  function rest(ms: number): void {
    coolDown(ms)
    askedUntil = Math.max(askedUntil, coolUntil)
  }

  /** If the service names no wait, waits with growing backoff, once for all requests that were under way together. */
  function restAsAsked(retryAfterMs: number | null, number: number): void {
    if (retryAfterMs !== null && retryAfterMs > 0) rest(retryAfterMs)
    if (number <= slowedUpTo) return
    if (retryAfterMs === null || retryAfterMs === 0) rest(backoff(slowDowns, random))
    slowDowns += 1
    slowedUpTo = startedRequests
  }

  function slowDown(kind: RequestKind, stamp: number, number: number, statedRate: number | null): void {
    // If the window is one, or smaller than what was accepted at once before, concurrency is not the problem.
    const isSmall = window.size === 1 || window.size < acceptedConcurrency.atOnce(kind)
    const isNotConcurrency = stamp === window.stamp() && isSmall
    if (learnt.slowedDown(isNotConcurrency, statedRate, number)) window.forgetBreakingSize()
    else window.shrink(stamp, 'slow_down')
    learntBucket.rest(Math.max(0, coolUntil - clock.monotonic()))
  }

  rest(options.restMs ?? 0)

  return {
    take() {
      if (inFlight >= window.size || clock.monotonic() < coolUntil) return false
      if (!breaker.allows(inFlight) || !spend()) return false
      breaker.began()
      inFlight += 1
      return true
    },
    giveBack() {
      inFlight -= 1
    },
    putBack() {
      inFlight -= 1
      bucket.putBack()
      learntBucket.putBack()
    },
    takeAgain() {
      return clock.monotonic() >= coolUntil && !breaker.isOpen && spend()
    },
    request(kind) {
      const beganAt = clock.monotonic()
      const stamp = window.stamp()
      acceptedConcurrency.began(kind)
      learnt.began()
      startedRequests += 1
      const number = startedRequests
      return (end) => {
        acceptedConcurrency.ended(kind, howOf(end))
        if (end.what === 'failed' && end.retryAfterMs !== null) rest(end.retryAfterMs)
        if (end.what === 'slow_down') restAsAsked(end.retryAfterMs, number)
        if (end.what === 'answered') slowDowns = 0
        if (!adaptive) return
        if (end.what === 'slow_down') slowDown(kind, stamp, number, end.statedRate)
        if (end.what !== 'answered') return
        learnt.answered()
        // A round that began with a larger window is slow for that reason.
        const isCurrent = stamp === window.stamp()
        if (isCurrent && latency.sample(kind, clock.monotonic() - beganAt, window.size))
          window.shrink(stamp, 'latency')
        else window.good(stamp)
      }
    },
    get inFlight() {
      return inFlight
    },
    get allows() {
      if (clock.monotonic() < coolUntil || !breaker.allows(inFlight)) return 0
      const room = breaker.isOpen ? 1 : Math.max(0, window.size - inFlight)
      return Math.min(room, bucket.tokens, learntBucket.tokens)
    },
    wait() {
      const now = clock.monotonic()
      if (inFlight >= window.size || (breaker.isOpen && inFlight > 0)) return null
      return Math.max(0, coolUntil - now, breaker.wait(), bucket.wait(), learntBucket.wait())
    },
    coolDown,
    failure: breaker.failure,
    answered() {
      if (breaker.answered() && adaptive) window.restart()
    },
    setLimits(next) {
      if (next.concurrency !== concurrency) window.setLimit(next.concurrency)
      if (next.rate !== rate) bucket.setRate(next.rate)
      ;({ concurrency, rate, adaptive } = next)
    },
    probeNow: breaker.probeNow,
    get isOpen() {
      return breaker.isOpen
    },
    get state() {
      const now = clock.monotonic()
      const probeIn = breaker.wait()
      return {
        concurrency: { now: window.size, limit: concurrency },
        slowedBy: window.why ?? (learntBucket.rate === null ? null : 'slow_down'),
        learntRate: learntBucket.rate,
        coolForMs: askedUntil > now ? askedUntil - now : null,
        open: breaker.isOpen ? { probeInMs: probeIn === 0 ? null : probeIn } : null,
      }
    },
  }
}

function howOf({ what }: RequestEnd): 'good' | 'refused' | 'neither' {
  if (what === 'answered') return 'good'
  return what === 'slow_down' ? 'refused' : 'neither'
}
