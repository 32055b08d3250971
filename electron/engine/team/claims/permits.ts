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

/** Time by both clocks. `clears`: how often all permits had been ended by then. */
export type Moment = { readonly wall: number; readonly monotonic: number; readonly clears: number }

type Permit = Granted & { readonly asked: Moment; readonly usableFrom: number }

export type Permits = ReturnType<typeof createPermits>

export function createPermits(clock: Pick<Clock, 'now' | 'monotonic'>) {
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
  const hasEnded = ({ asked }: Permit): boolean => {
    const sinceByWall = clock.now() - asked.wall
    return (
      clock.monotonic() - asked.monotonic >= permitMs || sinceByWall >= permitMs || sinceByWall < -permitMs
    )
  }
  return {
    /** To be taken before claims are asked for: a permit lasts from then. Each heartbeat takes one, to notice a sleep. */
    moment(): Moment {
      compareClocks()
      return { wall: clock.now(), monotonic: clock.monotonic(), clears }
    },
    /** False if all permits were ended after it was asked for: the answer is of an earlier term and is not used. */
    isCurrent({ clears: before }: Moment): boolean {
      compareClocks()
      return before === clears
    },
    /**
     * Grants nothing for an answer of an earlier term.
     * @param waitMs it cannot be used for so long; by default as the database says
     */
    grant(identity: string, granted: Granted, asked: Moment, waitMs = granted.waitMs ?? 0): void {
      if (!this.isCurrent(asked)) return
      permits.set(identity, { ...granted, asked, usableFrom: clock.monotonic() + waitMs })
    },
    /** The permit for an account, if it may be sent now. */
    get(identity: string): Granted | null {
      compareClocks()
      const permit = permits.get(identity)
      if (permit === undefined || clock.monotonic() < permit.usableFrom) return null
      if (!hasEnded(permit)) return permit
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
