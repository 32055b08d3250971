// Rate limiter of one service address: a token bucket, a concurrency limit, a shared cool-down and a circuit breaker.
// All validates, creates and status reads pass through it, so the limits hold for them together. It enforces the
// configured concurrency and rate (the rate to within 5 % or one request). Below them it lowers concurrency or rate
// when the service asks for it or answers more slowly (adaptive-rate.ts, concurrency-limit.ts).
import type { Clock } from '../../system/clock.ts'
import { type AdaptiveRate, createAdaptiveRate } from './adaptive-rate.ts'
import { backoff } from './backoff.ts'
import { type Breaker, createBreaker } from './circuit-breaker.ts'
import {
  type AcceptedConcurrency,
  type ConcurrencyLimit,
  createAcceptedConcurrency,
  createConcurrencyLimit,
  createLatency,
  type Latency,
  type RequestKind,
  type WindowReason,
} from './concurrency-limit.ts'
import {
  createTokenBucket,
  type Inflow,
  perSecond,
  sharedPerSecond,
  type TokenBucket,
} from './token-bucket.ts'

export type RateLimits = {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests a second, or null. */
  readonly rate: number | null
  /** The rate is a share of a limit that others use, too. */
  readonly isShare?: boolean | undefined
  /** Slows down automatically, and speeds up again to the limits. */
  readonly adaptive: boolean
}

export type RateLimiterOptions = RateLimits & {
  /** Milliseconds left of a wait that the service asked for earlier. */
  readonly restMs?: number | undefined
  /** False: nothing may start at this moment, whatever the limits are. */
  readonly mayStart?: (() => boolean) | undefined
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
  /** Milliseconds left of a wait that the service asked for. */
  readonly coolForMs: number | null
  /** Set while the breaker is open; `probeInMs` null: the probe is under way or may start now. */
  readonly open: { readonly probeInMs: number | null } | null
  /** How long requests have been under way without any answer; null: none is. */
  readonly silentMs: number | null
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
  /** Sets other limits from now on; what was found below them is kept. */
  setLimits(limits: RateLimits): void
  /** The network is reported as back: an open breaker sends its next probe at once. */
  probeNow(): void
  readonly isOpen: boolean
  readonly state: PaceState
}

/**
 * Milliseconds until the next look where nothing may start; who opens it again wakes the waiting ones. Longer than an
 * intent stays ready, so that intents go back into the queue meanwhile.
 */
const closedMs = 2500

/** The mechanisms, and what is counted beside them. */
type Parts = {
  readonly mayStart: () => boolean
  readonly clock: Clock
  readonly random: () => number
  readonly bucket: TokenBucket
  readonly window: ConcurrencyLimit
  readonly breaker: Breaker
  readonly found: AdaptiveRate
  readonly latency: Latency
  readonly accepted: AcceptedConcurrency
  limits: RateLimits
  inFlight: number
  /** Nothing starts before these times: of any wait, and of one that the service asked for. */
  coolUntil: number
  askedUntil: number
  /** Times in a row that the service asked for fewer requests. */
  slowDowns: number
  /** Requests are numbered as they begin; those up to this number were under way at the latest such time. */
  slowedUpTo: number
  startedRequests: number
  /** When the requests under way began, by their numbers, oldest first, and when the last one ended. */
  readonly underWay: Map<number, number>
  endedAt: number
}

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const parts = partsOf(options)
  const { clock, bucket, window, breaker } = parts
  rest(parts, options.restMs ?? 0)
  return {
    take: () => take(parts),
    giveBack() {
      parts.inFlight -= 1
    },
    putBack() {
      parts.inFlight -= 1
      bucket.putBack()
    },
    takeAgain: () =>
      parts.mayStart() && clock.monotonic() >= parts.coolUntil && !breaker.isOpen && bucket.take(),
    request: (kind) => beginRequest(parts, kind),
    get inFlight() {
      return parts.inFlight
    },
    get allows() {
      return freeSlots(parts)
    },
    wait: () => waitForSlot(parts),
    coolDown: (ms) => coolDown(parts, ms),
    failure: breaker.failure,
    answered() {
      if (breaker.answered() && parts.limits.adaptive) window.restart()
    },
    setLimits(next) {
      const { concurrency, rate, isShare } = parts.limits
      parts.limits = next
      if (next.concurrency !== concurrency) window.setLimit(next.concurrency)
      if (next.rate !== rate || next.isShare !== isShare) bucket.setInflow(inflowOf(parts))
    },
    probeNow: breaker.probeNow,
    get isOpen() {
      return breaker.isOpen
    },
    get state() {
      return stateOf(parts)
    },
  }
}

