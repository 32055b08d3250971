// Check of one database file on a thread, in parallel with all other reads and writes. The check ends with a result
// or is cancelled.
import { runTask } from '../../../jobs/threads.ts'
import { messageOf } from '../../../system/failure.ts'

/** quick: every page and row; whole: also every index against its rows. */
export type Depth = 'quick' | 'whole'

export type CheckEnd =
  | { readonly kind: 'sound' }
  | { readonly kind: 'damaged'; readonly what: string }
  /** It could not be read to the end, for a reason other than damage. */
  | { readonly kind: 'failed'; readonly what: string }
  | { readonly kind: 'left' }

/** Pages read so far, and their total. */
export type CheckProgress = { readonly done: number; readonly total: number }

export type CheckTask = {
  readonly data: null
  readonly asked: {
    readonly file: string
    readonly depth: Depth
    /** Shared memory, because the check does not return to its event loop; not 0: stop. */
    readonly stop: Int32Array
  }
  readonly answer: CheckEnd
  readonly progress: CheckProgress
}

export type DatabaseCheck = {
  /** Null before the first progress report. */
  readonly progress: CheckProgress | null
  /** Never rejects. */
  readonly ended: Promise<CheckEnd>
  /** Cancels it; resolves once the thread has closed the file. */
  leave(): Promise<void>
}

export type StartCheck = (file: string, depth: Depth) => DatabaseCheck

/** `script`: the task's module (its source or, in Electron, its bundle). */
export function startDatabaseCheck(
  file: string,
  depth: Depth,
  script: URL = new URL('./check-worker.ts', import.meta.url),
): DatabaseCheck {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  let progress: CheckProgress | null = null
  const ended = runTask<CheckTask>(
    { name: 'check', script, data: null, endsWithTask: true },
    { file, depth, stop },
    {
      progress(now) {
        progress = now
      },
    },
  ).catch((error: unknown): CheckEnd => ({ kind: 'failed', what: messageOf(error) }))
  return {
    get progress() {
      return progress
    },
    ended,
    async leave() {
      Atomics.store(stop, 0, 1)
      await ended
    },
  }
}
