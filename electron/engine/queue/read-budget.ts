// How many statuses may be read a minute, of all accounts of a service together: evenly over the minute, and never
// more than that in any sixty seconds. The clock is the one that is never set.
import type { Clock } from '../clock.ts'

export type ReadBudget = {
  /** Takes one read, or says no. */
  take(): boolean
  /** Gives one back that was not made. */
  putBack(): void
  /** From now on; null: no limit. */
  setPerMinute(perMinute: number | null): void
  /** Milliseconds until one may be taken; 0 when it may now. */
  wait(): number
}

const minute = 60_000

/** `initial`: reads a minute, or null for no limit. */
export function createReadBudget(initial: number | null, clock: Clock): ReadBudget {
  let perMinute = initial
  let filledAt = clock.monotonic()
  // A second's worth at once. What stands in the bucket when a minute begins is taken off what flows in during it.
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
      // What was added up in small steps may fall short of a whole one by a rounding.
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
      // A limit that begins finds its bucket empty: what went before it has been had.
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
