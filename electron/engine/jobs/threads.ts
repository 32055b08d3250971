// Host of worker threads: starts one thread for a task, sends it requests, and settles each request with the task's
// answer. A task is a module that calls `serveTask` (thread-task.ts). The thread keeps the program alive only while a
// request waits. A released thread waits some time for the next task of its module, which saves loading its code again.
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { type Inherited, inheritedNow } from './inherited.ts'

/** What a task is started with. */
export type ThreadStart = { readonly data: unknown; readonly inherited: Inherited }

/** Messages to the thread. */
export type ThreadMessage =
  /** `cancelled`: it was cancelled before it was sent, so the task starts with an aborted signal. */
  | { readonly kind: 'ask'; readonly id: number; readonly asked: unknown; readonly cancelled: boolean }
  | { readonly kind: 'cancel'; readonly id: number }
  /** The task releases what it holds, and the thread answers `released` and stays. */
  | { readonly kind: 'release' }
  /** The first message of the next task after a release. */
  | ({ readonly kind: 'next' } & ThreadStart)
  | { readonly kind: 'close' }
/** Messages from the thread. */
export type ThreadAnswer =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly code: string | null }
  | { readonly kind: 'released' }

/** Types of one task: what it is started with, asked, answers, and reports before the answer. */
export type Task = {
  readonly data: unknown
  readonly asked: unknown
  readonly answer: unknown
  readonly progress: unknown
}

export type ThreadOptions<T extends Task> = {
  /** For error messages and debuggers. */
  readonly name: string
  /** The task's module: its source when run from sources, its bundle in Electron. */
  readonly script: URL
  readonly data: T['data']
  /** The thread ends with its task, for tasks that come seldom: a thread that waits holds memory. */
  readonly endsWithTask?: true
  /** Limits of its memory; Node's own when left out. Every task of a module has the same. */
  readonly memory?: WorkerOptions['resourceLimits']
  /** Limits of a thread that runs code of others. */
  readonly confine?: Pick<WorkerOptions, 'env' | 'stdout' | 'stderr' | 'resourceLimits'>
}

export type AskOptions<T extends Task> = {
  /** Asks the task to stop. The request stays open until the task has answered. */
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((progress: T['progress']) => void) | undefined
}

export type Thread<T extends Task> = {
  /** Rejects with the task's error, which keeps its `code`, with the error that ended the thread, or with ThreadEnded. */
  ask(asked: T['asked'], options?: AskOptions<T>): Promise<T['answer']>
  /** Cancels open requests, and resolves when the task has released what it held and the thread has ended. */
  close(): Promise<void>
  /**
   * Ends the task and leaves the thread to the next task of the same module. A thread that ends with its task, one with an
   * open request, and one whose code is of others end at once.
   */
  release(): Promise<void>
  /** Ends the thread at once; open requests are rejected. */
  terminate(): Promise<void>
  /** Resolves when the thread has ended, for any reason. */
  readonly ended: Promise<void>
  readonly isRunning: boolean
}

/** The thread ended before it had answered, without an error of its own. */
export class ThreadEnded extends Error {
  constructor(name: string) {
    super(`The ${name} thread ended`)
    this.name = 'ThreadEnded'
  }
}

type Request = {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
  readonly progress: ((progress: unknown) => void) | undefined
}

/** A running thread with its open requests; `failure`: why it ended. */
type RunningThread = {
  readonly worker: Worker
  readonly ended: Promise<void>
  readonly requests: Map<number, Request>
  lastId: number
  failure: Error | null
  /** Called when the task has released what it held. */
  onReleased: (() => void) | null
}

/** Released threads by the address of their module, at most one of each. */
const idle = new Map<string, { readonly thread: RunningThread; readonly timer: NodeJS.Timeout }>()
/** Milliseconds. No longer, because a waiting thread holds about 60 MB. */
const idleMs = 15_000

export function startThread<T extends Task>(options: ThreadOptions<T>): Thread<T> {
  const { name, script, data, endsWithTask = false, confine } = options
  let thread = confine === undefined ? takeReleased(script, data) : null
  thread ??= startWorker(options)
  const task = thread
  let isReleased = false
  return {
    ask(asked, how) {
      const answer = isReleased ? Promise.reject(new ThreadEnded(name)) : ask<T>(task, asked, how)
      // The caller may have gone and closed the thread meanwhile.
      answer.catch(() => undefined)
      return answer
    },
    close() {
      // The thread may serve another task already.
      if (isReleased) return Promise.resolve()
      task.worker.ref()
      send(task, { kind: 'close' })
      return task.ended
    },
    async release() {
      if (isReleased) return
      isReleased = true
      const canStay =
        !endsWithTask && confine === undefined && task.failure === null && task.requests.size === 0
      if (canStay) await releaseTask(task)
      if (canStay && task.failure === null && !idle.has(script.href)) keepReleased(script.href, task)
      else await task.worker.terminate()
    },
    async terminate() {
      if (!isReleased) await task.worker.terminate()
    },
    ended: task.ended,
    get isRunning() {
      return !isReleased && task.failure === null
    },
  }
}