function partsOf(options: RateLimiterOptions): Parts {
  const { clock, random, concurrency, rate, isShare, adaptive, mayStart = () => true } = options
  const bucket = createTokenBucket(perSecond(rate), clock)
  const parts: Parts = {
    mayStart,
    clock,
    random,
    bucket,
    window: createConcurrencyLimit(concurrency, clock),
    breaker: createBreaker(clock, random),
    found: createAdaptiveRate(clock, () => bucket.setInflow(inflowOf(parts))),
    latency: createLatency(),
    accepted: createAcceptedConcurrency(clock),
    limits: { concurrency, rate, isShare, adaptive },
    inFlight: 0,
    coolUntil: Number.NEGATIVE_INFINITY,
    askedUntil: Number.NEGATIVE_INFINITY,
    slowDowns: 0,
    slowedUpTo: 0,
    startedRequests: 0,
    underWay: new Map(),
    endedAt: Number.NEGATIVE_INFINITY,
  }
  return parts
}

function inflowOf({ limits, found }: Parts): Inflow | null {
  const rate = effectiveRate(limits.rate, found.rate)
  return limits.isShare === true ? sharedPerSecond(rate) : perSecond(rate)
}

function effectiveRate(configured: number | null, found: number | null): number | null {
  if (configured === null || found === null) return configured ?? found
  return Math.min(configured, found)
}

/** True if the found rate is what limits requests. */
function isFoundRateInForce({ found: { rate }, limits }: Parts): boolean {
  return rate !== null && (limits.rate === null || rate < limits.rate)
}

function take(parts: Parts): boolean {
  const { clock, window, breaker, bucket } = parts
  if (!parts.mayStart() || parts.inFlight >= window.size) return false
  if (clock.monotonic() < parts.coolUntil) return false
  if (!breaker.allows(parts.inFlight) || !bucket.take()) return false
  breaker.began()
  parts.inFlight += 1
  return true
}

function freeSlots({ mayStart, clock, window, breaker, bucket, inFlight, coolUntil }: Parts): number {
  if (!mayStart() || clock.monotonic() < coolUntil || !breaker.allows(inFlight)) return 0
  const room = breaker.isOpen ? 1 : Math.max(0, window.size - inFlight)
  return Math.min(room, bucket.tokens)
}

function waitForSlot(parts: Parts): number | null {
  const { mayStart, clock, window, breaker, bucket, inFlight, coolUntil } = parts
  if (!mayStart()) return closedMs
  if (inFlight >= window.size || (breaker.isOpen && inFlight > 0)) return null
  return Math.max(0, coolUntil - clock.monotonic(), breaker.wait(), bucket.wait())
}

function coolDown(parts: Parts, ms: number): void {
  parts.coolUntil = Math.max(parts.coolUntil, parts.clock.monotonic() + ms)
}

/** A cool-down that the service asked for. */
function rest(parts: Parts, ms: number): void {
  coolDown(parts, ms)
  parts.askedUntil = Math.max(parts.askedUntil, parts.coolUntil)
}

