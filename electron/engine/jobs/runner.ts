// Job runner: carries out long work step by step. A step is one short transaction, and between two steps the event
// loop serves windows and answers. Jobs of one lane run one after the other, oldest first. While the disk refuses
// writes a job waits and then goes on. After a restart it continues at its cursor; a job without steps runs again from what
// its batch holds.
import type { Clock } from '../system/clock.ts'
import type { RetryOnFullDisk, UntilDisk } from '../system/data-folder/disk-wait.ts'
import { messageOf } from '../system/failure.ts'
import { yieldToEventLoop } from '../system/yield.ts'
import type { Job, JobKind, JobStep } from '../store/jobs/job.ts'
import type { JobStore } from '../store/jobs/jobs.ts'
import { createFlow, type Flow } from '../sending/limits/meter.ts'
import { timeFor } from '../sending/limits/time-left.ts'
import type { JobEnd, JobWork, Kinds, Progress, SteppedKind, WholeKind } from './kind.ts'

export type JobRunner = ReturnType<typeof createJobRunner>

type RunnerOptions = {
  readonly store: JobStore
  readonly kinds: Kinds
  readonly clock: Clock
  readonly untilDisk: UntilDisk
  /** Called when what is shown of a batch's job has changed. */
  readonly changed: (batch: number) => void
  /** Called with an error that is a fault of Carryover, or damage of the database. */
  readonly failed: (error: unknown) => void
}

type RunnerParts = RunnerOptions & {
  isEnding: boolean
  /** The end of the last job of each lane. */
  readonly lanes: Map<string, Promise<void>>
  readonly started: Map<number, Started>
  readonly sizeOf: Map<JobKind, number>
}

type Shown = Progress & { readonly waits: boolean }

/** A job that runs or waits for its lane. */
type Started = {
  readonly job: Job
  readonly abort: AbortController
  readonly signal: AbortSignal
  readonly end: PromiseWithResolvers<JobEnd>
  /** Resolves when it is over. */
  whenFinished: Promise<void>
  work: Shown | null
  /** What was done in each second, of the present kind of work. */
  flow: Flow
  /** It was started once more while it ran: its preconditions may have changed since its step answered `wait`. */
  isStartedAgain: boolean
}

/** Accounts of a step: as many as take some milliseconds on this machine now. */
const sizes = { first: 100, least: 25, most: 1000, shortMs: 6, longMs: 12 } as const

export function createJobRunner(options: RunnerOptions) {
  const parts: RunnerParts = {
    ...options,
    isEnding: false,
    lanes: new Map(),
    started: new Map(),
    sizeOf: new Map(),
  }
  const { store } = options
  const started = (): Started[] => [...parts.started.values()]

  return {
    /** Runs a stored job; resolves at its end, or as soon as it has to wait for the disk. */
    start: (id: number): Promise<JobEnd> => start(parts, id),
    /** Jobs of a batch that run or wait for their lane, oldest first. */
    startedOf: (batch: number): readonly Job[] =>
      started().flatMap(({ job }) => (job.batch === batch ? [job] : [])),
    /** What is shown of a batch's job; null: no such job runs. */
    workOn: (batch: number): JobWork | null =>
      withTimeLeft(started().find(({ job, work }) => job.batch === batch && work !== null)),
    /** Resolves when a started job is over, however it ends. */
    whenFinished: async (id: number): Promise<void> => parts.started.get(id)?.whenFinished,
    /** Stops a job and removes it. Resolves when it is over. */
    async cancel(id: number): Promise<void> {
      const now = parts.started.get(id)
      now?.abort.abort()
      await now?.whenFinished
      store.remove(id)
    },
    /** At start: continues the jobs that the last run left unfinished. */
    resume(): void {
      for (const { id } of store.all()) void start(parts, id)
    },
    /** Lets the steps under way end. */
    async stop(): Promise<void> {
      parts.isEnding = true
      for (const { abort } of parts.started.values()) abort.abort()
      await Promise.all(parts.lanes.values())
    },
  }
}

function start(parts: RunnerParts, id: number): Promise<JobEnd> {
  const { started, store, kinds, isEnding } = parts
  const alreadyStarted = started.get(id)
  if (alreadyStarted !== undefined) {
    alreadyStarted.isStartedAgain = true
    return alreadyStarted.end.promise
  }
  const job = store.get(id)
  const kind = job === null ? undefined : kinds[job.kind]
  if (isEnding || job === null || kind === undefined)
    return Promise.resolve(isEnding ? { kind: 'stopped' } : { kind: 'cancelled', step: null })
  const now = begin(parts, job, kind)
  started.set(id, now)
  return now.end.promise
}

/** Puts a job at the end of its lane. */
function begin(parts: RunnerParts, job: Job, kind: SteppedKind | WholeKind): Started {
  const { lanes } = parts
  const lane = kind.lane(job)
  const abort = new AbortController()
  const first = 'run' in kind ? kind.first?.(job) : undefined
  const now: Started = {
    job,
    abort,
    signal: abort.signal,
    end: Promise.withResolvers<JobEnd>(),
    whenFinished: Promise.resolve(),
    work: first === undefined ? null : { ...first, waits: false },
    flow: createFlow(parts.clock),
    isStartedAgain: false,
  }
  now.whenFinished = runInLane(parts, now, kind, lane)
  lanes.set(lane, now.whenFinished)
  return now
}

