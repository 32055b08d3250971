// Permits: the claims that this desktop may use now. A permit ends some time after it was asked for, by both clocks, so a
// desktop that slept, or whose clock was changed, asks again before it sends. Another desktop that takes a batch over waits
// for longer than a permit lasts. The database says how long.
import type { Clock } from '../../system/clock.ts'
import type { Granted } from './claims.ts'

/** Milliseconds. */
export const permitMs = 30_000
/** A desktop that takes claims over uses none of them for so long, in milliseconds. */
export const takeOverWaitMs = 2 * permitMs

/** Between two looks at the clocks, in milliseconds: the system corrects its clock by less. */
const mostDriftMs = 1000

/** Time by both clocks. */
export type Moment = { readonly wall: number; readonly monotonic: number }
/** `clears`: how often all permits had been ended by then. */
export type PermitMoment = Moment & { readonly clears: number }

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
  let offset = clock.now() - clock.monotonic()
  let clears = 0
  const clear = (): void => {
    permits.clear()
    clears += 1
  }
  /**
   * All permits end when the clocks differ by another time than before. Otherwise a clock that is set back after a sleep
   * would hide the sleep.
   */
  const compareClocks = (): void => {
    const now = clock.now() - clock.monotonic()
    if (Math.abs(now - offset) > mostDriftMs) clear()
    offset = now
  }
  return {
    /** To be taken before claims are asked for: a permit lasts from then. Each heartbeat takes one, to notice a sleep. */
    moment(): PermitMoment {
      compareClocks()
      return { ...momentOf(clock), clears }
    },
    /** False if all permits were ended after it was asked for: the answer is of an earlier term and is not used. */
    isCurrent({ clears: before }: PermitMoment): boolean {
      compareClocks()
      return before === clears
    },
    /**
     * Grants nothing for an answer of an earlier term.
     * @param waitMs it cannot be used for so long; by default as the database says
     */
    grant(identity: string, granted: Granted, asked: PermitMoment, waitMs = granted.waitMs ?? 0): void {
      if (!this.isCurrent(asked)) return
      permits.set(identity, { ...granted, asked, usableFrom: clock.monotonic() + waitMs })
    },
    /** The permit for an account, if it may be sent now. */
    get(identity: string): Granted | null {
      compareClocks()
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
    clear,
    get size(): number {
      return permits.size
    },
  }
}