function startWorker({ name, script, data, memory, confine }: ThreadOptions<Task>): RunningThread {
  const start: ThreadStart = { data, inherited: confine === undefined ? inheritedNow() : new Map() }
  const worker = new Worker(script, {
    ...(memory !== undefined && { resourceLimits: memory }),
    ...confine,
    name,
    workerData: start,
  })
  const ended = Promise.withResolvers<void>()
  const thread: RunningThread = {
    worker,
    ended: ended.promise,
    requests: new Map(),
    lastId: 0,
    failure: null,
    onReleased: null,
  }
  worker.unref()
  worker.on('message', (answer: ThreadAnswer) => receive(thread, answer))
  worker.on('error', (error) => fail(thread, error))
  worker.once('exit', () => {
    fail(thread, new ThreadEnded(name))
    ended.resolve()
  })
  return thread
}

/** Resolves when the task has released what it held, or the thread has ended. */
async function releaseTask(thread: RunningThread): Promise<void> {
  const { worker, ended } = thread
  worker.ref()
  const answered = new Promise<void>((resolve) => {
    thread.onReleased = resolve
  })
  send(thread, { kind: 'release' })
  await Promise.race([answered, ended])
  thread.onReleased = null
  worker.unref()
}

function keepReleased(module: string, thread: RunningThread): void {
  const timer = setTimeout(() => {
    idle.delete(module)
    void thread.worker.terminate()
  }, idleMs)
  timer.unref()
  idle.set(module, { thread, timer })
}

function takeReleased(script: URL, data: unknown): RunningThread | null {
  const kept = idle.get(script.href)
  if (kept === undefined) return null
  clearTimeout(kept.timer)
  idle.delete(script.href)
  if (kept.thread.failure !== null) return null
  send(kept.thread, { kind: 'next', data, inherited: inheritedNow() })
  return kept.thread
}

function send({ worker }: RunningThread, message: ThreadMessage): void {
  worker.postMessage(message)
}

function ask<T extends Task>(
  thread: RunningThread,
  asked: T['asked'],
  { signal, progress }: AskOptions<T> = {},
): Promise<T['answer']> {
  const { worker, requests, failure } = thread
  if (failure !== null) return Promise.reject(failure)
  thread.lastId += 1
  const id = thread.lastId
  const cancel = (): void => send(thread, { kind: 'cancel', id })
  const answer = new Promise<unknown>((resolve, reject) => {
    requests.set(id, { resolve, reject, progress })
    worker.ref()
    send(thread, { kind: 'ask', id, asked, cancelled: signal?.aborted === true })
  }).finally(() => signal?.removeEventListener('abort', cancel))
  signal?.addEventListener('abort', cancel, { once: true })
  return answer
}

function receive({ requests, worker, onReleased }: RunningThread, answer: ThreadAnswer): void {
  if (answer.kind === 'released') return onReleased?.()
  const request = requests.get(answer.id)
  if (answer.kind === 'progress') return request?.progress?.(answer.progress)
  requests.delete(answer.id)
  if (requests.size === 0) worker.unref()
  if (answer.kind === 'done') request?.resolve(answer.answer)
  else request?.reject(errorOf(answer))
}

/** The thread ended: rejects what is open. */
function fail(thread: RunningThread, error: Error): void {
  thread.failure ??= error
  for (const { reject } of thread.requests.values()) reject(thread.failure)
  thread.requests.clear()
}

/** Starts a thread for one request. It is released after the answer, and ended after a failure. */
export async function runTask<T extends Task>(
  options: ThreadOptions<T>,
  asked: T['asked'],
  how?: AskOptions<T>,
): Promise<T['answer']> {
  const thread = startThread(options)
  try {
    const answer = await thread.ask(asked, how)
    await thread.release()
    return answer
  } catch (error) {
    await thread.terminate()
    throw error
  }
}

function errorOf({ message, code }: { readonly message: string; readonly code: string | null }): Error {
  return Object.assign(new Error(message), code === null ? {} : { code })
}
