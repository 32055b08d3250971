// Kinds of jobs: what each has to give to the job runner (runner.ts), and how the runner reports a job's end.
import type { RetryOnFullDisk } from '../system/data-folder/disk-wait.ts'
import type { Range } from '../sending/limits/time-left.ts'
import type { Job, JobKind, JobStep } from '../store/jobs/job.ts'

/** Work that is cut into steps. */
export type SteppedKind = {
  /** Jobs of the same lane never run side by side. */
  readonly lane: (job: Job) => string
  /**
   * Carries out the next `size` accounts, in the transaction that stores the cursor. `wait`: a precondition is not met
   * yet. The job leaves its lane, and whoever knows that the precondition may be met starts it again.
   */
  readonly step: (job: Job, size: number) => JobStep | 'wait'
  /** After a step was committed; `job` as it was before the step. */
  readonly stepped?: (job: Job, step: JobStep) => void | Promise<void>
  /** After its end, also if it was cancelled or failed. */
  readonly ended?: (job: Job) => unknown
}
/** Work that is not cut into steps: after a restart, or when the disk refused a write, it begins again. */
export type WholeKind = {
  readonly lane: (job: Job) => string
  /** Shown until `run` reports progress; absent: this kind shows none. */
  readonly first?: (job: Job) => Progress
  /** Resolves with false if it could not be completed now: the next start tries again. */
  readonly run: (job: Job, control: JobControl) => Promise<boolean>
  readonly ended?: (job: Job) => unknown
}
export type JobControl = {
  /** Aborted when the job is cancelled or the engine ends. */
  readonly signal: AbortSignal
  /** Writes, and waits while the disk refuses writes. */
  readonly retryOnFullDisk: RetryOnFullDisk
  readonly progress: (now: Progress) => void
}
export type Progress = {
  /** checking: accounts that a large edit touched are rebuilt. */
  readonly kind: 'reading' | 'building' | 'checking' | 'reporting' | 'handing_over' | 'sending_copy'
  readonly done: number
  readonly total: number | null
  readonly unit: 'bytes' | 'accounts' | 'rows'
}
/** What a window shows of a job; `waits`: the disk refuses writes, and the job goes on by itself when there is room. */
export type JobWork = Progress & {
  readonly waits: boolean
  /** Remaining time, from measurements; null: not known. */
  readonly left: Range | null
}
export type Kinds = Readonly<Partial<Record<JobKind, SteppedKind | WholeKind>>>

export type JobEnd =
  /** Complete; `step` is the last one, null for work without steps. */
  | { readonly kind: 'done'; readonly step: JobStep | null }
  /** The disk refuses writes. The job goes on by itself. */
  | { readonly kind: 'waits' }
  /** Its step answered `wait`. Start it again when that may have changed; the next start of the engine does so, too. */
  | { readonly kind: 'not_yet' }
  /** It was cancelled or removed; `step` is the last one that was carried out. */
  | { readonly kind: 'cancelled'; readonly step: JobStep | null }
  /** The engine ended, or it could not be completed now; the next start goes on. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: unknown }
