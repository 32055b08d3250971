// The service's clock, from the `Date` header of its replies. It is lost when our clock was set since the last reply
// that had one.
import type { Clock } from '../../system/clock.ts'
import { httpDate } from './retry-after.ts'
import type { TransportReply } from './transport.ts'

/** Milliseconds. A smaller step of the wall clock is drift. */
const clockStep = 2000

export type ServiceClock = ReturnType<typeof createServiceClock>

export function createServiceClock(clock: Clock) {
  let skew: { readonly ms: number; readonly wallBehind: number } | null = null
  const wallBehind = (): number => clock.now() - clock.monotonic()
  const isLost = (): boolean => skew !== null && Math.abs(wallBehind() - skew.wallBehind) >= clockStep
  const skewNow = (): number | null => (skew === null || isLost() ? null : skew.ms)
  const skewOf = (reply: TransportReply): number | null => differenceIn(reply, clock.now())
  return {
    /** Our clock was set since a reply last reported the service's. */
    isLost,
    /** The service's clock minus ours by the latest reply, in milliseconds; null when not known. */
    skewNow,
    /** The same by this reply. */
    skewOf,
    /** Milliseconds since 1970 by the service's clock as far as it is known, else by ours. */
    now: (): number => clock.now() + (skewNow() ?? 0),
    note(reply: TransportReply): void {
      const ms = skewOf(reply)
      if (ms !== null) skew = { ms, wallBehind: wallBehind() }
      // A reply without a time: nothing will tell it.
      else if (isLost()) skew = null
    },
  }
}

/** A service's clock is not taken to be further off: such a `Date` tells nothing. */
const furthestOff = 50 * 365 * 24 * 3_600_000

/** The service's clock minus ours by the `Date` header, which has whole seconds. */
function differenceIn(reply: TransportReply, now: number): number | null {
  const date = httpDate(reply.headers['date'] ?? '', now)
  return date === null || Math.abs(date - now) > furthestOff ? null : date + 500 - now
}
