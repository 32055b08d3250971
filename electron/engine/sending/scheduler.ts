// Scheduler of one connection: takes the next due request from the store, sends it within the rate limiter's limits,
// and writes the outcome to the store. It keeps no domain state: after a restart the store says what to do next.
//
// An attempt passes these steps in order and never goes back:
//   scheduler ─▶ create ─▶ store (attempt) ─▶ service client ─▶ classify ─▶ decide ─▶ store (outcome)
// Validations and status reads do the same, without an attempt. The parts that the scheduler calls never call it
// back: they return values and promises, or set its wake signal (something is due, a slot is free, something failed).
//
// queued ──intent committed──▶ create ──▶ attempt ended, account moved
// unvalidated, batch being validated ──▶ validate
// unconfirmed, processing ──▶ read status
// nothing due ──▶ sleep until the next due time
import { type RememberingClock, remembering } from '../system/clock.ts'
import { diskRetry } from '../system/data-folder/disk-wait.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import { createCreateWork, type CreateWork } from './create/create.ts'
import { createDueClock, type DueClock } from './due-clock.ts'
import { createDueRequests, type DueRequests } from './due-requests.ts'
import type { PreparedIntents } from './group-commit.ts'
import { createLimitedClient } from './limits/limited-client.ts'
import { createMeter, type Measured, type PaceMeter } from './limits/meter.ts'
import type { SharedLimiter } from './limits/shared-limiter.ts'
import type { PaceState } from './limits/rate-limiter.ts'
import { createReadWork, type ReadWork } from './status/read-status.ts'
import {
  createRequestContext,
  type RequestContext,
  type RequestContextOptions,
  type Started,
} from './request-context.ts'
import { createValidateWork, type ValidateWork } from './validate/validate.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'

export type Scheduler = {
  /** Call when there may be something to do. */
  wake(): void
  /** Stops taking new work, waits for the requests under way, and ends. Where the program ends, only for creates. */
  stop(): Promise<void>
  /** Puts intents that were written but not sent back into the queue. */
  putBack(): void
  /**
   * After a sleep of the machine: restarts quiet times and ages tokens, since waits from before the sleep no longer
   * count.
   */
  afterSleep(uncountedMs: number): void
  /** The network is reported as back: probes the service at once. */
  tryNow(): void
  readonly inFlight: number
  readonly breakerOpen: boolean
  /** Current speed and the reason why it is not higher; `quietUntil` in milliseconds since 1970. */
  readonly pace: {
    readonly state: PaceState
    readonly measured: Measured
    readonly quietUntil: number | null
  }
}

type Scheduling = {
  readonly options: RequestContextOptions
  readonly clock: RememberingClock
  readonly signal: WakeSignal
  readonly limiter: SharedLimiter
  readonly meter: PaceMeter
  readonly ending: AbortController
  readonly context: RequestContext
  readonly work: {
    readonly create: CreateWork
    readonly read: ReadWork
    readonly validate: ValidateWork
  }
  readonly dueClock: DueClock
  readonly dueRequests: DueRequests
  readonly running: Set<Promise<void>>
  /** True if nothing was left to start at the last check. */
  isIdle: boolean
}

export function createScheduler(options: RequestContextOptions): Scheduler {
  const scheduling = openScheduling(options)
  const { signal, limiter, meter, context } = scheduling
  const ended = run(scheduling).catch((error: unknown) => breakOff(scheduling, error))
  return {
    wake: signal.wake,
    async stop() {
      stopStarting(scheduling)
      await ended
      await Promise.all(scheduling.running)
      limiter.leave()
    },
    putBack: scheduling.work.create.withdrawAll,
    afterSleep: (uncountedMs) => afterSleep(scheduling, uncountedMs),
    tryNow() {
      options.client.tokens.networkBack()
      limiter.rateLimiter.probeNow()
      signal.wake()
    },
    get inFlight() {
      return limiter.rateLimiter.inFlight
    },
    get breakerOpen() {
      return limiter.rateLimiter.isOpen
    },
    get pace() {
      return {
        state: limiter.rateLimiter.state,
        measured: meter.measured,
        quietUntil: context.quietUntil(),
      }
    },
  }
}

