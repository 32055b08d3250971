// Rebuilds in the background the accounts that a large edit touched. Their marks say what is left.
import { targetOfBatch } from '../accounts/build/build-target.ts'
import { rebuildBatch } from '../accounts/rebuild/rebuild-job.ts'
import type { Job } from '../store/jobs/job.ts'
import {
  batchLane,
  type BatchWorkParts,
  markBrokenOnError,
  ofBatch,
  startBatchJob,
  startedBatchJob,
} from './batch-lane.ts'
import type { JobControl, WholeKind } from './kind.ts'

export function rebuildKind(parts: BatchWorkParts): WholeKind {
  return {
    lane: batchLane,
    first: (job) => ({
      kind: 'checking',
      done: 0,
      total: parts.store.dirty.count(ofBatch(job)),
      unit: 'accounts',
    }),
    run: (job, control) => runRebuild(parts, job, control),
    ended: (job) => rebuildMarked(parts, job.batch),
  }
}

async function runRebuild(parts: BatchWorkParts, job: Job, control: JobControl): Promise<boolean> {
  const { store } = parts
  const { retryOnFullDisk, signal, progress } = control
  const batch = store.batches.get(ofBatch(job))
  if (batch?.stage !== 'open') return true
  const target = targetOfBatch(store, batch)
  return markBrokenOnError(parts, batch.id, async () => {
    await rebuildBatch({ ...parts, retryOnFullDisk }, batch, target, signal, (done, total) =>
      progress({ kind: 'checking', done, total, unit: 'accounts' }),
    )
    if (!signal.aborted) parts.checked(batch.id)
  })
}

/** Adds the job if accounts of the batch are marked and none of its jobs runs: each looks at its end. */
export function rebuildMarked(parts: BatchWorkParts, batch: number | null): void {
  const { store } = parts
  if (batch === null || store.batches.get(batch)?.stage !== 'open') return
  if (startedBatchJob(parts, batch) !== undefined) return
  if (store.dirty.count(batch) > 0) startBatchJob(parts, 'rebuild', batch)
}
