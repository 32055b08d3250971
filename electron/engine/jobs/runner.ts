// Job runner: carries out long work step by step. A step is one short transaction, and between two steps the event
// loop serves windows and answers. Jobs of one lane run one after the other, oldest first. While the disk refuses
// writes a job waits and then goes on; after a restart it continues at its cursor.
import type { Clock } from '../system/clock.ts'
import type { UntilDisk } from '../system/disk-wait.ts'
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
/** Work that is not cut into steps: it is begun again from its start after a restart. */
export type WholeKind = {
  readonly lane: (job: Job) => string
  /** Resolves with false if it could not be completed now: the next start tries again. */
  readonly run: (job: Job, signal: AbortSignal) => Promise<boolean>
  readonly ended?: (job: Job) => unknown
}
export type Kinds = Readonly<Partial<Record<JobKind, SteppedKind | WholeKind>>>

export type JobEnd =
  /** Complete; `step` is the last one, null for work without steps. */
  | { readonly kind: 'done'; readonly step: JobStep | null }
  /** The disk refuses writes. The job goes on by itself. */
  | { readonly kind: 'waits' }
  /** Somebody removed it; `step` is the last one that was carried out. */
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
  /** Called with an error that is a fault of Carryover, or damage of the database. */
  readonly failed: (error: unknown) => void
}) {
  const { store, kinds, clock, untilDisk } = options
  const ending = new AbortController()
  const lanes = new Map<string, Promise<void>>()
  const started = new Map<number, Promise<JobEnd>>()
  const sizeOf = new Map<JobKind, number>()

  function timed(kind: JobKind, work: (size: number) => JobStep | null): JobStep | null {
    const size = sizeOf.get(kind) ?? sizes.first
    const before = clock.monotonic()
    const step = work(size)
    const took = clock.monotonic() - before
    if (took > sizes.longMs) sizeOf.set(kind, Math.max(sizes.least, Math.floor(size / 2)))
    if (took < sizes.shortMs) sizeOf.set(kind, Math.min(sizes.most, size * 2))
    return step
  }

  async function runSteps(job: Job, kind: SteppedKind, waits: () => void): Promise<JobEnd> {
    let before = job
    let last: JobStep | null = null
    for (;;) {
      const carryOut = (size: number): JobStep | null =>
        store.step(job.id, (now) => {
          before = now
          return kind.step(now, size)
        })
      const step = await untilDisk(() => timed(job.kind, carryOut), ending.signal, waits)
      if (step === null) return { kind: 'cancelled', step: last }
      last = step
      await untilDisk(() => kind.stepped?.(before, step), ending.signal, waits)
      if (step.isLast) return { kind: 'done', step }
      await yieldToEventLoop()
      if (ending.signal.aborted) return { kind: 'stopped' }
    }
  }

  async function runWhole(job: Job, kind: WholeKind, waits: () => void): Promise<JobEnd> {
    const isComplete = await untilDisk(() => kind.run(job, ending.signal), ending.signal, waits)
    if (ending.signal.aborted || !isComplete) return { kind: 'stopped' }
    await untilDisk(() => store.remove(job.id), ending.signal, waits)
    return { kind: 'done', step: null }
  }

  async function run(id: number, waits: () => void): Promise<JobEnd> {
    if (ending.signal.aborted) return { kind: 'stopped' }
    const job = store.get(id)
    const kind = job === null ? undefined : kinds[job.kind]
    if (job === null || kind === undefined) return { kind: 'cancelled', step: null }
    try {
      return 'step' in kind ? await runSteps(job, kind, waits) : await runWhole(job, kind, waits)
    } catch (error) {
      if (ending.signal.aborted) return { kind: 'stopped' }
      options.failed(error)
      keepError(id, error)
      return { kind: 'failed', error }
    } finally {
      kind.ended?.(job)
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

  function laneOf(id: number): string {
    const job = store.get(id)
    return (job === null ? undefined : kinds[job.kind]?.lane(job)) ?? `job ${id}`
  }

  function start(id: number): Promise<JobEnd> {
    const known = started.get(id)
    if (known !== undefined) return known
    const lane = laneOf(id)
    const end = Promise.withResolvers<JobEnd>()
    const before = lanes.get(lane)
    const runAfter = async (): Promise<void> => {
      await before
      const how = await run(id, () => end.resolve({ kind: 'waits' }))
      started.delete(id)
      if (lanes.get(lane) === ended) lanes.delete(lane)
      end.resolve(how)
    }
    const ended = runAfter()
    lanes.set(lane, ended)
    started.set(id, end.promise)
    return end.promise
  }

  return {
    /** Runs a stored job; resolves at its end, or as soon as it has to wait for the disk. */
    start,
    /** At start: continues the jobs that the last run left unfinished. */
    resume(): void {
      for (const { id, kind } of store.all()) if (kinds[kind] !== undefined) void start(id)
    },
    /** Lets the steps under way end. */
    async stop(): Promise<void> {
      ending.abort()
      await Promise.all(lanes.values())
    },
  }
}
