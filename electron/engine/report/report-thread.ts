// Engine side of the report thread: one thread per report, which reads a snapshot of the workspace and writes all
// files from it. The thread ends by itself; when cancelled, it first removes the files it has written.
import { Worker } from 'node:worker_threads'
import { failed, type Result } from '../system/failure.ts'
import type { ReportMessage, ReportOrder, WrittenReport } from './report-worker.ts'
import type { ReportProgress } from './write-report.ts'

export type { WrittenReport } from './report-worker.ts'

export type ReportWatch = {
  /** Milliseconds since 1970, UTC, by the engine's clock. */
  readonly now: () => number
  readonly signal: AbortSignal
  readonly onProgress: (progress: ReportProgress) => void
}

/** `file` is the thread's script: its source when run from sources, its bundle in Electron. */
export async function runReport(
  order: Omit<ReportOrder, 'clockOffset'>,
  watch: ReportWatch,
  file: URL = new URL('./report-worker.ts', import.meta.url),
): Promise<Result<WrittenReport>> {
  const workerData: ReportOrder = { ...order, clockOffset: watch.now() - Date.now() }
  const worker = new Worker(file, { workerData })
  const cancel = (): void => worker.postMessage('cancel')
  watch.signal.addEventListener('abort', cancel, { once: true })
  if (watch.signal.aborted) cancel()
  try {
    return await new Promise<Result<WrittenReport>>((resolve, reject) => {
      worker.on('message', (message: ReportMessage) => {
        if (message.kind === 'progress') watch.onProgress(message.progress)
        else resolve(message.result)
      })
      worker.once('error', reject)
      worker.once('exit', () => resolve(endedEarly))
    })
  } finally {
    watch.signal.removeEventListener('abort', cancel)
  }
}

const endedEarly = failed(
  'workspace',
  'report_ended_early',
  'The report ended before it was complete, and none of its files were kept. Make it again.',
)
