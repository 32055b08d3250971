// Token bucket: at most so many requests a second, or status reads a minute. Tokens flow in evenly, and only as many
// are saved up as late timers need. It uses the monotonic clock, so clock changes have no effect.
import type { Clock } from '../../system/clock.ts'

/** Tokens per millisecond, and how many can be saved up. */
export type Inflow = { readonly perMs: number; readonly capacity: number }

export type TokenBucket = {
  /** Takes one token; false if there is none. */
  take(): boolean
  /** Returns the token of a request that was not made. */
  putBack(): void
  /** Whole milliseconds until a token is available; 0: now. */
  wait(): number
  /** Whole tokens available now; infinity if there is no limit. */
  readonly tokens: number
  /** Sets the limit from now on; null: none. */
  setInflow(inflow: Inflow | null): void
  /** Gives no token for so many milliseconds, then one: the rest saves up nothing. */
  rest(ms: number): void
}

/** Nothing flows in, and what was saved up is lost. */
const none: Inflow = { perMs: 0, capacity: 0 }

/**
 * Requests a second; null: no limit. What fell due in the last twentieth of a second is saved up, so in no ten seconds
 * the rate is exceeded by more than 5 % or one request.
 */
export function perSecond(rate: number | null): Inflow | null {
  if (rate === null) return null
  if (rate === 0) return none
  return { perMs: rate / 1000, capacity: Math.max(1, Math.min(1 + rate / 20, rate / 2)) }
}

/**
 * The share of a limit that several desktops use together; null: no limit. What each has saved up would add up, so it is
 * subtracted from what flows in within ten seconds: all of them exceed the limit by no more than one request each.
 */
export function sharedPerSecond(rate: number | null): Inflow | null {
  const alone = perSecond(rate)
  if (alone === null || alone.perMs === 0) return alone
  return { ...alone, perMs: alone.perMs - (alone.capacity - 1) / 10_000 }
}

/** At most this many in any sixty seconds; null: no limit. What is saved up is subtracted from the inflow. */
export function perMinute(limit: number | null): Inflow | null {
  if (limit === null) return null
  if (limit === 0) return none
  const capacity = Math.max(1, Math.floor(limit / 60))
  return { perMs: (limit - (capacity - 1)) / 60_000, capacity }
}

/** Small increments may add up to slightly less than one. */
const one = 1 - 1e-9

export function createTokenBucket(initial: Inflow | null, clock: Clock): TokenBucket {
  let inflow = initial
  let tokens = initial?.capacity ?? 0
  let filledAt = clock.monotonic()

  function refill(): void {
    const now = clock.monotonic()
    if (now <= filledAt) return
    if (inflow !== null) tokens = Math.min(inflow.capacity, tokens + (now - filledAt) * inflow.perMs)
    filledAt = now
  }

  return {
    take() {
      if (inflow === null) return true
      refill()
      if (tokens < one) return false
      tokens = Math.max(0, tokens - 1)
      return true
    },
    putBack() {
      tokens = Math.min(inflow?.capacity ?? 0, tokens + 1)
    },
    wait() {
      if (inflow === null) return 0
      refill()
      return tokens >= one ? 0 : Math.ceil(filledAt - clock.monotonic() + (1 - tokens) / inflow.perMs)
    },
    get tokens() {
      if (inflow === null) return Number.POSITIVE_INFINITY
      refill()
      return Math.floor(tokens)
    },
    setInflow(next) {
      refill()
      // A new limit starts with an empty bucket, because requests before it were not counted.
      tokens = inflow === null ? 0 : Math.min(next?.capacity ?? 0, tokens)
      inflow = next
    },
    rest(ms) {
      if (inflow === null) return
      refill()
      tokens = 0
      filledAt = Math.max(filledAt, clock.monotonic() + ms - 1 / inflow.perMs)
    },
  }
}
