// Writes the report of a batch, for a caller that waits for it. Nobody waits for a report after a restart: it is made
// when it is asked for again.
import { dirname } from 'node:path'
import { z } from 'zod'
import { fileLanguage, type FileLanguage } from '../../../shared/texts/language.ts'
import { message } from '../../../shared/texts/message.ts'
import { failed, type Result, success } from '../system/failure.ts'
import { reportChoiceOf, shownFields } from '../report/report-choice.ts'
import { reportCancelled, reportEndedEarly, runReport, type WrittenReport } from '../report/report-thread.ts'
import { stagingIn } from '../report/staging.ts'
import type { Job } from '../store/jobs/job.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import {
  addBatchJob,
  batchLane,
  type BatchWorkParts,
  ofBatch,
  startedBatchJob,
  whenLoaded,
} from './batch-lane.ts'
import type { JobControl, WholeKind } from './kind.ts'
import { rebuildMarked } from './rebuild.ts'

const reportArguments = z.object({ folder: z.string(), inLanguage: fileLanguage })

export type ReportParts = BatchWorkParts & {
  /** Callers that wait for a report, by job. */
  readonly waitingForReport: Map<number, PromiseWithResolvers<Result<WrittenReport>>>
}

export function reportKind(parts: ReportParts): WholeKind {
  return {
    lane: batchLane,
    first: () => ({ kind: 'reporting', done: 0, total: null, unit: 'rows' }),
    run: (job, control) => runReportJob(parts, job, control),
    ended: (job) => rebuildMarked(parts, job.batch),
  }
}

async function runReportJob(parts: ReportParts, job: Job, control: JobControl): Promise<boolean> {
  const { store, version, unfinished, now } = parts
  const { retryOnFullDisk, signal, progress } = control
  const caller = parts.waitingForReport.get(job.id)
  if (caller === undefined) return true
  const { folder, inLanguage } = reportArguments.parse(job.arguments)
  const order = { workspace: dirname(store.file), batch: ofBatch(job), folder, version, inLanguage }
  const write = (): Promise<Result<WrittenReport>> =>
    runReport(order, {
      now,
      signal,
      onProgress: ({ rowsDone, rowsTotal }) =>
        progress({ kind: 'reporting', done: rowsDone, total: rowsTotal, unit: 'rows' }),
    })
  try {
    caller.resolve(await retryOnFullDisk(() => unfinished.around(stagingIn(folder), write)))
  } catch (error) {
    caller.reject(error)
  }
  return true
}

/** Writes the report files of an open batch into a folder, and resolves when they are complete. */
export async function makeReport(
  parts: ReportParts,
  batch: StoredBatch,
  folder: string,
  inLanguage: FileLanguage,
): Promise<Result<WrittenReport>> {
  // Its accounts exist already; only the build thread is still ending.
  if (batch.stage === 'open') await whenLoaded(parts, batch.id)
  const ready = mayReport(parts, batch)
  if (!ready.ok) return ready
  noteShown(parts, batch)
  const job = addBatchJob(parts, 'report', batch.id, { folder, inLanguage })
  try {
    const written = await runForCaller(parts, job)
    const damage = parts.damage()
    if (!written.ok) return damage === null ? written : { ok: false, failure: damage }
    const { at, files, counts, fixFile } = written.value
    if (fixFile !== null) parts.store.fixFiles.add({ batch: batch.id, madeAt: at, ...fixFile })
    parts.store.batches.setReport(batch.id, { at, folder, files, counts })
    return written
  } finally {
    parts.waitingForReport.delete(job)
    parts.changed(batch.id)
  }
}

/** The audit log has a line before a report shows sensitive fields, with their paths. */
function noteShown({ store, now }: ReportParts, { id }: StoredBatch): void {
  const batch = store.batches.get(id)
  if (batch === null) return
  const fields = shownFields(store, batch, reportChoiceOf(store, batch))
  if (fields.length === 0) return
  store.audit.add(
    { action: 'report.showSensitive', batch: id, details: { fields: fields.join(', ') } },
    now(),
  )
}

/**
 * Stops writing the report of a batch: none of its files are kept, and those of an earlier report stay. Resolves when it
 * has stopped; false: none was being written, or it was complete before.
 */
export async function cancelReport(parts: ReportParts, batch: number): Promise<boolean> {
  const job = startedBatchJob(parts, batch, ['report'])
  if (job === undefined) return false
  const caller = parts.waitingForReport.get(job.id)
  await parts.jobs().cancel(job.id)
  const written = await caller?.promise
  return written?.ok === false && written.failure.code === reportCancelled.failure.code
}

function runForCaller(parts: ReportParts, job: number): Promise<Result<WrittenReport>> {
  const caller = Promise.withResolvers<Result<WrittenReport>>()
  parts.waitingForReport.set(job, caller)
  const begun = parts.jobs().start(job)
  // It may end before its files are begun.
  void begun.then(({ kind }) =>
    kind === 'waits' ? undefined : caller.resolve(kind === 'cancelled' ? reportCancelled : reportEndedEarly),
  )
  return caller.promise
}

function mayReport(parts: ReportParts, batch: StoredBatch): Result<void> {
  if (startedBatchJob(parts, batch.id) !== undefined)
    return failed('input', 'batch_busy', message('system.batch_busy', { batch: batch.id }))
  if (batch.stage !== 'open')
    return failed('input', 'batch_not_loaded', message('system.batch_not_loaded', { batch: batch.id }))
  return success(undefined)
}
