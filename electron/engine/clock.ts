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

/** How far the wall clock is ahead of the monotonic one, in milliseconds, and since when by the latter. */
type Offset = { readonly from: number; readonly ms: number }

/** A clock that remembers how it was set: what was read of it meanwhile may have been written down. */
export type RememberingClock = Clock & {
  /** By how much the wall clock was ahead of the monotonic one at most, in what was read since then. */
  furthestSince(monotonic: number): number
}

/** A smaller change of what both clocks say is drift. */
const smallestStep = 500
const remembered = 100

/** Answers the clock itself where it remembers already: all that reads it has one memory. */
export function remembering(clock: Clock): RememberingClock {
  if (isRemembering(clock)) return clock
  const offsets: Offset[] = []

  function note(wall: number): void {
    const from = clock.monotonic()
    const ms = wall - from
    if (Math.abs(ms - (offsets.at(-1)?.ms ?? Number.NEGATIVE_INFINITY)) < smallestStep) return
    offsets.push({ from, ms })
    if (offsets.length > remembered) offsets.shift()
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
    furthestSince(monotonic) {
      now()
      // Each held until the next began.
      const held = offsets.filter((_, at) => (offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY) >= monotonic)
      return Math.max(...held.map(({ ms }) => ms))
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
