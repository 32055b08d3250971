// Engine side of the lookup thread. The first long query starts the thread, and it runs until the workspace closes.
import { Worker } from 'node:worker_threads'
import type { LookupJob } from './lookup-job.ts'
import type { LookupAnswer, LookupOrder } from './lookup-worker.ts'

export class LookupLeft extends Error {
  constructor() {
    super('What was looked for is no longer wanted')
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

type Waiting = {
  readonly found: ((rows: Int32Array) => void) | undefined
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** `file` is the thread's script: its source when run from sources, its bundle in Electron. */
export function createLookupThread(
  database: string,
  file: URL = new URL('./lookup-worker.ts', import.meta.url),
): LookupThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let gone: Promise<void> = Promise.resolve()
  let closed = false
  let lastId = 0

  /** The thread keeps the program alive only while somebody waits for it. */
  function forget(id: number): void {
    waiting.delete(id)
    if (waiting.size === 0) worker?.unref()
  }

  function take(answer: LookupAnswer): void {
    const one = waiting.get(answer.id)
    if (one === undefined) return
    if (answer.kind === 'found') return one.found?.(answer.rows)
    forget(answer.id)
    if (answer.kind === 'done') one.resolve(answer.result)
    else
      one.reject(
        Object.assign(
          new Error(`Looking through the workspace failed: ${answer.message}`),
          answer.code === null ? {} : { code: answer.code },
        ),
      )
  }

  function started(): Worker {
    if (worker !== null) return worker
    const begun = new Worker(file, { workerData: database })
    begun.on('message', take)
    const fail = (error: Error): void => {
      if (worker === begun) worker = null
      for (const one of waiting.values()) one.reject(error)
      waiting.clear()
    }
    begun.on('error', fail)
    gone = new Promise((resolve) => {
      begun.once('exit', () => {
        fail(closed ? new LookupLeft() : new Error('The lookup thread ended'))
        resolve()
      })
    })
    worker = begun
    return begun
  }

  return {
    start(job, found) {
      if (closed) return { result: Promise.reject(new LookupLeft()), leave: () => undefined }
      lastId += 1
      const id = lastId
      const thread = started()
      thread.ref()
      const result = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { found, resolve, reject })
        thread.postMessage({ id, job } satisfies LookupOrder)
      })
      return {
        result,
        leave() {
          const one = waiting.get(id)
          if (one === undefined) return
          forget(id)
          worker?.postMessage({ id, job: null } satisfies LookupOrder)
          one.reject(new LookupLeft())
        },
      }
    },
    warm() {
      if (!closed) started().unref()
    },
    async close() {
      closed = true
      worker?.ref()
      worker?.postMessage({ id: null } satisfies LookupOrder)
      await gone
    },
  }
}
