// Thread side of the host of worker threads (threads.ts). A task module calls `serveTask` once with a function that
// starts the task. Several requests may be open: an asynchronous task yields between its steps, and a cancelled one
// learns it from its signal.
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../system/failure.ts'
import { inherit } from './inherited.ts'
import type { Task, ThreadAnswer, ThreadMessage, ThreadStart } from './threads.ts'

export type StartedTask<T extends Task> = {
  run(
    asked: T['asked'],
    how: { readonly signal: AbortSignal; readonly progress: (progress: T['progress']) => void },
  ): T['answer'] | Promise<T['answer']>
  /** Releases what the task holds; no request is open any more. */
  close?(): void
}

/** Throws outside a worker thread. */
export function serveTask<T extends Task>(start: (data: T['data']) => StartedTask<T>): void {
  const port = parentPort
  if (port === null) throw new Error('A task runs in a worker thread of the engine')
  let task: StartedTask<T> | null = begin(start, workerData as ThreadStart)
  const open = new Map<number, { readonly abort: AbortController; readonly ended: Promise<void> }>()
  const send = (answer: ThreadAnswer, value: unknown): void => port.postMessage(answer, buffersOf(value))

  async function answer(id: number, asked: T['asked'], signal: AbortSignal): Promise<void> {
    try {
      if (task === null) throw new Error('The task of this thread was released')
      const progress = (value: T['progress']): void => send({ kind: 'progress', id, progress: value }, value)
      const value = await task.run(asked, { signal, progress })
      send({ kind: 'done', id, answer: value }, value)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : null
      send({ kind: 'failed', id, message: messageOf(error), code }, null)
    }
  }

  function release(): void {
    task?.close?.()
    task = null
  }

  async function close(): Promise<void> {
    for (const { abort } of open.values()) abort.abort()
    await Promise.all([...open.values()].map(({ ended }) => ended))
    release()
    port?.close()
  }

  port.on('message', (message: ThreadMessage) => {
    switch (message.kind) {
      case 'ask': {
        const { id, asked, cancelled } = message
        const abort = new AbortController()
        if (cancelled) abort.abort()
        open.set(id, { abort, ended: answer(id, asked, abort.signal).finally(() => open.delete(id)) })
        return
      }
      case 'cancel':
        open.get(message.id)?.abort.abort()
        return
      case 'release':
        release()
        send({ kind: 'released' }, null)
        return
      case 'next':
        task = begin(start, message)
        return
      case 'close':
        void close()
        return
      default:
        message satisfies never
    }
  })
}

function begin<T extends Task>(
  start: (data: T['data']) => StartedTask<T>,
  from: ThreadStart,
): StartedTask<T> {
  inherit(from.inherited)
  return start(from.data)
}

/** Buffers of numbers are moved instead of copied: an Int32Array, or those directly in an object. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return []
  const parts = value instanceof Int32Array ? [value] : Array.isArray(value) ? [] : Object.values(value)
  return parts.flatMap((part: unknown) =>
    part instanceof Int32Array && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  )
}
