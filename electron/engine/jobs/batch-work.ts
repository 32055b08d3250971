// The work on one batch alone that a person or the engine asks for: loading, rebuilding and reporting. Each is a job
// of its own kind, all in the lane of the batch (batch-lane.ts).
import type { Result } from '../system/failure.ts'
import type { FileLanguage } from '../../../shared/texts/language.ts'
import type { LoadRequest } from '../import/loading.ts'
import type { RereadRequest } from '../import/reread.ts'
import type { WrittenReport } from '../report/report-thread.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import {
  type BatchWorkOptions,
  startBatchJob,
  startedBatchJob,
  stopBatchJobs,
  whenLoaded,
} from './batch-lane.ts'
import { cancelLoad, load, loadKind, reread, resumeLoad } from './load.ts'
import { rebuildKind, rebuildMarked } from './rebuild.ts'
import { cancelReport, makeReport, reportKind, type ReportParts } from './report.ts'

export type BatchWork = ReturnType<typeof createBatchWork>

export function createBatchWork(options: BatchWorkOptions) {
  const parts: ReportParts = {
    ...options,
    now: options.clock.now,
    begunReadings: new Map(),
    waitingForReport: new Map(),
  }
  const { store } = options

  return {
    kinds: { load: loadKind(parts), rebuild: rebuildKind(parts), report: reportKind(parts) },
    /** Rebuilds in the background the accounts that a large edit touched. */
    rebuild: (batch: number): void => rebuildMarked(parts, batch),
    /** Stops the jobs of a batch and waits for their end. */
    stopJobs: (batch: number): Promise<void> => stopBatchJobs(parts, batch),
    /** Builds the accounts of a batch that was put to the stage `building`, after what runs on it. */
    build: (batch: number): void => startBatchJob(parts, 'load', batch),
    /** At start: work whose job was not stored yet when the last run ended. */
    resume(isRemoving: (batch: number) => boolean): void {
      for (const batch of store.batches.all()) if (!isRemoving(batch.id)) resumeLoad(parts, batch)
      for (const batch of store.dirty.batches()) rebuildMarked(parts, batch)
    },
    /**
     * Waits for the end of a loading whose accounts exist already; false while a report is made. Call it before putting
     * the batch back to building.
     */
    async untilFree(batch: number): Promise<boolean> {
      await whenLoaded(parts, batch)
      return startedBatchJob(parts, batch, ['report']) === undefined
    },
    load: (request: LoadRequest): Promise<Result<number>> => load(parts, request),
    reread: (batch: StoredBatch, request: RereadRequest): Promise<Result<string | null>> =>
      reread(parts, batch, request),
    /**
     * Stops loading or validating: reading is undone completely, building goes back to the mapping. Checking and a report
     * go on.
     */
    cancel: (batch: number): Promise<void> => cancelLoad(parts, batch),
    report: (batch: StoredBatch, folder: string, inLanguage: FileLanguage): Promise<Result<WrittenReport>> =>
      makeReport(parts, batch, folder, inLanguage),
    /** Stops writing the report, and nothing else; false: there was none to stop. */
    cancelReport: (batch: number): Promise<boolean> => cancelReport(parts, batch),
  }
}
