// Token bucket for requests per second. Its capacity covers what fell due in the last twentieth of a second, so that late
// timers cost nothing. In no ten seconds it exceeds the rate by more than 5 % or one request. It uses the monotonic
// clock, so clock changes have no effect.
import type { Clock } from '../../system/clock.ts'

export type Bucket = {
  /** Takes one token; false if there is none. */
  spend(): boolean
  /** Returns the token of a request that was not made. */
  putBack(): void
  /** Whole milliseconds until a token is available; 0: now. */
  wait(): number
  /** Whole tokens available now; infinity if there is no limit. */
  readonly tokens: number
  /** Sets the rate from now on; null: no limit. */
  setRate(rate: number | null): void
  /** Gives no token for so many milliseconds, then one: the rest saves up nothing. */
  rest(ms: number): void
  readonly rate: number | null
}

/** `initial` in requests per second, or null for no limit. */
export function createBucket(initial: number | null, clock: Clock): Bucket {
  let rate = initial
  let tokens = roomOf(initial)
  let filledAt = clock.monotonic()

  function refill(): void {
    const now = clock.monotonic()
    if (now <= filledAt) return
    if (rate !== null) tokens = Math.min(roomOf(rate), tokens + ((now - filledAt) / 1000) * rate)
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
      tokens = Math.min(roomOf(rate), tokens + 1)
    },
    wait() {
      if (rate === null) return 0
      refill()
      return tokens >= 1 ? 0 : Math.ceil(filledAt - clock.monotonic() + ((1 - tokens) / rate) * 1000)
    },
    get tokens() {
      if (rate === null) return Number.POSITIVE_INFINITY
      refill()
      return Math.floor(tokens)
    },
    setRate(next) {
      refill()
      // A new limit starts with an empty bucket, because requests before it were not counted.
      tokens = rate === null ? 0 : Math.min(roomOf(next), tokens)
      rate = next
    },
    rest(ms) {
      if (rate === null) return
      refill()
      tokens = 0
      filledAt = Math.max(filledAt, clock.monotonic() + ms - 1000 / rate)
    },
    get rate() {
      return rate
    },
  }
}

/** Capacity in tokens: one plus what late timers need, but at most a twentieth of ten seconds' worth. */
function roomOf(rate: number | null): number {
  return rate === null ? 0 : Math.max(1, Math.min(1 + rate / 20, rate / 2))
}
