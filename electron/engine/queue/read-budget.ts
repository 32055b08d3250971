// How many statuses may be read a minute, of all accounts of a connection together: evenly over the minute, and never
// more than that in any sixty seconds. The clock is the one that is never set.
import type { Clock } from '../clock.ts'

export type ReadBudget = {
  /** Takes one read, or says no. */
  take(): boolean
  /** Gives one back that was not made. */
  putBack(): void
  /** Milliseconds until one may be taken; 0 when it may now. */
  wait(): number
}

const minute = 60_000

export function createReadBudget(perMinute: number | null, clock: Clock): ReadBudget {
  if (perMinute === null) return { take: () => true, putBack: () => undefined, wait: () => 0 }
  // A second's worth at once. What stands in the bucket when a minute begins is taken off what flows in during it.
  const capacity = Math.max(1, Math.floor(perMinute / 60))
  const perMs = (perMinute - (capacity - 1)) / minute
  let tokens = capacity
  let filledAt = clock.monotonic()

  function refill(): void {
    const now = clock.monotonic()
    tokens = Math.min(capacity, tokens + (now - filledAt) * perMs)
    filledAt = now
  }

  return {
    take() {
      refill()
      // What was added up in small steps may fall short of a whole one by a rounding.
      if (tokens < 1 - 1e-9) return false
      tokens = Math.max(0, tokens - 1)
      return true
    },
    putBack() {
      tokens = Math.min(capacity, tokens + 1)
    },
    wait() {
      refill()
      return tokens >= 1 - 1e-9 ? 0 : Math.ceil((1 - tokens) / perMs)
    },
  }
}
