// Scheduler of one connection: takes the next due request from the store, sends it within the rate limiter's limits,
// and writes the outcome to the store. It keeps no domain state: after a restart the store says what to do next.
//
// queued ──intent committed──▶ create ──▶ attempt ended, account moved
// unvalidated, batch being validated ──▶ validate
// unconfirmed, processing ──▶ read status
// nothing due ──▶ sleep until the next due time
import { yieldToEventLoop } from '../system/yield.ts'
import { quietTime } from '../../../shared/sending/connection.ts'
import { remembering } from '../system/clock.ts'
import { diskRetry } from '../system/data-folder/disk-wait.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import { createCreateWork } from './create.ts'
import { createWakeSignal } from './wake-signal.ts'
import { createRequestContext, type RequestContextOptions, type Started } from './request-context.ts'
import type { PreparedIntents } from './group-commit.ts'
import { createLimitedClient } from './limits/limited-client.ts'
import { createMeter, type Measured } from './limits/meter.ts'
import type { PaceState } from './limits/rate-limiter.ts'
import { createQuiet } from './quiet-hours.ts'
import { createReadWork } from './read-status.ts'
import { createDueRequests, lookEvery } from './due-requests.ts'
import { createValidateWork } from './validate.ts'

export type Scheduler = {
  /** Call when there may be something to do. */
  wake(): void
  /** Stops taking new work, waits for the requests under way, and ends. */
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

/**
 * The longest wait that an answer can ask for, in milliseconds. A longer one in the store comes from a clock change.
 */
const longestAnswerWait = 3_600_000

/** Smaller differences between wall clock and monotonic clock, in milliseconds, are drift. */
const clockStep = 2000

/** An intent that would wait longer than this, in milliseconds, goes back into the queue. */
const longestReady = 2000

export function createScheduler(given: RequestContextOptions): Scheduler {
  const clock = remembering(given.clock)
  const options: RequestContextOptions = { ...given, clock }
  const { limits, store, connectionId } = options
  const wakeSignal = createWakeSignal(clock)
  const shared = options.joinLimiter(wakeSignal.wake)
  const { rateLimiter } = shared
  const meter = createMeter(clock)
  const quiet = createQuiet(limits.quietHours, clock)
  const ending = new AbortController()
  const client = createLimitedClient(options.client, rateLimiter, meter)
  const requestContext = createRequestContext(
    { ...options, client },
    rateLimiter,
    meter,
    ending.signal,
    begin,
    endOrWait,
  )
  let wallBehind = clock.now() - clock.monotonic()
  let followed = { at: clock.monotonic(), place: clock.place() }
  /** True while due times still have to be shifted after a clock change, in this run or an earlier one. */
  let follows = true
  const work = {
    create: createCreateWork(requestContext),
    read: createReadWork(requestContext, shared.reads),
    validate: createValidateWork(requestContext),
  }
  const readsOnly = (): boolean => options.readsOnly === true || options.unsound?.() === true
  const dueRequests = createDueRequests({
    work,
    background: work.validate.edited,
    clock,
    quiet: () => quiet.until() !== null,
    lacksIntents: () => work.create.lacks(clock.now(), wanted()),
    readsOnly,
  })
  const running = new Set<Promise<void>>()
  /** True if nothing was left to start at the last check. */
  let idle = false
  let stopped = false
  /** When the queue was last seen empty. Queueing something wakes the loop, which checks again. */
  let emptyAt = Number.NEGATIVE_INFINITY

  const resting = (): boolean => stopped || options.resting?.() === true

  /** Starts due requests until none is left (returns true) or the rate limiter allows no more (returns false). */
  function startReady(): boolean {
    idle = false
    while (!resting() && rateLimiter.take()) {
      let started: Started | null = null
      try {
        started = dueRequests.next()
      } finally {
        if (started === null) rateLimiter.putBack()
      }
      if (started === null) {
        idle = true
        break
      }
      track(started)
    }
    return idle
  }

  /** How many intents should be ready: one per free slot, plus the prefetch. */
  function wanted(): number {
    if (readsOnly() || resting() || quiet.until() !== null) return 0
    const wait = rateLimiter.wait()
    const isFree = limits.rate === null && !rateLimiter.isOpen && (wait === null || wait === 0)
    return rateLimiter.allows + (isFree ? work.create.prefetch : 0)
  }

  /**
   * Writes the next intents within the caller's transaction. None is sent before that transaction is committed and
   * `go` is called.
   */
  function begin(): PreparedIntents {
    const want = wanted()
    const intents = work.create.prepare(clock.now(), want)
    if (intents === null && want > work.create.ready) emptyAt = clock.monotonic()
    return {
      drop: () => intents?.drop(),
      go: () => {
        intents?.go()
        startFreed()
      },
    }
  }

  function isRunningLow(): boolean {
    return (
      work.create.ready <= work.create.few &&
      clock.monotonic() - emptyAt >= lookEvery &&
      work.create.ready < wanted()
    )
  }

  function startFreed(): void {
    try {
      startReady()
      // Answers may wait for the group commit, but the next requests must not wait with them.
      if (!idle && isRunningLow()) requestContext.hurry()
    } catch (error) {
      endOrWait(error)
    }
  }

  function track(started: Started): void {
    let free = false
    const slot = {
      free: () => {
        if (free) return
        free = true
        rateLimiter.giveBack()
        startFreed()
      },
    }
    const tracked = started
      .run(slot)
      .catch(endOrWait)
      .finally(() => {
        slot.free()
        running.delete(tracked)
        // If all slots are taken, the next answer starts the next request; otherwise the loop must check what is due.
        if (idle || stopped || rateLimiter.wait() !== null) wakeSignal.wake()
      })
    running.add(tracked)
  }

  /** Writes intents if some are missing, then starts due requests; same result as `startReady`. */
  function fill(): boolean {
    const preparedIntents: { now: PreparedIntents | null } = { now: null }
    dueRequests.refresh()
    emptyAt = Number.NEGATIVE_INFINITY
    if (!work.create.lacks(clock.now(), wanted())) return startReady()
    try {
      store.sending.together(() => {
        preparedIntents.now = begin()
      })
    } catch (error) {
      preparedIntents.now?.drop()
      throw error
    }
    preparedIntents.now?.go()
    return idle
  }

  /** Intents may wait only briefly: puts them back into the queue if sending is paused or the wait gets too long. */
  function putBackIntents(): void {
    if (work.create.ready > 0)
      work.create.withdraw(resting() || quiet.until() !== null || (rateLimiter.wait() ?? 0) > longestReady)
  }

  function waitForDisk(error: unknown): void {
    rateLimiter.coolDown(diskRetry)
    options.diskTrouble(error)
  }

  /**
   * On disk trouble, waits: answers are written again until the disk takes them, other requests are repeated. Any
   * other error stops the scheduler.
   */
  function endOrWait(error: unknown): void {
    if (isDiskTrouble(error)) waitForDisk(error)
    else breakOff(error)
  }

  function breakOff(error: unknown): void {
    stopped = true
    ending.abort()
    options.broke(error)
  }

  /** Due times use the wall clock. When it is set back, shifts them by the same amount. */
  async function followClock(): Promise<void> {
    const now = clock.now() - clock.monotonic()
    const furthest = Math.max(wallBehind, clock.furthestSince(followed.place))
    const ms = Math.round(furthest - now)
    if (ms > clockStep) {
      // Set ahead and back between two checks: only times that were deferred in between use the wrong clock.
      const isBrief = furthest - wallBehind > clockStep
      const before = isBrief ? Math.max(0, ms - (clock.monotonic() - followed.at) - clockStep) : 0
      store.dues.clockWentBack(connectionId, ms, clock.now() + before)
      follows = true
    }
    wallBehind = now
    followed = { at: clock.monotonic(), place: clock.place() }
    if (!follows) return
    await inPieces(store.dues.follow(connectionId, clock.now()))
    follows = false
  }

  /** Yields to the event loop between pieces. Pieces left at a stop are done at the next start. */
  async function inPieces(pieces: Iterable<void>): Promise<void> {
    for (const _ of pieces) {
      if (stopped) return
      await yieldToEventLoop()
    }
  }

  async function loop(): Promise<void> {
    const { pollLongestMs } = limits
    const longestWait = Math.max(longestAnswerWait, pollLongestMs * 2, quietTime(limits))
    let isCapped = false
    while (!stopped) {
      wakeSignal.clearSignal()
      let nothingDue = false
      try {
        await followClock()
        if (!isCapped)
          await inPieces(store.dues.cap(connectionId, clock.now(), longestWait, limits.recheckMs))
        isCapped = true
        putBackIntents()
        nothingDue = fill()
      } catch (error) {
        // Without a written intent nothing is sent. Work goes on when the disk takes writes again.
        if (!isDiskTrouble(error)) throw error
        waitForDisk(error)
      }
      await sleepUntilDue(nothingDue)
    }
    await Promise.all(running)
    putBackOrLeave()
  }

  /** If the disk refuses, the intents stay as written: the next start confirms them before anything is sent. */
  function putBackOrLeave(): void {
    try {
      putBackIntents()
    } catch (error) {
      if (!isDiskTrouble(error)) throw error
    }
  }

  function sleepUntilDue(nothingDue: boolean): Promise<void> {
    const now = clock.now()
    const due = nothingDue
      ? earliest(store.sending.nextDue(connectionId, now), store.processing.nextDue(connectionId, now))
      : null
    const paced = nothingDue ? earliest(work.validate.edited.wait(), work.read.wait()) : rateLimiter.wait()
    // A changed wall clock must not stretch a wait: check at least every 5 s.
    const soonest = Math.min(
      5000,
      due === null ? 5000 : Math.max(1, due - now),
      paced === null ? 5000 : Math.max(1, paced),
    )
    // Before a machine sleep nothing starts even if slots are free; the resume event wakes the loop.
    const ms = options.resting?.() === true ? 5000 : soonest
    return wakeSignal.sleep(stopped ? 0 : ms)
  }

  const ended = loop().catch(breakOff)

  return {
    wake: wakeSignal.wake,
    async stop() {
      stopped = true
      ending.abort()
      // Requests under way may take long. Intents go back first, so that a person can cancel the batch meanwhile.
      try {
        putBackOrLeave()
      } catch (error) {
        breakOff(error)
      }
      requestContext.hurry()
      wakeSignal.wake()
      await ended
      await Promise.all(running)
      shared.leave()
    },
    putBack: () => work.create.withdraw(true),
    afterSleep(uncountedMs) {
      options.client.tokens.age(uncountedMs)
      work.read.forgetQuiet()
      // Intents written before the sleep are written again: their time decides later to which create a process
      // belongs.
      try {
        work.create.withdraw(true)
      } catch (error) {
        if (!isDiskTrouble(error)) throw error
        waitForDisk(error)
      }
      wakeSignal.wake()
    },
    tryNow() {
      options.client.tokens.networkBack()
      rateLimiter.probeNow()
      wakeSignal.wake()
    },
    get inFlight() {
      return rateLimiter.inFlight
    },
    get breakerOpen() {
      return rateLimiter.isOpen
    },
    get pace() {
      return { state: rateLimiter.state, measured: meter.measured, quietUntil: quiet.until() }
    },
  }
}

function earliest(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right
  return Math.min(left, right)
}
