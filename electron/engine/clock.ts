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
