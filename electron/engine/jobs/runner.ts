// Job runner: carries out long work step by step. A step is one short transaction, and between two steps the event
// loop serves windows and answers. Jobs of one lane run one after the other, oldest first. While the disk refuses
// writes a job waits and then goes on; after a restart it continues at its cursor.
import type { Clock } from '../system/clock.ts'
import type { RetryOnFullDisk, UntilDisk } from '../system/data-folder/disk-wait.ts'
import { messageOf } from '../system/failure.ts'
import { yieldToEventLoop } from '../system/yield.ts'
import type { Job, JobKind, JobStep } from '../store/jobs/job.ts'
import type { JobStore } from '../store/jobs/jobs.ts'

/** Work that is cut into steps. */
export type SteppedKind = {
  /** Jobs of the same lane never run side by side. */
  readonly lane: (job: Job) => string
  /** Carries out the next `size` accounts, in the transaction that stores the cursor. */
  readonly step: (job: Job, size: number) => JobStep
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
  readonly kind: 'reading' | 'building' | 'checking' | 'reporting'
  readonly done: number
  readonly total: number | null
  readonly unit: 'bytes' | 'accounts' | 'rows'
}
/** What a window shows of a job; `waits`: the disk refuses writes, and the job goes on by itself when there is room. */
export type JobWork = Progress & { readonly waits: boolean }
export type Kinds = Readonly<Partial<Record<JobKind, SteppedKind | WholeKind>>>

export type JobEnd =
  /** Complete; `step` is the last one, null for work without steps. */
  | { readonly kind: 'done'; readonly step: JobStep | null }
  /** The disk refuses writes. The job goes on by itself. */
  | { readonly kind: 'waits' }
  /** It was cancelled or removed; `step` is the last one that was carried out. */
  | { readonly kind: 'cancelled'; readonly step: JobStep | null }
  /** The engine ended, or it could not be completed now; the next start goes on. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: unknown }

export type JobRunner = ReturnType<typeof createJobRunner>

/** Accounts of a step: as many as take some milliseconds on this machine now. */
const sizes = { first: 100, least: 25, most: 1000, shortMs: 6, longMs: 12 } as const

