// Engine side of the build worker: sends chunks of rows, or the ids of accounts for the worker to read, and
// receives built accounts in order.
import { Worker } from 'node:worker_threads'
import type { Mapping } from '../../../shared/mapping/file.ts'
import type { AccountRows } from '../../../shared/payload/build.ts'
import type { SheetInfo } from '../../../shared/sheet/sheet.ts'
import type { BuiltForStore } from './account-builder.ts'
import type { ChangesAsked, EffectCounts, RebuiltPiece } from './rebuild-task.ts'

/** Data from which the worker compiles the mapping itself, because functions cannot cross threads. */
export type BuildJob = {
  readonly mapping: Mapping
  readonly sheets: readonly SheetInfo[]
  readonly catalogue: unknown
  readonly supplier: string | null
  readonly statusTemplate: string | null
  readonly phoneRegion: string | null
  readonly bodyBytes: number | null
  /** The workspace's database and the batch in it, for building again. */
  readonly stored?: { readonly file: string; readonly batch: number }
}

export type BuildOrder =
  | { readonly id: number; readonly kind: 'build'; readonly accounts: readonly AccountRows[] }
  | { readonly id: number; readonly kind: 'marked'; readonly after: number; readonly limit: number }
  | { readonly id: number; readonly kind: 'effect'; readonly changes: readonly ChangesAsked[] }
export type BuildAnswer =
  | { readonly id: number; readonly kind: 'done'; readonly result: unknown }
  | { readonly id: number; readonly kind: 'reported'; readonly counts: EffectCounts }

export type BuilderThread = {
  build(accounts: readonly AccountRows[]): Promise<readonly BuiltForStore[]>
  /** The next marked accounts after an id. */
  buildMarked(after: number, limit: number): Promise<RebuiltPiece>
  /** Resolves when all accounts of the changes were checked; `tell` gets the counts after each piece. */
  countEffect(changes: readonly ChangesAsked[], tell: (counts: EffectCounts) => void): Promise<void>
  close(): Promise<void>
}

type Waiting = {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly tell: ((counts: EffectCounts) => void) | undefined
}
/** An order without its number. */
type Asked =
  | Omit<Extract<BuildOrder, { kind: 'build' }>, 'id'>
  | Omit<Extract<BuildOrder, { kind: 'marked' }>, 'id'>
  | Omit<Extract<BuildOrder, { kind: 'effect' }>, 'id'>

/** `file` is the worker's script: its source when run from sources, its bundle in Electron. */
export function startBuilderThread(
  job: BuildJob,
  file: URL = new URL('./build-worker.ts', import.meta.url),
): BuilderThread {
  const worker = new Worker(file, { workerData: job })
  const waiting = new Map<number, Waiting>()
  let nextId = 1
  let ended: Error | null = null

  function fail(error: Error): void {
    ended ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (answer: BuildAnswer) => {
    const one = waiting.get(answer.id)
    if (answer.kind === 'reported') return one?.tell?.(answer.counts)
    waiting.delete(answer.id)
    one?.resolve(answer.result)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The build worker ended')))

  function order<T>(asked: Asked, tell?: (counts: EffectCounts) => void): Promise<T> {
    const answer = new Promise<T>((resolve, reject) => {
      if (ended !== null) return reject(ended)
      const id = nextId
      nextId += 1
      waiting.set(id, { resolve: (result) => resolve(result as T), reject, tell })
      worker.postMessage({ id, ...asked })
    })
    // The caller may have gone and closed the thread during a build.
    answer.catch(() => undefined)
    return answer
  }

  return {
    build: (accounts) => order({ kind: 'build', accounts }),
    buildMarked: (after, limit) => order({ kind: 'marked', after, limit }),
    countEffect: (changes, tell) => order({ kind: 'effect', changes }, tell),
    async close() {
      await worker.terminate()
    },
  }
}
