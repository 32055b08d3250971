// The quiet hours of a connection, asked for before every create: worked out once and kept until they may have changed.
import { type QuietHours, quietFrom, quietUntil, type Wall } from '../../../shared/quiet-hours.ts'
import type { Clock } from '../clock.ts'

export type Quiet = {
  /** When the quiet that there is now ends, in milliseconds since 1970 (infinity: never); null where there is none. */
  until(): number | null
}

/** The clock may be set, and the machine carried to another time zone: nothing is kept longer than this, in milliseconds. */
const keep = 30_000

export function createQuiet(hours: readonly QuietHours[], clock: Clock, wall?: Wall): Quiet {
  let known = { from: 0, to: 0, until: null as number | null }
  return {
    until() {
      if (hours.length === 0) return null
      const now = clock.now()
      if (now >= known.from && now < known.to) return known.until
      const until = quietUntil(hours, now, wall)
      const change = until ?? quietFrom(hours, now, wall) ?? Number.POSITIVE_INFINITY
      known = { from: now, to: Math.min(now + keep, change), until }
      return until
    },
  }
}
