// What the jobs of one batch share: loading it (load.ts), rebuilding accounts after a large edit (rebuild.ts), and its
// report (report.ts). One of them runs at a time. The stage of the batch, and the marks of its accounts, say what is
// left to do.
import type { Clock } from '../system/clock.ts'
import type { Failure } from '../system/failure.ts'
import { type BegunReading, type LoadingContext, loadingBroke } from '../import/loading.ts'
import type { Job } from '../store/jobs/job.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import type { UnfinishedFiles } from '../report/unfinished-files.ts'
import type { JobRunner } from './runner.ts'

const batchJobs = ['load', 'rebuild', 'report'] as const
export type BatchJob = (typeof batchJobs)[number]

export type BatchWorkOptions = Pick<LoadingContext, 'store' | 'reader'> & {
  readonly clock: Clock
  readonly version: string
  readonly jobs: () => JobRunner
  /** Does work that nobody waits for, as soon as the disk takes writes. */
  readonly aside: (work: () => Promise<void>) => unknown
  /** Returns true for an error caused by database damage, which is reported elsewhere and ends the work. */
  readonly isDamage: (error: unknown) => boolean
  /** The damage of the database that was found, by which all jobs were stopped; or null. */
  readonly damage: () => Failure | null
  readonly unfinished: UnfinishedFiles
  /** Removes a batch and the file that was uploaded for it. */
  readonly remove: (batch: number, files: readonly string[]) => Promise<void>
  readonly changed: (batch: number) => void
  /** Called when the accounts of a large edit are rebuilt: there may be accounts to validate. */
  readonly checked: (batch: number) => void
}

export type BatchWorkParts = BatchWorkOptions &
  LoadingContext & {
    /** Readings whose first rows were read to check the file; they continue. By batch. */
    readonly begunReadings: Map<number, BegunReading>
  }

export const batchLane = ({ batch }: Job): string => `batch ${batch}`

/** The batch that a job works on. */
export function ofBatch({ batch }: Job): number {
  if (batch === null) throw new Error('This job works on a batch')
  return batch
}

export function addBatchJob(
  { store, clock }: BatchWorkParts,
  kind: BatchJob,
  batch: number,
  given: unknown = {},
): number {
  return store.jobs.add({ kind, batch, arguments: given, createdAt: clock.now() })
}

export function startBatchJob(parts: BatchWorkParts, kind: 'load' | 'rebuild', batch: number): void {
  parts.aside(async () => void parts.jobs().start(addBatchJob(parts, kind, batch)))
}

export function startedBatchJob(
  { jobs }: BatchWorkParts,
  batch: number,
  of: readonly BatchJob[] = batchJobs,
): Job | undefined {
  return jobs()
    .startedOf(batch)
    .find(({ kind }) => of.some((one) => one === kind))
}

/** Stops the jobs of a batch and waits for their end. */
export async function stopBatchJobs(
  parts: BatchWorkParts,
  batch: number,
  of: readonly BatchJob[] = batchJobs,
): Promise<void> {
  for (;;) {
    const job = startedBatchJob(parts, batch, of)
    if (job === undefined) return
    await parts.jobs().cancel(job.id)
  }
}

/** Resolves when no loading of the batch runs or waits. */
export async function whenLoaded(parts: BatchWorkParts, batch: number): Promise<void> {
  for (;;) {
    const job = startedBatchJob(parts, batch, ['load'])
    if (job === undefined) return
    await parts.jobs().whenFinished(job.id)
  }
}

/** Stores a fault as the failure of the batch, so that a person sees it in its place. */
export async function markBrokenOnError(
  { store, isDamage }: BatchWorkParts,
  batch: number,
  work: () => Promise<void>,
): Promise<true> {
  try {
    await work()
  } catch (error) {
    if (isDiskTrouble(error) || isDamage(error)) throw error
    loadingBroke(store, batch, error)
  }
  return true
}
