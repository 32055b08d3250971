// Loads a batch: reads its file and builds its accounts. The stage of the batch says which of the two is left, so a
// restart goes on there; a cancel undoes the unfinished one.
import { type Failure, type Result, success } from '../system/failure.ts'
import { beginBatch, type LoadRequest, runLoading } from '../import/loading.ts'
import { beginReread, type RereadRequest } from '../import/reread.ts'
import { targetOfBatch } from '../accounts/build/build-target.ts'
import type { Job } from '../store/jobs/job.ts'
import { pathsOf, type StoredBatch } from '../store/import/batches.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import { message } from '../../../shared/texts/message.ts'
import {
  batchLane,
  type BatchWorkParts,
  markBrokenOnError,
  ofBatch,
  startBatchJob,
  stopBatchJobs,
} from './batch-lane.ts'
import type { JobControl, WholeKind } from './kind.ts'
import { rebuildMarked } from './rebuild.ts'

export function loadKind(parts: BatchWorkParts): WholeKind {
  return {
    lane: batchLane,
    first: (job) =>
      parts.store.batches.get(ofBatch(job))?.stage === 'building'
        ? { kind: 'building', done: 0, total: null, unit: 'accounts' }
        : { kind: 'reading', done: 0, total: null, unit: 'bytes' },
    run: (job, control) => runLoad(parts, job, control),
    ended: (job) => rebuildMarked(parts, job.batch),
  }
}

function runLoad(parts: BatchWorkParts, job: Job, control: JobControl): Promise<boolean> {
  const { store, begunReadings } = parts
  const { signal, progress, retryOnFullDisk } = control
  const batch = ofBatch(job)
  const begun = begunReadings.get(batch) ?? null
  begunReadings.delete(batch)
  signal.addEventListener('abort', () => begun?.abort.abort())
  return markBrokenOnError(parts, batch, () =>
    runLoading(
      { ...parts, retryOnFullDisk },
      batch,
      // A connection may be chosen while the file is still being read.
      () => targetOfBatch(store, store.batches.get(batch) ?? { connectionId: null }),
      signal,
      progress,
      begun,
    ),
  )
}

/** Loads a file as a new batch; returns its number once the first rows show that the file is readable. */
export async function load(parts: BatchWorkParts, request: LoadRequest): Promise<Result<number>> {
  const begun = await beginBatch(parts, request)
  if (!begun.ok) return begun
  const { batch, reading } = begun.value
  if (reading !== null) parts.begunReadings.set(batch, reading)
  startBatchJob(parts, 'load', batch)
  return success(batch)
}

/**
 * Reads a batch's file again with other options; returns the template under which a mapping that no longer fits was
 * saved.
 */
export async function reread(
  parts: BatchWorkParts,
  batch: StoredBatch,
  request: RereadRequest,
): Promise<Result<string | null>> {
  await stopBatchJobs(parts, batch.id)
  const begun = await beginReread(parts, batch, request)
  if (begun.ok) startBatchJob(parts, 'load', batch.id)
  return begun
}

/** Continues a load that was stored; one whose job could not be stored yet begins now. */
export function resumeLoad(parts: BatchWorkParts, { id, stage }: StoredBatch): void {
  const stored = parts.store.jobs.ofBatch('load', id)
  for (const job of stored) void parts.jobs().start(job.id)
  if (stored.length === 0 && (stage === 'reading' || stage === 'building')) startBatchJob(parts, 'load', id)
}

/**
 * Stops loading or validating: reading is undone completely, building goes back to the mapping. Checking and a report go
 * on.
 */
export async function cancelLoad(parts: BatchWorkParts, batch: number): Promise<void> {
  try {
    await stopBatchJobs(parts, batch, ['load'])
    await undo(parts, batch)
  } catch (error) {
    // If it cannot be undone now, the job goes on.
    const now = parts.store.batches.get(batch)
    if (isDiskTrouble(error) && now !== null) resumeLoad(parts, now)
    throw error
  }
  parts.changed(batch)
}

/** Reading is undone completely, building goes back to the mapping; an open batch validates no more. */
async function undo({ store, remove }: BatchWorkParts, batch: number): Promise<void> {
  const now = store.batches.get(batch)
  const stage = now?.stage
  // Read before and now once more: the batch and its mapping stay.
  const wasRead = now !== null && now.readAt !== null
  if (stage === 'reading' && wasRead) store.batches.setStage(batch, 'failed', readingStopped)
  else if (stage === 'reading' && now !== null) await remove(batch, pathsOf(now))
  else if (stage === 'building') {
    await store.rows.clearBuilt(batch)
    store.batches.setStage(batch, 'mapping', null)
  } else store.batches.setValidating(batch, false)
}

const readingStopped: Failure = {
  kind: 'input',
  code: 'reading_stopped',
  message: message('system.reading_was_stopped'),
}
