// Adaptive concurrency limit (AIMD, like TCP's congestion window), at most the configured limit. It is halved when
// something is wrong, at most once per round of answers, and grows by one per round. It remembers the size at which
// it broke and exceeds that only now and then. After an open breaker it restarts at one and doubles up to half the
// limit. Its other two parts read the answers: whether they take longer than before, and how many requests at once
// the service has taken.
import type { Clock } from '../../system/clock.ts'

export type RequestKind = 'create' | 'validate' | 'status'
export type WindowReason = 'slow_down' | 'latency' | 'not_answering'

export type ConcurrencyLimit = {
  readonly size: number
  /** Why it is below the limit; null if it is not. */
  readonly why: WindowReason | null
  /** Call when a request begins: returns the round it belongs to. */
  stamp(): number
  /** A request of that round was answered properly. */
  good(stamp: number): void
  /** Something was wrong with a request of that round; false if this round has already caused a reduction. */
  shrink(stamp: number, why: WindowReason): boolean
  /** The service was unreachable and answers again. */
  restart(): void
  /**
   * Sets the limit: takes effect at once if it is lower or if nothing was wrong; otherwise the window grows towards it
   * from the size that it had found.
   */
  setLimit(limit: number): void
  /** Concurrency was not the cause: forgets the size at which it broke. */
  forgetBreakingSize(): void
}

/**
 * How long it stays below the size at which it broke, in milliseconds: first, and longest after repeated breaks
 * there.
 */
const firstHold = 30_000
const longestHold = 300_000

/** Initial value: it has not broken yet. */
const neverBroke = { size: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY, hold: 0 }

type CongestionWindow = {
  limit: number
  /** Above the limit only if that was lowered after something had been wrong. */
  size: number
  why: WindowReason | null
  /** Round number. Requests that began before the last reduction say nothing about the current size. */
  round: number
  good: number
  doubling: boolean
  broke: typeof neverBroke
}

export function createConcurrencyLimit(limit: number, clock: Clock): ConcurrencyLimit {
  const window: CongestionWindow = {
    limit,
    size: limit,
    why: null,
    round: 0,
    good: 0,
    doubling: false,
    broke: neverBroke,
  }
  return {
    get size() {
      return Math.min(window.size, window.limit)
    },
    get why() {
      return window.size < window.limit ? window.why : null
    },
    stamp: () => window.round,
    good(stamp) {
      if (window.size >= window.limit || stamp !== window.round) return
      window.good += 1
      if (window.good >= window.size) grow(window, clock.monotonic())
    },
    shrink(stamp, reason) {
      if (stamp !== window.round) return false
      halve(window, reason, clock.monotonic())
      return true
    },
    restart: () => startWithOne(window),
    setLimit(next) {
      if (window.why === null) window.size = next
      window.limit = next
    },
    forgetBreakingSize() {
      window.broke = neverBroke
    },
  }
}

const halfOf = (limit: number): number => Math.max(1, Math.floor(limit / 2))

/** A whole round was answered. */
function grow(window: CongestionWindow, now: number): void {
  const half = halfOf(window.limit)
  window.good = 0
  if (window.doubling) window.size = Math.min(half, window.size * 2)
  else if (window.size + 1 < window.broke.size || now >= window.broke.until) window.size += 1
  if (window.size >= half) window.doubling = false
  if (window.size >= window.limit) window.why = null
}

function halve(window: CongestionWindow, reason: WindowReason, now: number): void {
  const { broke } = window
  const size = Math.min(window.size, window.limit)
  window.round += 1
  window.good = 0
  window.doubling = false
  // It broke again at the same size.
  const hold = size === broke.size ? Math.min(longestHold, broke.hold * 2) : firstHold
  window.broke = { size, until: now + hold, hold }
  window.size = halfOf(size)
  if (window.size < window.limit) window.why = reason
}

function startWithOne(window: CongestionWindow): void {
  window.round += 1
  window.good = 0
  window.doubling = halfOf(window.limit) > 1
  window.size = 1
  if (window.size < window.limit) window.why = 'not_answering'
}

/** A round of answers is slow above `ratio` times the usual time and above that plus `floor` milliseconds. */
const floor = 500
const ratio = 2
const slowRounds = 2
/** Minimum number of requests in a round. */
const smallestRound = 8
/** How fast the usual time follows, per round. */
const fall = 0.3
const rise = 1.1

export type Latency = {
  /** Adds one request's duration, with the current window size; true if answers take longer than before. */
  sample(kind: RequestKind, ms: number, window: number): boolean
}

/**
 * Detects that the service answers more slowly than before, per kind of request. Each round's median is compared with
 * the usual time, which falls quickly and rises slowly. Two slow rounds in a row are a rise, so that one hiccup of
 * either machine does not count. Less than half a second above the usual is never slow, so a fast service with jitter
 * is not slowed down.
 */
export function createLatency(): Latency {
  type Kept = { usual: number | null; round: number[]; slow: number }
  const nothing = (): Kept => ({ usual: null, round: [], slow: 0 })
  const kept = { create: nothing(), validate: nothing(), status: nothing() }
  return {
    sample(kind, ms, window) {
      const one = kept[kind]
      one.round.push(ms)
      if (one.round.length < Math.max(smallestRound, window)) return false
      const middle = median(one.round)
      one.round = []
      const before = one.usual ?? middle
      one.usual = middle < before ? before + (middle - before) * fall : Math.min(middle, before * rise)
      one.slow = middle > before * ratio && middle > before + floor ? one.slow + 1 : 0
      if (one.slow < slowRounds) return false
      one.slow = 0
      return true
    },
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Milliseconds after which a number of requests taken at once no longer counts. */
const rememberedMs = 60_000

export type AcceptedConcurrency = {
  began(kind: RequestKind): void
  /** It was answered properly, refused, or neither. */
  ended(kind: RequestKind, how: 'good' | 'refused' | 'neither'): void
  /** Most requests of this kind accepted at once within the last minute; 0 if unknown. */
  atOnce(kind: RequestKind): number
}

/**
 * Tracks how many requests of a kind the service recently accepted at once: the number under way together in a full
 * round without a refusal. This distinguishes a limit on concurrency from a limit on rate.
 */
export function createAcceptedConcurrency(clock: Clock): AcceptedConcurrency {
  type Round = { underWay: number; peak: number; good: number; most: number; at: number }
  const nothing = (): Round => ({ underWay: 0, peak: 0, good: 0, most: 0, at: Number.NEGATIVE_INFINITY })
  const rounds = { create: nothing(), validate: nothing(), status: nothing() }
  const isKnown = ({ at }: Round): boolean => clock.monotonic() - at <= rememberedMs
  function beginRound(round: Round): void {
    round.good = 0
    round.peak = round.underWay
  }

  return {
    began(kind) {
      const round = rounds[kind]
      round.underWay += 1
      round.peak = Math.max(round.peak, round.underWay)
    },
    ended(kind, how) {
      const round = rounds[kind]
      round.underWay -= 1
      if (how === 'refused') beginRound(round)
      if (how !== 'good') return
      round.good += 1
      if (round.good < round.peak) return
      if (round.peak >= round.most || !isKnown(round)) {
        round.most = round.peak
        round.at = clock.monotonic()
      }
      beginRound(round)
    },
    atOnce: (kind) => (isKnown(rounds[kind]) ? rounds[kind].most : 0),
  }
}