function openScheduling(given: RequestContextOptions): Scheduling {
  const clock = remembering(given.clock)
  const signal = createWakeSignal(clock)
  const limiter = given.joinLimiter(signal.wake)
  const { rateLimiter } = limiter
  const meter = createMeter(clock)
  const ending = new AbortController()
  const client = createLimitedClient(given.client, rateLimiter, meter)
  const options: RequestContextOptions = { ...given, clock, client }
  const context = createRequestContext(options, { rateLimiter, meter, signal, ending: ending.signal })
  const work = {
    create: createCreateWork(context),
    read: createReadWork(context, limiter.reads),
    validate: createValidateWork(context),
  }
  const dueRequests = createDueRequests({
    work,
    background: work.validate.edited,
    clock,
    quiet: () => context.quietUntil() !== null,
    lacksIntents: work.create.lacksIntents,
    readsOnly: () => !context.maySend(),
  })
  const { store, connectionId, limits } = options
  const dueClock = createDueClock({ store, clock, connectionId, limits, ending: ending.signal })
  const running = new Set<Promise<void>>()
  return {
    options,
    clock,
    signal,
    limiter,
    meter,
    ending,
    context,
    work,
    dueClock,
    dueRequests,
    running,
    isIdle: false,
  }
}

const isStopped = ({ ending }: Scheduling): boolean => ending.signal.aborted

async function run(scheduling: Scheduling): Promise<void> {
  while (!isStopped(scheduling)) {
    let isNothingDue = false
    try {
      await scheduling.dueClock.follow()
      scheduling.work.create.withdrawLate()
      isNothingDue = fill(scheduling)
    } catch (error) {
      // Without a written intent nothing is sent. Work goes on when the disk takes writes again.
      if (!isDiskTrouble(error)) throw error
      waitForDisk(scheduling, error)
    }
    await sleepUntilDue(scheduling, isNothingDue)
  }
  await Promise.all(scheduling.running)
  withdrawOrLeave(scheduling.work.create.withdrawLate)
}

/**
 * Writes intents if some are missing, then starts due requests until none is left (returns true) or the rate limiter
 * allows no more (returns false).
 */
function fill(scheduling: Scheduling): boolean {
  const { dueRequests, work, options } = scheduling
  dueRequests.refresh()
  work.create.refresh()
  if (work.create.lacksIntents()) {
    const prepared: { intents: PreparedIntents | null } = { intents: null }
    try {
      options.store.sending.together(() => {
        prepared.intents = work.create.prepare()
      })
    } catch (error) {
      prepared.intents?.drop()
      throw error
    }
    prepared.intents?.go()
  }
  startDue(scheduling)
  return scheduling.isIdle
}

function startDue(scheduling: Scheduling): void {
  const { limiter, context, work } = scheduling
  scheduling.isIdle = false
  while (context.mayStart() && limiter.rateLimiter.take()) {
    const started = nextOrPutBack(scheduling)
    if (started === null) {
      scheduling.isIdle = true
      return
    }
    track(scheduling, started)
  }
  // Answers may wait for the group commit, but the next requests must not wait with them.
  if (work.create.isRunningLow()) context.commits.hurry()
}

/** The next request for a slot that was taken. Without one the slot goes back. */
function nextOrPutBack({ dueRequests, limiter }: Scheduling): Started | null {
  let started: Started | null = null
  try {
    started = dueRequests.next()
  } finally {
    if (started === null) limiter.rateLimiter.putBack()
  }
  return started
}

