// How many requests may be under way at once: at most the set limit, less while the service cannot take that many. Like
// TCP's congestion window: halved when something is wrong, at most once a round of answers; grown by one a round. Where
// it broke is remembered, so that it grows up to there and tries beyond only now and then. After the breaker it begins
// at one and doubles up to half the limit.
import type { Clock } from '../clock.ts'

export type WindowReason = 'slow_down' | 'latency' | 'not_answering'

export type PaceWindow = {
  readonly size: number
  /** Why it is below the limit; null when it is not. */
  readonly why: WindowReason | null
  /** For a request that begins: names the round it belongs to. */
  stamp(): number
  /** A request of that round was answered as it should be. */
  good(stamp: number): void
  /** Something was wrong with a request of that round; false when the round has paid for it already. */
  shrink(stamp: number, why: WindowReason): boolean
  /** The service was away and is back. */
  restart(): void
  /** Another limit from now on: at once where it is lower, growing where it was below the old one. */
  setLimit(limit: number): void
  /** It was not the number at once that was wrong: where it broke is forgotten. */
  notTheNumber(): void
}

/** How long it keeps below the size at which it broke: first, and at most when it breaks there again and again. */
const firstHold = 30_000
const longestHold = 300_000

/** It never broke. */
const neverBroke = { size: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY, hold: 0 }

export function createWindow(firstLimit: number, clock: Clock): PaceWindow {
  let limit = firstLimit
  let half = Math.max(1, Math.floor(limit / 2))
  let size = limit
  let why: WindowReason | null = null
  /** Requests that began before it last changed for the worse say nothing about what it is now. */
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
      // It was tried again where it broke before, and broke again.
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
    notTheNumber() {
      broke = neverBroke
    },
  }
}
