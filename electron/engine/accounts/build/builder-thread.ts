// Build thread: sends chunks of rows, or the ids of accounts for the thread to read, and receives built accounts. A few
// rows are built on the calling thread, because a thread takes longer to start.
import type { AccountRows } from '../../../../shared/payload/build.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import { startThread } from '../../jobs/threads.ts'
import { type BuildJob, builderOf, type BuiltForStore } from './account-builder.ts'
import type { ChangesAsked, EffectCounts, RebuiltPiece } from '../rebuild/rebuild-task.ts'

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
export type RowBuilder = Pick<BuilderThread, 'build' | 'close'>

/** Takes at most a few hundredths of a second. */
const fewRows = 100

/** `rows`: how many will be built in all; null if unknown. */
export function startRowBuilder(job: BuildJob, rows: number | null): RowBuilder {
  return rows === null || rows > fewRows ? startBuilderThread(job) : rowBuilderHere(job)
}

function rowBuilderHere(job: BuildJob): RowBuilder {
  let built: ReturnType<typeof builderOf> | null = null
  return {
    build(accounts) {
      const answer = yieldToEventLoop().then(() => {
        const { build } = (built ??= builderOf(job))
        return accounts.map(build)
      })
      // The caller may have gone meanwhile.
      answer.catch(() => undefined)
      return answer
    },
    close: () => Promise.resolve(),
  }
}

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
    /** Ends what is being built. The thread is left to the next batch. */
    close: thread.release,
  }
}
