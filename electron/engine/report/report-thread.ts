// Report thread: one thread per report, which reads a snapshot of the workspace and writes all files from it. When
// cancelled, it first removes the files it has written.
import { runTask, ThreadEnded } from '../jobs/threads.ts'
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
 * In MiB. V8 lets a heap grow less between two collections if the limit of its old generation is below 2 GiB; the objects of a
 * report are needed for one page of rows only. A smaller young generation is slower and takes more memory, because objects then
 * grow old before they are collected. The limit is far above what a report needs: V8 ends the whole program where it is reached.
 */
const memory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 2000 }

/** `script`: the task's module (its source or, in Electron, its bundle). */
export async function runReport(
  order: Omit<ReportOrder, 'clockOffset'>,
  { now, signal, onProgress }: ReportWatch,
  script: URL = new URL('./report-worker.ts', import.meta.url),
): Promise<Result<WrittenReport>> {
  try {
    const asked = { ...order, clockOffset: now() - Date.now() }
    return await runTask<ReportTask>({ name: 'report', script, data: null, memory }, asked, {
      signal,
      progress: onProgress,
    })
  } catch (error) {
    if (error instanceof ThreadEnded) return reportEndedEarly
    throw error
  }
}

export const reportCancelled = failed(
  'workspace',
  'cancelled',
  message('report.cancelled', { file: 'report' }),
)
export const reportEndedEarly = failed('workspace', 'report_ended_early', message('report.ended_early'))
