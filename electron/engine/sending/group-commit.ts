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
export type PreparedIntents = { readonly go: () => void; readonly drop: () => void }

type Waiting = {
  readonly write: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** How long a `soon` write waits for others, in milliseconds, and how many may wait. */
export const groupWaitMs = 10
const maxWaitingWrites = 32
/** After so many milliseconds of writing, the remaining writes move to the next turn. */
const longestFlushMs = 40

export function createGroupCommit(options: {
  readonly clock: Clock
  /** Runs `work` in one transaction. */
  readonly together: (work: () => void) => void
  /** Called at the end of the transaction to write the next intents. */
  readonly begin: () => PreparedIntents | null
  /** Called after a commit with the number of writes in it. */
  readonly committed?: (writes: number) => void
  /** Called if only the next intents failed to be written. */
  readonly failed: (error: unknown) => void
}): GroupCommit {
  const { clock, together, begin } = options
  let waiting: Waiting[] = []
  let isFlushScheduled = false
  let cancelFlushTimer: (() => void) | null = null

  function flush(): void {
    isFlushScheduled = false
    cancelFlushTimer?.()
    cancelFlushTimer = null
    const pendingWrites = waiting
    const all: Waiting[] = []
    waiting = []
    const next: { preparedIntents: PreparedIntents | null } = { preparedIntents: null }
    try {
      together(() => {
        const from = clock.monotonic()
        for (const one of pendingWrites) {
          if (all.length > 0 && clock.monotonic() - from > longestFlushMs) break
          all.push(one)
          one.write()
        }
        next.preparedIntents = begin()
      })
      leaveForNext(pendingWrites.slice(all.length))
    } catch (error) {
      leaveForNext(pendingWrites.slice(all.length))
      next.preparedIntents?.drop()
      if (all.length === 0) options.failed(error)
      else if (all.length === 1) all[0]?.reject(error)
      else for (const one of all) writeAlone(one)
      return
    }
    for (const { resolve } of all) resolve()
    next.preparedIntents?.go()
    options.committed?.(all.length)
  }

  function leaveForNext(rest: readonly Waiting[]): void {
    if (rest.length === 0) return
    waiting = [...rest, ...waiting]
    hurry()
  }

  function writeAlone({ write, resolve, reject }: Waiting): void {
    try {
      together(write)
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  function hurry(): void {
    if (isFlushScheduled) return
    isFlushScheduled = true
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
      if (waiting.length >= maxWaitingWrites) hurry()
      else if (!isFlushScheduled) cancelFlushTimer ??= clock.after(groupWaitMs, hurry)
      return add(write)
    },
  }
}