export function createJobRunner(options: {
  readonly store: JobStore
  readonly kinds: Kinds
  readonly clock: Clock
  readonly untilDisk: UntilDisk
  /** Called when what is shown of a batch's job has changed. */
  readonly changed: (batch: number) => void
  /** Called with an error that is a fault of Carryover, or damage of the database. */
  readonly failed: (error: unknown) => void
}) {
  const { store, kinds, clock, untilDisk } = options
  let isEnding = false
  const lanes = new Map<string, Promise<void>>()
  const started = new Map<number, Started>()
  const sizeOf = new Map<JobKind, number>()

  function runTimed(kind: JobKind, work: (size: number) => JobStep | null): JobStep | null {
    const size = sizeOf.get(kind) ?? sizes.first
    const before = clock.monotonic()
    const step = work(size)
    const elapsedMs = clock.monotonic() - before
    if (elapsedMs > sizes.longMs) sizeOf.set(kind, Math.max(sizes.least, Math.floor(size / 2)))
    if (elapsedMs < sizes.shortMs) sizeOf.set(kind, Math.min(sizes.most, size * 2))
    return step
  }

  async function runSteps(job: Job, kind: SteppedKind, { signal, waits }: Started): Promise<JobEnd> {
    let before = job
    let last: JobStep | null = null
    for (;;) {
      const carryOut = (size: number): JobStep | null =>
        store.step(job.id, (now) => {
          before = now
          return kind.step(now, size)
        })
      const step = await untilDisk(() => runTimed(job.kind, carryOut), signal, waits)
      if (step === null) return { kind: 'cancelled', step: last }
      last = step
      await untilDisk(() => kind.stepped?.(before, step), signal, waits)
      if (step.isLast) return { kind: 'done', step }
      await yieldToEventLoop()
      if (signal.aborted) return stopped(last)
    }
  }

  async function runWhole(job: Job, kind: WholeKind, now: Started): Promise<JobEnd> {
    const { signal, waits } = now
    const retryOnFullDisk: RetryOnFullDisk = (write) => untilDisk(write, signal, waits)
    const progress = (reported: Progress): void => {
      now.work = { ...reported, waits: false }
      notifyBatch(job)
    }
    const isComplete = await retryOnFullDisk(() => kind.run(job, { signal, retryOnFullDisk, progress }))
    if (signal.aborted) return stopped()
    if (!isComplete) return { kind: 'stopped' }
    await retryOnFullDisk(() => store.remove(job.id))
    return { kind: 'done', step: null }
  }

  const stopped = (step: JobStep | null = null): JobEnd =>
    isEnding ? { kind: 'stopped' } : { kind: 'cancelled', step }

  function notifyBatch({ batch }: Job): void {
    if (batch !== null) options.changed(batch)
  }

  async function run(id: number, now: Started): Promise<JobEnd> {
    if (now.signal.aborted) return stopped()
    const job = store.get(id)
    const kind = job === null ? undefined : kinds[job.kind]
    if (job === null || kind === undefined) return { kind: 'cancelled', step: null }
    try {
      return 'step' in kind ? await runSteps(job, kind, now) : await runWhole(job, kind, now)
    } catch (error) {
      if (now.signal.aborted) return stopped()
      options.failed(error)
      keepError(id, error)
      return { kind: 'failed', error }
    }
  }

  /** The error may be the disk's own. */
  function keepError(id: number, error: unknown): void {
    try {
      store.fail(id, messageOf(error))
    } catch {
      // It was reported, and the next start tries the job again.
    }
  }

  function begin(job: Job, kind: SteppedKind | WholeKind): Started {
    const lane = kind.lane(job)
    const before = lanes.get(lane)
    const end = Promise.withResolvers<JobEnd>()
    const abort = new AbortController()
    const first = 'run' in kind ? kind.first?.(job) : undefined
    const now: Started = {
      job,
      abort,
      signal: abort.signal,
      end: end.promise,
      whenFinished: Promise.resolve(),
      work: first === undefined ? null : { ...first, waits: false },
      waits(isWaiting) {
        end.resolve({ kind: 'waits' })
        if (now.work !== null) now.work = { ...now.work, waits: isWaiting }
        notifyBatch(job)
      },
    }
    const runAfter = async (): Promise<void> => {
      await before
      const how = await run(job.id, now)
      started.delete(job.id)
      if (lanes.get(lane) === now.whenFinished) lanes.delete(lane)
      end.resolve(how)
      if (first !== undefined) notifyBatch(job)
      try {
        kind.ended?.(job)
      } catch (error) {
        options.failed(error)
      }
    }
    now.whenFinished = runAfter()
    lanes.set(lane, now.whenFinished)
    return now
  }

  function start(id: number): Promise<JobEnd> {
    const alreadyStarted = started.get(id)
    if (alreadyStarted !== undefined) return alreadyStarted.end
    const job = store.get(id)
    const kind = job === null ? undefined : kinds[job.kind]
    if (isEnding || job === null || kind === undefined)
      return Promise.resolve(isEnding ? { kind: 'stopped' } : { kind: 'cancelled', step: null })
    const now = begin(job, kind)
    started.set(id, now)
    return now.end
  }

  return {
    /** Runs a stored job; resolves at its end, or as soon as it has to wait for the disk. */
    start,
    /** Jobs of a batch that run or wait for their lane, oldest first. */
    startedOf: (batch: number): readonly Job[] =>
      [...started.values()].flatMap(({ job }) => (job.batch === batch ? [job] : [])),
    /** What is shown of a batch's job; null: no such job runs. */
    workOn: (batch: number): JobWork | null =>
      [...started.values()].find(({ job, work }) => job.batch === batch && work !== null)?.work ?? null,
    /** Resolves when a started job is over, however it ends. */
    whenFinished: async (id: number): Promise<void> => started.get(id)?.whenFinished,
    /** Stops a job and removes it. Resolves when it is over. */
    async cancel(id: number): Promise<void> {
      const now = started.get(id)
      now?.abort.abort()
      await now?.whenFinished
      store.remove(id)
    },
    /** At start: continues the jobs that the last run left unfinished. */
    resume(): void {
      for (const { id } of store.all()) void start(id)
    },
    /** Lets the steps under way end. */
    async stop(): Promise<void> {
      isEnding = true
      for (const { abort } of started.values()) abort.abort()
      await Promise.all(lanes.values())
    },
  }
}

/** A job that runs or waits for its lane. */
type Started = {
  readonly job: Job
  readonly abort: AbortController
  readonly signal: AbortSignal
  readonly end: Promise<JobEnd>
  /** Resolves when it is over. */
  whenFinished: Promise<void>
  work: JobWork | null
  /** Called when a wait for the disk begins and when it ends. */
  readonly waits: (isWaiting: boolean) => void
}
