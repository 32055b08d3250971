// Build thread: sends chunks of rows, or the ids of accounts for the thread to read, and receives built accounts.
import type { Mapping } from '../../../../shared/mapping/file.ts'
import type { AccountRows } from '../../../../shared/payload/build.ts'
import type { SheetInfo } from '../../../../shared/sheet/sheet.ts'
import { startThread } from '../../jobs/threads.ts'
import type { BuiltForStore } from './account-builder.ts'
import type { ChangesAsked, EffectCounts, RebuiltPiece } from '../rebuild/rebuild-task.ts'

/** Data from which the thread compiles the mapping itself, because functions cannot cross threads. */
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

export type BuildTask = {
  readonly data: BuildJob
  readonly asked:
    | { readonly kind: 'build'; readonly accounts: readonly AccountRows[] }
    | { readonly kind: 'marked'; readonly after: number; readonly limit: number }
    | { readonly kind: 'effect'; readonly changes: readonly ChangesAsked[] }
  readonly answer: readonly BuiltForStore[] | RebuiltPiece | void
  readonly progress: EffectCounts
}

export type BuilderThread = ReturnType<typeof startBuilderThread>

/** `script`: the task's module (its source or, in Electron, its bundle). */
export function startBuilderThread(
  job: BuildJob,
  script: URL = new URL('./build-worker.ts', import.meta.url),
) {
  const thread = startThread<BuildTask>({ name: 'build', script, data: job })
  return {
    build: (accounts: readonly AccountRows[]) =>
      thread.ask({ kind: 'build', accounts }) as Promise<readonly BuiltForStore[]>,
    /** The next marked accounts after an id. */
    buildMarked: (after: number, limit: number) =>
      thread.ask({ kind: 'marked', after, limit }) as Promise<RebuiltPiece>,
    /** Resolves when all accounts of the changes were checked; `tell` gets the counts after each piece. */
    countEffect: (changes: readonly ChangesAsked[], tell: (counts: EffectCounts) => void) =>
      thread.ask({ kind: 'effect', changes }, { progress: tell }) as Promise<void>,
    close: thread.terminate,
  }
}
