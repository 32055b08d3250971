// Group commit: writes of one turn of the event loop share one transaction and so one flush to disk, together with
// the next intents. A write's promise resolves after the commit. If the transaction fails, each write is retried
// alone, so that none fails because of another. Long writes are spread over several turns.
import type { Clock } from '../system/clock.ts'

export type GroupCommit = {
  /** Commits at the end of this turn. */
  readonly now: (write: () => void) => Promise<void>
  /** Commits with the next group, at the latest after `groupWaitMs`. */
  readonly soon: (write: () => void) => Promise<void>
  /** Forces a commit at the end of this turn, so that the next intents are written. */
  readonly hurry: () => void
}

/** Intents written in a transaction: `go` after the commit, `drop` if it failed. */
export type Begun = { readonly go: () => void; readonly drop: () => void }

type Waiting = {
  readonly write: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** How long a `soon` write waits for others, in milliseconds, and how many may wait. */
export const groupWaitMs = 10
const mostWaiting = 32
/** After so many milliseconds of writing, the remaining writes move to the next turn. */
const longestTurn = 40

export function createGroupCommit(options: {
  readonly clock: Clock
  /** Runs `work` in one transaction. */
  readonly together: (work: () => void) => void
  /** Called at the end of the transaction to write the next intents. */
  readonly begin: () => Begun | null
  /** Called after a commit with the number of writes in it. */
  readonly committed?: (writes: number) => void
  /** Called if only the next intents failed to be written. */
  readonly failed: (error: unknown) => void
}): GroupCommit {
  const { clock, together, begin } = options
  let waiting: Waiting[] = []
  let atTurnsEnd = false
  let cancelMoment: (() => void) | null = null

  function flush(): void {
    atTurnsEnd = false
    cancelMoment?.()
    cancelMoment = null
    const given = waiting
    const all: Waiting[] = []
    waiting = []
    const next: { begun: Begun | null } = { begun: null }
    try {
      together(() => {
        const from = clock.monotonic()
        for (const one of given) {
          if (all.length > 0 && clock.monotonic() - from > longestTurn) break
          all.push(one)
          one.write()
        }
        next.begun = begin()
      })
      leaveForNext(given.slice(all.length))
    } catch (error) {
      leaveForNext(given.slice(all.length))
      next.begun?.drop()
      if (all.length === 0) options.failed(error)
      else if (all.length === 1) all[0]?.reject(error)
      else for (const one of all) alone(one)
      return
    }
    for (const { resolve } of all) resolve()
    next.begun?.go()
    options.committed?.(all.length)
  }

  function leaveForNext(rest: readonly Waiting[]): void {
    if (rest.length === 0) return
    waiting = [...rest, ...waiting]
    hurry()
  }

  function alone({ write, resolve, reject }: Waiting): void {
    try {
      together(write)
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  function hurry(): void {
    if (atTurnsEnd) return
    atTurnsEnd = true
    setImmediate(flush)
  }

  const add = (write: () => void): Promise<void> =>
    new Promise((resolve, reject) => void waiting.push({ write, resolve, reject }))

  return {
    hurry,
    now(write) {
      hurry()
      return add(write)
    },
    soon(write) {
      if (waiting.length >= mostWaiting) hurry()
      else if (!atTurnsEnd) cancelMoment ??= clock.after(groupWaitMs, hurry)
      return add(write)
    },
  }
}
