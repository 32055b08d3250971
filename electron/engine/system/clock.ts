// Clock interface, passed in so that tests can control time. Wall time is for display and for values that must
// survive a restart; monotonic time is for waiting, since a wall clock can be set.

export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds that never go backwards. */
  monotonic(): number
  /** Calls back once after `ms`; the returned function cancels the timer. */
  after(ms: number, call: () => void): () => void
}

/** A Node timer waits at most 2³¹ − 1 ms; longer waits are cut, and the caller must wait again. */
const longestWait = 2_000_000_000

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, Math.min(Math.max(0, ms), longestWait))
    return () => clearTimeout(timer)
  },
}

/** A clock that remembers how it was set: times read in between may have been stored. */
export type RememberingClock = Clock & {
  /** The current position in its memory. */
  place(): number
  /** The largest offset of the wall clock against the monotonic clock since that position, in milliseconds. */
  furthestSince(place: number): number
}

/** Smaller differences between the two clocks, in milliseconds, are drift. */
const smallestStep = 500
const remembered = 100

/** Returns the clock itself if it remembers already, so that all readers share one memory. */
export function remembering(clock: Clock): RememberingClock {
  if (isRemembering(clock)) return clock
  /** Offsets of the wall clock against the monotonic clock, each valid until the next. */
  const offsets: number[] = []
  let forgotten = 0

  function note(wall: number): void {
    const ms = wall - clock.monotonic()
    if (Math.abs(ms - (offsets.at(-1) ?? Number.NEGATIVE_INFINITY)) < smallestStep) return
    offsets.push(ms)
    if (offsets.length <= remembered) return
    offsets.shift()
    forgotten += 1
  }
  const now = (): number => {
    const wall = clock.now()
    note(wall)
    return wall
  }
  return {
    now,
    monotonic: () => clock.monotonic(),
    after: (ms, call) => clock.after(ms, call),
    place() {
      now()
      return forgotten + offsets.length - 1
    },
    furthestSince(place) {
      now()
      return Math.max(...offsets.slice(Math.max(0, place - forgotten)))
    },
  }
}

function isRemembering(clock: Clock): clock is RememberingClock {
  return 'furthestSince' in clock
}

/** Resolves after `ms`, or at once when the signal is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve()
      return
    }
    const done = (): void => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(ms, done)
    signal?.addEventListener('abort', done, { once: true })
  })
}
