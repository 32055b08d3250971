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
  /** Sets what writes the next intents at the end of each transaction; null: none are missing. */
  readonly withIntents: (prepare: () => PreparedIntents | null) => void
}

/** Intents written in a transaction: `go` after the commit, `drop` if it failed. */
export type PreparedIntents = { readonly go: () => void; readonly drop: () => void }

export type GroupCommitOptions = {
  readonly clock: Clock
  /** Runs `work` in one transaction. */
  readonly together: (work: () => void) => void
  /** Called after a commit with the number of writes in it. */
  readonly committed: (writes: number) => void
  /** Called if only the next intents failed to be written. */
  readonly failed: (error: unknown) => void
}

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

type Group = {
  readonly options: GroupCommitOptions
  prepareIntents: () => PreparedIntents | null
  waiting: Waiting[]
  isFlushScheduled: boolean
  cancelTimer: (() => void) | null
}

export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const group: Group = {
    options,
    prepareIntents: () => null,
    waiting: [],
    isFlushScheduled: false,
    cancelTimer: null,
  }
  const add = (write: () => void): Promise<void> =>
    new Promise((resolve, reject) => void group.waiting.push({ write, resolve, reject }))
  return {
    hurry: () => hurry(group),
    now(write) {
      hurry(group)
      return add(write)
    },
    soon(write) {
      if (group.waiting.length >= maxWaitingWrites) hurry(group)
      else if (!group.isFlushScheduled)
        group.cancelTimer ??= options.clock.after(groupWaitMs, () => hurry(group))
      return add(write)
    },
    withIntents(prepare) {
      group.prepareIntents = prepare
    },
  }
}

function hurry(group: Group): void {
  if (group.isFlushScheduled) return
  group.isFlushScheduled = true
  setImmediate(() => flush(group))
}

function flush(group: Group): void {
  group.isFlushScheduled = false
  group.cancelTimer?.()
  group.cancelTimer = null
  const pending = group.waiting
  group.waiting = []
  const written: Waiting[] = []
  const next: { intents: PreparedIntents | null } = { intents: null }
  try {
    group.options.together(() => {
      writeFor(longestFlushMs, group.options.clock, pending, written)
      next.intents = group.prepareIntents()
    })
  } catch (error) {
    leaveForNext(group, pending.slice(written.length))
    next.intents?.drop()
    retryAlone(group, written, error)
    return
  }
  leaveForNext(group, pending.slice(written.length))
  for (const { resolve } of written) resolve()
  next.intents?.go()
  group.options.committed(written.length)
}

/** Writes at least one, and others until the time is over. */
function writeFor(ms: number, clock: Clock, pending: readonly Waiting[], written: Waiting[]): void {
  const from = clock.monotonic()
  for (const one of pending) {
    if (written.length > 0 && clock.monotonic() - from > ms) return
    written.push(one)
    one.write()
  }
}

function leaveForNext(group: Group, rest: readonly Waiting[]): void {
  if (rest.length === 0) return
  group.waiting = [...rest, ...group.waiting]
  hurry(group)
}

/** The transaction failed: finds the write that is the reason, so that the others succeed. */
function retryAlone({ options }: Group, writes: readonly Waiting[], error: unknown): void {
  if (writes.length === 0) options.failed(error)
  else if (writes.length === 1) writes[0]?.reject(error)
  else for (const one of writes) writeAlone(options.together, one)
}

function writeAlone(together: GroupCommitOptions['together'], { write, resolve, reject }: Waiting): void {
  try {
    together(write)
    resolve()
  } catch (error) {
    reject(error)
  }
}
