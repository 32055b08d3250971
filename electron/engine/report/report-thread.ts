// Report thread: one thread per report, which reads a snapshot of the workspace and writes all files from it. When
// cancelled, it first removes the files it has written.
import { runTask, ThreadEnded, type ThreadOptions } from '../jobs/threads.ts'
import { failed, type Result } from '../system/failure.ts'
import type { ReportOrder, ReportTask, WrittenReport } from './report-worker.ts'
import type { ReportProgress } from './write-report.ts'
import { message } from '../../../shared/texts/message.ts'

export type { WrittenReport } from './report-worker.ts'

export type ReportWatch = {
  /** Milliseconds since 1970, UTC, by the engine's clock. */
  readonly now: () => number
  readonly signal: AbortSignal
  readonly onProgress: (progress: ReportProgress) => void
}

/**
 * What a report makes is garbage within a page of rows. V8 lets a heap grow less before it collects if the limit of the old
 * generation is lower. A smaller young generation is slower, and takes more memory: its rows are old before they are garbage.
 * In MiB.
 */
const usualMemory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 }

/** `script`: the task's module (its source or, in Electron, its bundle). `memory`: what its thread has at first. */
export async function runReport(
  order: Omit<ReportOrder, 'clockOffset'>,
  { now, signal, onProgress }: ReportWatch,
  script: URL = new URL('./report-worker.ts', import.meta.url),
  memory: ThreadOptions<ReportTask>['memory'] = usualMemory,
): Promise<Result<WrittenReport>> {
  const asked = { ...order, clockOffset: now() - Date.now() }
  const run = (limits: Pick<ThreadOptions<ReportTask>, 'memory'>): Promise<Result<WrittenReport>> =>
    runTask<ReportTask>({ name: 'report', script, data: null, ...limits }, asked, {
      signal,
      progress: onProgress,
    })
  try {
    return await run({ memory }).catch((error: unknown) => {
      // What it holds at once does not fit, for example cells of many megabytes: once more, without a limit.
      if (isOutOfMemory(error)) return run({})
      throw error
    })
  } catch (error) {
    if (error instanceof ThreadEnded || isOutOfMemory(error)) return reportEndedEarly
    throw error
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

export const reportEndedEarly = failed('workspace', 'report_ended_early', message('report.ended_early'))
