// Permits: the claims that this desktop may use now. A permit ends some time after it was asked for, by both clocks, so a
// desktop that slept, or whose clock was changed, asks again before it sends. Another desktop that takes a batch over waits
// for longer than a permit lasts.
import type { Clock } from '../../system/clock.ts'
import type { Granted } from './claims.ts'

/** Milliseconds. */
export const permitMs = 30_000
/** A desktop that takes claims over uses none of them for so long, in milliseconds. */
export const takeOverWaitMs = 2 * permitMs

/** Time by both clocks. */
export type Moment = { readonly wall: number; readonly monotonic: number }

type Clocks = Pick<Clock, 'now' | 'monotonic'>

export const momentOf = (clock: Clocks): Moment => ({ wall: clock.now(), monotonic: clock.monotonic() })

/** True if by either clock so many milliseconds have passed since, or if the wall clock was set back by more. */
export function hasPassed(clock: Clocks, since: Moment, ms: number): boolean {
  const byWall = clock.now() - since.wall
  return clock.monotonic() - since.monotonic >= ms || byWall >= ms || byWall < -ms
}

type Permit = Granted & { readonly asked: Moment; readonly usableFrom: number }

export type Permits = ReturnType<typeof createPermits>

export function createPermits(clock: Clocks) {
  const permits = new Map<string, Permit>()
  return {
    /** To be taken before claims are asked for: a permit lasts from then. */
    moment: () => momentOf(clock),
    /** `waitMs`: it cannot be used for so long. */
    grant(identity: string, granted: Granted, asked: Moment, waitMs = 0): void {
      permits.set(identity, { ...granted, asked, usableFrom: asked.monotonic + waitMs })
    },
    /** The permit for an account, if it may be sent now. */
    get(identity: string): Granted | null {
      const permit = permits.get(identity)
      if (permit === undefined || clock.monotonic() < permit.usableFrom) return null
      if (!hasPassed(clock, permit.asked, permitMs)) return permit
      permits.delete(identity)
      return null
    },
    drop(identity: string): void {
      permits.delete(identity)
    },
    /** The session has ended, or the server has begun a new term. */
    clear(): void {
      permits.clear()
    },
    get size(): number {
      return permits.size
    },
  }
}
