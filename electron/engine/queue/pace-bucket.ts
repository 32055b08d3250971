// A token bucket: at most so many requests a second, and no more at once than fell due in the last twentieth of a second,
// or one. In no ten seconds it is more than 5 % above the rate, or one request. Time is monotonic: a clock that is set
// gives nothing away.
import type { Clock } from '../clock.ts'

export type Bucket = {
  /** Takes one request's token, or says no. */
  spend(): boolean
  /** No request was made of it. */
  putBack(): void
  /** Whole milliseconds until there is a token; 0 when there is. */
  wait(): number
  /** Whole tokens that are there now; infinity where there is no limit. */
  readonly tokens: number
  /** From now on; null: no limit. */
  setRate(rate: number | null): void
  readonly rate: number | null
}

/**
 * `initial` in requests a second, or null for no limit. `forgiving`: a timer that is late costs nothing, and what it missed
 * follows closely; otherwise two never come closer to each other than the rate says, for services that count so.
 */
export function createBucket(initial: number | null, clock: Clock, forgiving: boolean): Bucket {
  let rate = initial
  let tokens = roomOf(initial, forgiving)
  let filledAt = clock.monotonic()

  function refill(): void {
    const now = clock.monotonic()
    if (rate !== null) tokens = Math.min(roomOf(rate, forgiving), tokens + ((now - filledAt) / 1000) * rate)
    filledAt = now
  }

  return {
    spend() {
      if (rate === null) return true
      refill()
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    putBack() {
      tokens = Math.min(roomOf(rate, forgiving), tokens + 1)
    },
    wait() {
      if (rate === null) return 0
      refill()
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / rate) * 1000)
    },
    get tokens() {
      if (rate === null) return Number.POSITIVE_INFINITY
      refill()
      return Math.floor(tokens)
    },
    setRate(next) {
      refill()
      // A limit that begins finds its bucket empty: what went before it has been had.
      tokens = rate === null ? 0 : Math.min(roomOf(next, forgiving), tokens)
      rate = next
    },
    get rate() {
      return rate
    },
  }
}

/** In tokens. */
function roomOf(rate: number | null, forgiving: boolean): number {
  if (rate === null) return 0
  return Math.max(1, forgiving ? Math.min(1 + rate / 20, rate / 2) : rate / 20)
}
