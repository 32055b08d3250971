// How fast a connection may be asked: places, a token bucket, a shared cool-down and a circuit breaker. All requests of
// a connection pass here, so a limit is the service's view of us, not of one kind of work. The set limits are never
// exceeded; below them it adapts: fewer at once, or fewer a second, when the service says so or answers more slowly.
import type { Clock } from '../clock.ts'
import { backoff } from './backoff.ts'
import { createBreaker } from './pace-breaker.ts'
import { createBucket } from './pace-bucket.ts'
import { createLatency, type RequestKind } from './pace-latency.ts'
import { createLearntRate } from './pace-rate.ts'
import { createTaken } from './pace-taken.ts'
import { createWindow, type WindowReason } from './pace-window.ts'

export type PacerOptions = {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests a second, or null. */
  readonly rate: number | null
  /** Goes slower by itself, and faster again up to the limits. */
  readonly adaptive?: boolean
  /** The service had asked for a wait before this began, of which so many milliseconds are left. */
  readonly restMs?: number | undefined
  readonly clock: Clock
  readonly random: () => number
}

/** What became of a request, as far as the pace is concerned. `none` says nothing. */
export type RequestEnd =
  | { readonly what: 'answered' | 'none' }
  /** The service asks for fewer, and may say when to come back and how many a second it takes. */
  | {
      readonly what: 'slow_down'
      readonly retryAfterMs: number | null
      readonly statedRate: number | null
    }
  /** No proper answer; the service may have said when it is back. */
  | { readonly what: 'failed'; readonly retryAfterMs: number | null }

/** How it goes now. */
export type PaceState = {
  readonly concurrency: { readonly now: number; readonly limit: number }
  readonly slowedBy: WindowReason | null
  /** Requests a second that were learnt from the service; null where nothing was. */
  readonly learntRate: number | null
  /** The service asked for a wait, of which so many milliseconds are left. */
  readonly coolForMs: number | null
  /** The breaker is open; `probeInMs` null: the probe is under way, or may go now. */
  readonly open: { readonly probeInMs: number | null } | null
}

export type Pacer = {
  /** Takes a slot, or says no. Whoever takes one gives it back. */
  take(): boolean
  giveBack(): void
  /** Gives a slot back of which no request was made. */
  putBack(): void
  /** One more request on a slot that is held, within the rate; no when it has to wait. */
  takeAgain(): boolean
  /** A request begins on a slot; the function returned is told its end, once. */
  request(kind: RequestKind): (end: RequestEnd) => void
  readonly inFlight: number
  /** How many slots could be taken now. */
  readonly allows: number
  /** Milliseconds until a slot may be free for other reasons than a request's end; null when only that is waited for. */
  wait(): number | null
  /** Everybody waits, at least this long. */
  coolDown(ms: number): void
  /** A transport failure or a 5xx; five in a row open the breaker. */
  failure(): void
  /** Any proper answer closes it. */
  answered(): void
  /** Other limits from now on; what was learnt below them stays. */
  setLimits(limits: {
    readonly concurrency: number
    readonly rate: number | null
    readonly adaptive: boolean
  }): void
  /** The network is said to be back: an open breaker lets its next probe go at once. */
  probeNow(): void
  readonly isOpen: boolean
  readonly state: PaceState
}

export function createPacer(options: PacerOptions): Pacer {
  const { clock, random } = options
  let { concurrency, rate, adaptive = true } = options
  const breaker = createBreaker(clock, random)
  const window = createWindow(concurrency, clock)
  const latency = createLatency()
  const taken = createTaken(clock)
  const bucket = createBucket(rate, clock)
  const learntBucket = createBucket(null, clock)
  const learnt = createLearntRate(clock, (cap) =>
    // A set rate that is lower is the limit anyway.
    learntBucket.setRate(cap !== null && rate !== null && cap >= rate ? null : cap),
  )
  let inFlight = 0
  let coolUntil = Number.NEGATIVE_INFINITY
  let askedUntil = Number.NEGATIVE_INFINITY
  let slowDowns = 0
  /** Requests are numbered as they begin: those up to this one were under way when the service last asked for fewer. */
  let slowedUpTo = 0
  let begun = 0

  function spend(): boolean {
    if (!learntBucket.spend()) return false
    if (bucket.spend()) return true
    learntBucket.putBack()
    return false
  }
  function coolDown(ms: number): void {
    coolUntil = Math.max(coolUntil, clock.monotonic() + ms)
  }
  /** Because the service asks for it. */
  function rest(ms: number): void {
    coolDown(ms)
    askedUntil = Math.max(askedUntil, coolUntil)
  }

  /** Where it does not say how long, ever longer, but once for all that were under way together. */
  function restAsAsked(retryAfterMs: number | null, number: number): void {
    if (retryAfterMs !== null && retryAfterMs > 0) rest(retryAfterMs)
    if (number <= slowedUpTo) return
    if (retryAfterMs === null || retryAfterMs === 0) rest(backoff(slowDowns, random))
    slowDowns += 1
    slowedUpTo = begun
  }

  function slowDown(kind: RequestKind, stamp: number, number: number, statedRate: number | null): void {
    // No more can be under way than the window allows: where that is one, or fewer than were taken, they are not too many.
    const isSmall = window.size === 1 || window.size < taken.atOnce(kind)
    const notTheNumber = stamp === window.stamp() && isSmall
    if (learnt.slowedDown(notTheNumber, statedRate, number)) window.notTheNumber()
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
      taken.began(kind)
      learnt.began()
      begun += 1
      const number = begun
      return (end) => {
        taken.ended(kind, howOf(end))
        if (end.what === 'failed' && end.retryAfterMs !== null) rest(end.retryAfterMs)
        if (end.what === 'slow_down') restAsAsked(end.retryAfterMs, number)
        if (end.what === 'answered') slowDowns = 0
        if (!adaptive) return
        if (end.what === 'slow_down') slowDown(kind, stamp, number, end.statedRate)
        if (end.what !== 'answered') return
        learnt.answered()
        // A round that began when more were allowed is slow for that reason.
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