/** A request under way: its number, and the round of the window and the time in which it began. */
type Begun = {
  readonly kind: RequestKind
  readonly number: number
  readonly stamp: number
  readonly at: number
}

function beginRequest(parts: Parts, kind: RequestKind): (end: RequestEnd) => void {
  parts.accepted.began(kind)
  parts.found.began()
  parts.startedRequests += 1
  const begun: Begun = {
    kind,
    number: parts.startedRequests,
    stamp: parts.window.stamp(),
    at: parts.clock.monotonic(),
  }
  parts.underWay.set(begun.number, begun.at)
  return (end) => endRequest(parts, begun, end)
}

function endRequest(parts: Parts, begun: Begun, end: RequestEnd): void {
  parts.accepted.ended(begun.kind, howOf(end))
  parts.underWay.delete(begun.number)
  parts.endedAt = parts.clock.monotonic()
  if (end.what === 'failed' && end.retryAfterMs !== null) rest(parts, end.retryAfterMs)
  if (end.what === 'slow_down') {
    restAsAsked(parts, end.retryAfterMs, begun.number)
    if (parts.limits.adaptive) slowDown(parts, begun, end.statedRate)
  }
  if (end.what !== 'answered') return
  parts.slowDowns = 0
  if (parts.limits.adaptive) speedUp(parts, begun)
}

/** If the service names no wait, waits with growing backoff, once for all requests that were under way together. */
function restAsAsked(parts: Parts, retryAfterMs: number | null, number: number): void {
  if (retryAfterMs !== null && retryAfterMs > 0) rest(parts, retryAfterMs)
  if (number <= parts.slowedUpTo) return
  if (retryAfterMs === null || retryAfterMs === 0) rest(parts, backoff(parts.slowDowns, parts.random))
  parts.slowDowns += 1
  parts.slowedUpTo = parts.startedRequests
}

/** Lowers the rate if that may be the reason, else the concurrency. */
function slowDown(parts: Parts, { kind, stamp, number }: Begun, statedRate: number | null): void {
  const { window, accepted, found, bucket, clock } = parts
  // If the window is one, or smaller than what was accepted at once before, concurrency is not the problem.
  const isSmall = window.size === 1 || window.size < accepted.atOnce(kind)
  const isNotConcurrency = stamp === window.stamp() && isSmall
  if (found.slowedDown(isNotConcurrency, statedRate, number)) window.forgetBreakingSize()
  else window.shrink(stamp, 'slow_down')
  if (isFoundRateInForce(parts)) bucket.rest(Math.max(0, parts.coolUntil - clock.monotonic()))
}

function speedUp({ window, found, latency, clock }: Parts, { kind, stamp, at }: Begun): void {
  found.answered()
  // A round that began with a larger window is slow for that reason.
  const isCurrent = stamp === window.stamp()
  if (isCurrent && latency.sample(kind, clock.monotonic() - at, window.size)) window.shrink(stamp, 'latency')
  else window.good(stamp)
}

function stateOf(parts: Parts): PaceState {
  const { window, breaker, askedUntil, limits } = parts
  const now = parts.clock.monotonic()
  const probeIn = breaker.wait()
  return {
    concurrency: { now: window.size, limit: limits.concurrency },
    slowedBy: window.why ?? (isFoundRateInForce(parts) ? 'slow_down' : null),
    coolForMs: askedUntil > now ? askedUntil - now : null,
    open: breaker.isOpen ? { probeInMs: probeIn === 0 ? null : probeIn } : null,
    silentMs: silentFor(parts, now),
  }
}

function silentFor({ underWay, endedAt }: Parts, now: number): number | null {
  const [oldest] = underWay.values()
  return oldest === undefined ? null : now - Math.max(oldest, endedAt)
}

function howOf({ what }: RequestEnd): 'good' | 'refused' | 'neither' {
  if (what === 'answered') return 'good'
  return what === 'slow_down' ? 'refused' : 'neither'
}