async function runInLane(
  parts: RunnerParts,
  now: Started,
  kind: SteppedKind | WholeKind,
  lane: string,
): Promise<void> {
  const { lanes, started } = parts
  const { job } = now
  const isShown = now.work !== null
  await lanes.get(lane)
  let end: JobEnd
  do {
    now.isStartedAgain = false
    end = await run(parts, now)
  } while (end.kind === 'not_yet' && now.isStartedAgain)
  started.delete(job.id)
  if (lanes.get(lane) === now.whenFinished) lanes.delete(lane)
  now.end.resolve(end)
  if (isShown) notifyBatch(parts, job)
  try {
    kind.ended?.(job)
  } catch (error) {
    parts.failed(error)
  }
}

async function run(parts: RunnerParts, now: Started): Promise<JobEnd> {
  const { store, kinds } = parts
  const { id } = now.job
  if (now.signal.aborted) return stopped(parts)
  const job = store.get(id)
  const kind = job === null ? undefined : kinds[job.kind]
  if (job === null || kind === undefined) return { kind: 'cancelled', step: null }
  try {
    return 'step' in kind ? await runSteps(parts, job, kind, now) : await runWhole(parts, job, kind, now)
  } catch (error) {
    if (now.signal.aborted) return stopped(parts)
    parts.failed(error)
    keepError(store, id, error)
    return { kind: 'failed', error }
  }
}

async function runSteps(parts: RunnerParts, job: Job, kind: SteppedKind, now: Started): Promise<JobEnd> {
  const { signal } = now
  const retryOnFullDisk = diskRetryOf(parts, now)
  let before = job
  let last: JobStep | null = null
  const carryOut = (size: number): JobStep | 'wait' | null =>
    parts.store.step(job.id, (stored) => {
      before = stored
      return kind.step(stored, size)
    })
  for (;;) {
    const step = await retryOnFullDisk(() => runTimed(parts, job.kind, carryOut))
    if (step === null) return { kind: 'cancelled', step: last }
    if (step === 'wait') return { kind: 'not_yet' }
    last = step
    await retryOnFullDisk(() => kind.stepped?.(before, step))
    if (step.isLast) return { kind: 'done', step }
    await yieldToEventLoop()
    if (signal.aborted) return stopped(parts, last)
  }
}

/** Carries out a step, and chooses the size of the next one by the time that it took. */
function runTimed<T>({ clock, sizeOf }: RunnerParts, kind: JobKind, work: (size: number) => T): T {
  const size = sizeOf.get(kind) ?? sizes.first
  const before = clock.monotonic()
  const step = work(size)
  const elapsedMs = clock.monotonic() - before
  if (elapsedMs > sizes.longMs) sizeOf.set(kind, Math.max(sizes.least, Math.floor(size / 2)))
  if (elapsedMs < sizes.shortMs) sizeOf.set(kind, Math.min(sizes.most, size * 2))
  return step
}

async function runWhole(parts: RunnerParts, job: Job, kind: WholeKind, now: Started): Promise<JobEnd> {
  const { signal } = now
  const retryOnFullDisk = diskRetryOf(parts, now)
  const progress = (reported: Progress): void => {
    const before = now.work
    if (before?.kind !== reported.kind || before.done > reported.done) now.flow = createFlow(parts.clock)
    else now.flow.add(reported.done - before.done)
    now.work = { ...reported, waits: false }
    notifyBatch(parts, job)
  }
  const isComplete = await retryOnFullDisk(() => kind.run(job, { signal, retryOnFullDisk, progress }))
  if (signal.aborted) return stopped(parts)
  if (!isComplete) return { kind: 'stopped' }
  await retryOnFullDisk(() => parts.store.remove(job.id))
  return { kind: 'done', step: null }
}

/** While the disk refuses writes, callers learn that the job waits, and windows show it. */
function diskRetryOf(parts: RunnerParts, now: Started): RetryOnFullDisk {
  const waits = (isWaiting: boolean): void => {
    now.end.resolve({ kind: 'waits' })
    if (now.work !== null) now.work = { ...now.work, waits: isWaiting }
    notifyBatch(parts, now.job)
  }
  return (write) => parts.untilDisk(write, now.signal, waits)
}

function stopped({ isEnding }: RunnerParts, step: JobStep | null = null): JobEnd {
  return isEnding ? { kind: 'stopped' } : { kind: 'cancelled', step }
}

function notifyBatch({ changed }: RunnerParts, { batch }: Job): void {
  if (batch !== null) changed(batch)
}

function withTimeLeft(started: Started | undefined): JobWork | null {
  if (started === undefined || started.work === null) return null
  const { work, flow } = started
  const left = work.total === null || work.waits ? null : timeFor(work.total - work.done, flow.counts())
  return { ...work, left }
}

/** The error may be the disk's own. */
function keepError(store: JobStore, id: number, error: unknown): void {
  try {
    store.fail(id, messageOf(error))
  } catch {
    // It was reported, and the next start tries the job again.
  }
}
