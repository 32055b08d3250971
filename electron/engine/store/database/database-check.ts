// Engine side of the checking thread. Runs one check of one database file in parallel with all other reads and
// writes. The check ends with a result or is cancelled.
import { Worker } from 'node:worker_threads'

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

export type CheckAnswer = CheckEnd | ({ readonly kind: 'progress' } & CheckProgress)

export type DatabaseCheck = {
  /** Null before the first progress report. */
  readonly progress: CheckProgress | null
  /** Never rejects. */
  readonly ended: Promise<CheckEnd>
  /** Cancels it; resolves once the thread has closed the file. */
  leave(): Promise<void>
}

export type StartCheck = (file: string, depth: Depth) => DatabaseCheck

/** `script`: the thread's source when run from sources, its bundle in Electron. */
export function startDatabaseCheck(
  file: string,
  depth: Depth,
  script: URL = new URL('./check-worker.ts', import.meta.url),
): DatabaseCheck {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(script, { workerData: { file, depth, stop } })
  let progress: CheckProgress | null = null
  let end: CheckEnd | null = null
  worker.on('message', (answer: CheckAnswer) => {
    if (answer.kind === 'progress') progress = { done: answer.done, total: answer.total }
    else end = answer
  })
  worker.on('error', (error) => {
    end ??= { kind: 'failed', what: error.message }
  })
  const ended = new Promise<CheckEnd>((resolve) => {
    worker.once('exit', () => resolve(end ?? { kind: 'failed', what: 'the checking thread ended' }))
  })
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
