// Adaptive concurrency limit (AIMD, like TCP's congestion window), at most the configured limit. It is halved when
// something is wrong, at most once per round of answers, and grows by one per round. It remembers the size at which
// it broke and exceeds that only now and then. After an open breaker it restarts at one and doubles up to half the
// limit.
import type { Clock } from '../../system/clock.ts'

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
   * Sets the limit: takes effect at once if it is lower or if the window was full; otherwise the window grows towards
   * it.
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

export function createConcurrencyLimit(firstLimit: number, clock: Clock): ConcurrencyLimit {
  let limit = firstLimit
  let half = Math.max(1, Math.floor(limit / 2))
  let size = limit
  let why: WindowReason | null = null
  /** Round number. Requests that began before the last reduction say nothing about the current size. */
  let epoch = 0
  let good = 0
  let doubling = false
  let broke = neverBroke

  function grow(): void {
    if (doubling) size = Math.min(half, size * 2)
    else if (size + 1 < broke.size || clock.monotonic() >= broke.until) size += 1
    if (size >= half) doubling = false
    if (size >= limit) why = null
  }

  return {
    get size() {
      return size
    },
    get why() {
      return why
    },
    stamp: () => epoch,
    good(stamp) {
      if (size >= limit || stamp !== epoch) return
      good += 1
      if (good < size) return
      good = 0
      grow()
    },
    shrink(stamp, reason) {
      if (stamp !== epoch) return false
      epoch += 1
      good = 0
      doubling = false
      // It broke again at the same size.
      const hold = size === broke.size ? Math.min(longestHold, broke.hold * 2) : firstHold
      broke = { size, until: clock.monotonic() + hold, hold }
      size = Math.max(1, Math.floor(size / 2))
      if (size < limit) why = reason
      return true
    },
    restart() {
      epoch += 1
      good = 0
      doubling = half > 1
      size = 1
      if (size < limit) why = 'not_answering'
    },
    setLimit(next) {
      const wasFull = size >= limit
      limit = next
      half = Math.max(1, Math.floor(limit / 2))
      size = wasFull ? limit : Math.min(size, limit)
      if (size >= limit) why = null
    },
    forgetBreakingSize() {
      broke = neverBroke
    },
  }
}
