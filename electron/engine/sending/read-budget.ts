// Read budget: a token bucket for status reads per minute, shared by all connections to a service. Reads are spread
// evenly, and no sixty seconds see more than the limit. It uses the monotonic clock.
import type { Clock } from '../system/clock.ts'

export type ReadBudget = {
  /** Takes one read; false if none is left. */
  take(): boolean
  /** Returns one read that was not made. */
  putBack(): void
  /** Sets the limit from now on; null: no limit. */
  setPerMinute(perMinute: number | null): void
  /** Milliseconds until one may be taken; 0: now. */
  wait(): number
}

const minute = 60_000

/** `initial`: reads a minute, or null for no limit. */
export function createReadBudget(initial: number | null, clock: Clock): ReadBudget {
  let perMinute = initial
  let filledAt = clock.monotonic()
  // The bucket holds one second's worth. What it holds at the start of a minute is subtracted from that minute's
  // inflow.
  const capacity = (): number => (perMinute === null ? 0 : Math.max(1, Math.floor(perMinute / 60)))
  const perMs = (): number => (perMinute === null ? 0 : (perMinute - (capacity() - 1)) / minute)
  let tokens = capacity()

  function refill(): void {
    const now = clock.monotonic()
    tokens = Math.min(capacity(), tokens + (now - filledAt) * perMs())
    filledAt = now
  }

  return {
    take() {
      if (perMinute === null) return true
      refill()
      // Tolerance for rounding: small increments may add up to slightly less than one.
      if (tokens < 1 - 1e-9) return false
      tokens = Math.max(0, tokens - 1)
      return true
    },
    putBack() {
      tokens = Math.min(capacity(), tokens + 1)
    },
    setPerMinute(next) {
      if (next === perMinute) return
      refill()
      // A new limit starts with an empty bucket, because reads before it were not counted.
      const had = perMinute === null ? 0 : tokens
      perMinute = next
      tokens = Math.min(capacity(), had)
    },
    wait() {
      if (perMinute === null) return 0
      refill()
      return tokens >= 1 - 1e-9 ? 0 : Math.ceil((1 - tokens) / perMs())
    },
  }
}
