// Engine side of the lookup thread. The first long query starts the thread, and it runs until the workspace closes.
// A thread that broke down is started again with the next query.
import { startThread, type Thread } from '../../jobs/threads.ts'
import type { LookupJob, LookupTask } from './lookup-job.ts'

/** A query ended because nobody wants its result any more. */
export class LookupLeft extends Error {
  constructor() {
    super('The query was cancelled')
    this.name = 'LookupLeft'
  }
}

export type Running = {
  /** Complete result; rejects with LookupLeft after `leave`. */
  readonly result: Promise<unknown>
  leave(): void
}

export type LookupThread = {
  /** `found` gets partial results. */
  start(job: LookupJob, found?: (rows: Int32Array) => void): Running
  /** Starts the thread, so that the first query does not wait for it. */
  warm(): void
  close(): Promise<void>
}

/** `script`: the task's module (its source or, in Electron, its bundle). */
export function createLookupThread(
  database: string,
  script: URL = new URL('./lookup-worker.ts', import.meta.url),
): LookupThread {
  let thread: Thread<LookupTask> | null = null
  let closed = false

  function started(): Thread<LookupTask> {
    if (thread?.isRunning !== true)
      thread = startThread<LookupTask>({ name: 'lookup', script, data: database })
    return thread
  }

  return {
    start(job, found) {
      if (closed) return { result: Promise.reject(new LookupLeft()), leave: () => undefined }
      const abort = new AbortController()
      const left = Promise.withResolvers<never>()
      const progress = (rows: Int32Array): void => {
        if (!abort.signal.aborted) found?.(rows)
      }
      const answer = started()
        .ask(job, { signal: abort.signal, progress })
        .catch((error: unknown) => {
          throw closed ? new LookupLeft() : error
        })
      return {
        result: Promise.race([answer, left.promise]),
        leave() {
          abort.abort()
          left.reject(new LookupLeft())
        },
      }
    },
    warm() {
      if (!closed) started()
    },
    async close() {
      closed = true
      await thread?.close()
    },
  }
}
