// Due times use the wall clock. When that is set back, they are shifted by the same amount, so that nothing waits for
// the hours that are gone. Long lists are done in pieces; those left at a stop are done at the next start.
import { quietTime, type Limits } from '../../../shared/sending/connection.ts'
import type { RememberingClock } from '../system/clock.ts'
import { yieldToEventLoop } from '../system/yield.ts'
import type { Store } from '../store/store.ts'

/**
 * The longest wait that an answer can ask for, in milliseconds. A longer one in the store comes from a clock change.
 */
const longestAnswerWait = 3_600_000

/** Smaller differences between wall clock and monotonic clock, in milliseconds, are drift. */
const clockStep = 2000

export type DueClock = {
  /** Brings due times in line with the clock; call it before looking at what is due. */
  follow(): Promise<void>
}

type Following = {
  readonly store: Store
  readonly clock: RememberingClock
  readonly connectionId: number
  readonly limits: Limits
  readonly ending: AbortSignal
  /** Wall clock minus monotonic clock at the last check, and the time and place of that check. */
  wallBehind: number
  checked: { readonly at: number; readonly place: number }
  /** True while due times still have to be shifted after a clock change, in this run or an earlier one. */
  hasToShift: boolean
  /** True once waits longer than any answer can ask for were cut. */
  isCapped: boolean
}

export function createDueClock(
  options: Pick<Following, 'store' | 'clock' | 'connectionId' | 'limits' | 'ending'>,
): DueClock {
  const { clock } = options
  const following: Following = {
    ...options,
    wallBehind: clock.now() - clock.monotonic(),
    checked: { at: clock.monotonic(), place: clock.place() },
    hasToShift: true,
    isCapped: false,
  }
  return {
    async follow() {
      noteClockChange(following)
      if (following.hasToShift) await shiftDueTimes(following)
      if (!following.isCapped) await capDueTimes(following)
    },
  }
}

function noteClockChange(following: Following): void {
  const { store, clock, connectionId, wallBehind, checked } = following
  const now = clock.now() - clock.monotonic()
  const furthest = Math.max(wallBehind, clock.furthestSince(checked.place))
  const ms = Math.round(furthest - now)
  if (ms > clockStep) {
    // Set ahead and back between two checks: only times that were deferred in between use the wrong clock.
    const isBrief = furthest - wallBehind > clockStep
    const before = isBrief ? Math.max(0, ms - (clock.monotonic() - checked.at) - clockStep) : 0
    store.dues.clockWentBack(connectionId, ms, clock.now() + before)
    following.hasToShift = true
  }
  following.wallBehind = now
  following.checked = { at: clock.monotonic(), place: clock.place() }
}

async function shiftDueTimes(following: Following): Promise<void> {
  const { store, clock, connectionId, ending } = following
  await inPieces(store.dues.follow(connectionId, clock.now()), ending)
  following.hasToShift = false
}

async function capDueTimes(following: Following): Promise<void> {
  const { store, clock, connectionId, limits, ending } = following
  const longestWait = Math.max(longestAnswerWait, limits.pollLongestMs * 2, quietTime(limits))
  await inPieces(store.dues.cap(connectionId, clock.now(), longestWait, limits.recheckMs), ending)
  following.isCapped = true
}

async function inPieces(pieces: Iterable<void>, ending: AbortSignal): Promise<void> {
  for (const _ of pieces) {
    if (ending.aborted) return
    await yieldToEventLoop()
  }
}
