// Quiet hours of a connection, asked for before every create. The answer is cached until it may change.
import { type QuietHours, quietFrom, quietUntil, type Wall } from '../../../shared/sending/quiet-hours.ts'
import type { Clock } from '../system/clock.ts'

export type Quiet = {
  /** When the current quiet time ends, in milliseconds since 1970 (infinity: never); null if it is not quiet now. */
  until(): number | null
}

/** Longest cache time in milliseconds: the clock may be set, and the time zone may change. */
const cachedMs = 30_000

export function createQuiet(hours: readonly QuietHours[], clock: Clock, wall?: Wall): Quiet {
  let cachedRange = { from: 0, to: 0, until: null as number | null }
  return {
    until() {
      if (hours.length === 0) return null
      const now = clock.now()
      if (now >= cachedRange.from && now < cachedRange.to) return cachedRange.until
      const until = quietUntil(hours, now, wall)
      const change = until ?? quietFrom(hours, now, wall) ?? Number.POSITIVE_INFINITY
      cachedRange = { from: now, to: Math.min(now + cachedMs, change), until }
      return until
    },
  }
}