function track(scheduling: Scheduling, started: Started): void {
  const { limiter, signal, running } = scheduling
  let isFree = false
  const free = (): void => {
    if (isFree) return
    isFree = true
    limiter.rateLimiter.giveBack()
    signal.slotFree()
  }
  const tracked = started
    .run({ free })
    .catch((error: unknown) => waitOrBreakOff(scheduling, error))
    .finally(() => {
      free()
      running.delete(tracked)
      // If all slots are taken, the next answer starts the next request; otherwise the loop must check what is due.
      if (scheduling.isIdle || isStopped(scheduling) || limiter.rateLimiter.wait() !== null) signal.wake()
    })
  running.add(tracked)
}

/** Sleeps until a whole check is due. Free slots meanwhile are used for what is known to be due. */
async function sleepUntilDue(scheduling: Scheduling, isNothingDue: boolean): Promise<void> {
  const { clock, signal } = scheduling
  const until = clock.monotonic() + timeUntilDue(scheduling, isNothingDue)
  for (;;) {
    const { by, errors } = await signal.sleep(
      isStopped(scheduling) ? 0 : Math.max(0, until - clock.monotonic()),
    )
    for (const error of errors) waitOrBreakOff(scheduling, error)
    if (by === 'due' || isStopped(scheduling)) return
    try {
      startDue(scheduling)
    } catch (error) {
      waitOrBreakOff(scheduling, error)
    }
  }
}

/** Milliseconds. A changed wall clock must not stretch a wait: checks at least every 5 s. */
const longestSleep = 5000

function timeUntilDue({ options, clock, work, limiter }: Scheduling, isNothingDue: boolean): number {
  // Before a machine sleep nothing starts even if slots are free; the resume event wakes the loop.
  if (options.resting?.() === true) return longestSleep
  if (!isNothingDue) return Math.min(longestSleep, Math.max(1, limiter.rateLimiter.wait() ?? longestSleep))
  const { store, connectionId } = options
  const now = clock.now()
  const due = [store.sending.nextDue(connectionId, now), store.processing.nextDue(connectionId, now)]
  const waits = [
    ...due.map((at) => (at === null ? null : at - now)),
    work.validate.edited.wait(),
    work.read.wait(),
  ]
  return Math.min(longestSleep, ...waits.filter((wait) => wait !== null).map((wait) => Math.max(1, wait)))
}

/**
 * On disk trouble, waits: answers are written again until the disk takes them, other requests are repeated. Any
 * other error stops the scheduler.
 */
function waitOrBreakOff(scheduling: Scheduling, error: unknown): void {
  if (isDiskTrouble(error)) waitForDisk(scheduling, error)
  else breakOff(scheduling, error)
}

function waitForDisk({ limiter, options }: Scheduling, error: unknown): void {
  limiter.rateLimiter.coolDown(diskRetry)
  options.diskTrouble(error)
}

function breakOff({ ending, options }: Scheduling, error: unknown): void {
  ending.abort()
  options.broke(error)
}

/** Requests under way may take long. Intents go back first, so that a person can cancel the batch meanwhile. */
function stopStarting(scheduling: Scheduling): void {
  const { ending, work, context, signal } = scheduling
  ending.abort()
  try {
    withdrawOrLeave(work.create.withdrawLate)
  } catch (error) {
    breakOff(scheduling, error)
  }
  context.commits.hurry()
  signal.wake()
}

/** If the disk refuses, the intents stay as written: the next start confirms them before anything is sent. */
function withdrawOrLeave(withdraw: () => void): void {
  try {
    withdraw()
  } catch (error) {
    if (!isDiskTrouble(error)) throw error
  }
}

function afterSleep(scheduling: Scheduling, uncountedMs: number): void {
  const { options, work, signal } = scheduling
  options.client.tokens.age(uncountedMs)
  work.read.forgetQuiet()
  // Intents written before the sleep are written again: their time decides later to which create a process belongs.
  try {
    work.create.withdrawAll()
  } catch (error) {
    if (!isDiskTrouble(error)) throw error
    waitForDisk(scheduling, error)
  }
  signal.wake()
}
