// The engine's side of the build worker: hands chunks of rows over and gets built accounts back, in order.
import { Worker } from 'node:worker_threads'
import type { Mapping } from '../../../shared/mapping-file.ts'
import type { AccountRows } from '../../../shared/payload.ts'
import type { SheetInfo } from '../../../shared/sheet.ts'
import type { BuiltForStore } from './account-builder.ts'

/** What the worker needs to compile the mapping for itself: functions do not cross threads. */
export type BuildJob = {
  readonly mapping: Mapping
  readonly sheets: readonly SheetInfo[]
  readonly catalogue: unknown
  readonly supplier: string | null
  readonly statusTemplate: string | null
  readonly phoneRegion: string | null
}

export type BuilderThread = {
  build(accounts: readonly AccountRows[]): Promise<readonly BuiltForStore[]>
  close(): Promise<void>
}

/** `file` is the worker's script: its source when run from sources, its bundle in Electron. */
export function startBuilderThread(
  job: BuildJob,
  file: URL = new URL('./build-worker.ts', import.meta.url),
): BuilderThread {
  const worker = new Worker(file, { workerData: job })
  const waiting = new Map<
    number,
    { resolve: (built: readonly BuiltForStore[]) => void; reject: (error: Error) => void }
  >()
  let nextId = 1
  let ended: Error | null = null

  function fail(error: Error): void {
    ended ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (message: { readonly id: number; readonly built: readonly BuiltForStore[] }) => {
    waiting.get(message.id)?.resolve(message.built)
    waiting.delete(message.id)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The build worker ended')))

  return {
    build(accounts) {
      if (ended !== null) return Promise.reject(ended)
      const id = nextId
      nextId += 1
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, accounts })
      })
    },
    async close() {
      await worker.terminate()
    },
  }
}
