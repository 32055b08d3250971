// Group commit: writes that come in the same turn of the event loop share one transaction, and so one flush to the
// disk; what is to begin next is written with them. Those that nothing waits for stay a moment longer, for company. A
// write's promise settles after its commit. When one of them fails, each is tried on its own, so that none fails for
// another's sake. Writes that take long, such as a thousand problems each, are shared out over turns.
import type { Clock } from '../clock.ts'

export type Gather = {
  /** Written at the end of this turn. */
  readonly now: (write: () => void) => Promise<void>
  /** Written with the next one of those, or a moment later. */
  readonly soon: (write: () => void) => Promise<void>
  /** What is to begin next is to be written at the end of this turn, and all that waits with it. */
  readonly hurry: () => void
}

/** What was written down to begin: `go` once that is committed, `drop` where it was not. */
export type Begun = { readonly go: () => void; readonly drop: () => void }

type Waiting = {
  readonly write: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** How long a write waits for company, in milliseconds, and how many wait at most. */
export const aMoment = 10
const mostWaiting = 32
/** After so many milliseconds of writing the rest waits for the next turn. */
const longestTurn = 40

export function createGather(options: {
  readonly clock: Clock
  /** Runs its work as one transaction. */
  readonly together: (work: () => void) => void
  /** Runs at its end and writes what begins next. */
  readonly begin: () => Begun | null
  /** So many writes have been committed together. */
  readonly committed?: (writes: number) => void
  /** That could not be written, and nobody else's write was with it. */
  readonly failed: (error: unknown) => void
}): Gather {
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
      else if (!atTurnsEnd) cancelMoment ??= clock.after(aMoment, hurry)
      return add(write)
    },
  }
}
