// Time as the engine knows it: passed in, so that tests can move it. Wall time is for what people read and for what
// must survive a restart; monotonic time is for waiting, since a wall clock can be set.

export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds that never go backwards. */
  monotonic(): number
  /** Calls back once after `ms`; the returned function takes it back. */
  after(ms: number, call: () => void): () => void
}

/** A timer's longest wait in Node is 2³¹ − 1 ms; longer waits are cut and asked again by the caller. */
const longestWait = 2_000_000_000

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, Math.min(Math.max(0, ms), longestWait))
    return () => clearTimeout(timer)
  },
}

/** A clock that remembers how it was set: what was read of it meanwhile may have been written down. */
export type RememberingClock = Clock & {
  /** The place in its memory where it is now. */
  place(): number
  /** By how much the wall clock was ahead of the monotonic one at most, in milliseconds, at that place and since. */
  furthestSince(place: number): number
}

/** A smaller change of what both clocks say is drift. */
const smallestStep = 500
const remembered = 100

/** Answers the clock itself where it remembers already: all that reads it has one memory. */
export function remembering(clock: Clock): RememberingClock {
  if (isRemembering(clock)) return clock
  /** How far the wall clock was ahead of the monotonic one, each until the next. */
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
