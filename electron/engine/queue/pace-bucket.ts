// A token bucket: at most so many requests a second, with room for what fell due in the last twentieth of a second, so
// that a timer that is late costs nothing. In no ten seconds it is more than 5 % above the rate, or one request. Time is
// monotonic: a clock that is set gives nothing away.
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
  /** Nothing is taken for so many milliseconds, and then there is one token: a rest is not saved up. */
  rest(ms: number): void
  readonly rate: number | null
}

/** `initial` in requests a second, or null for no limit. */
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
      // A limit that begins finds its bucket empty: what went before it has been had.
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

/** In tokens: one, and what timers are late by, but never a twentieth of ten seconds' worth. */
function roomOf(rate: number | null): number {
  return rate === null ? 0 : Math.max(1, Math.min(1 + rate / 20, rate / 2))
}
