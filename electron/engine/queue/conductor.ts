// One connection's traffic: takes the next due work from the store, asks the service within the pacer's limits, and
// writes down what the answer means. No domain state lives here: after a restart the store says what to do next.
//
//   queued ──intent written──▶ create ──▶ closed with its move      ready of a validating batch ──▶ validate
//   unconfirmed, watching ──▶ status                                 nothing due ──▶ sleep until the next due time
import { setImmediate as breathe } from 'node:timers/promises'
import { quietTime } from '../../../shared/connection.ts'
import { remembering } from '../clock.ts'
import { diskRetry } from '../disk-wait.ts'
import { isDiskTrouble } from '../store/disk-trouble.ts'
import { createCreateWork } from './create-work.ts'
import { createAlarm } from './alarm.ts'
import { createDesk, type DeskOptions, type Started } from './desk.ts'
import type { Begun } from './gather.ts'
import { pacedClient } from './pace-client.ts'
import { createMeter, type Measured } from './pace-meter.ts'
import { createSharedPaces, type SharedPace } from './pace-shared.ts'
import type { PaceState } from './pacer.ts'
import { createQuiet } from './quiet-hours.ts'
import { createReadWork } from './read-work.ts'
import { createTurns, lookEvery } from './turns.ts'
import { createValidateWork } from './validate-work.ts'

export type Conductor = {
  /** There may be something to do. */
  wake(): void
  /** Stops taking new work, waits for the requests under way, and ends. */
  stop(): Promise<void>
  /** Puts intents that were written and not yet sent back into the queue. */
  putBack(): void
  /** The machine slept: what was learnt by waiting before it counts no more. */
  afterSleep(uncountedMs: number): void
  /** The network is said to be back: tries at once whether the service is. */
  tryNow(): void
  readonly inFlight: number
  readonly breakerOpen: boolean
  /** How fast it goes and why not faster; `quietUntil` in milliseconds since 1970. */
  readonly pace: {
    readonly state: PaceState
    readonly measured: Measured
    readonly quietUntil: number | null
  }
}

/** A longer wait than any that an answer can ask for comes from a clock that was set. */
const longestAnswerWait = 3_600_000

/** A smaller step of the wall clock is drift. */
const clockStep = 2000

/** An intent that would wait longer than this, in milliseconds, goes back to the queue. */
const longestReady = 2000

export function createConductor(given: DeskOptions): Conductor {
  const clock = remembering(given.clock)
  const options: DeskOptions = { ...given, clock }
  const { limits, store, connectionId } = options
  const alarm = createAlarm(clock)
  const shared = (options.joinPace ?? ownPace(options))(alarm.wake)
  const { pacer } = shared
  const meter = createMeter(clock)
  const quiet = createQuiet(limits.quietHours, clock)
  const ending = new AbortController()
  const client = pacedClient(options.client, pacer, meter)
  const desk = createDesk({ ...options, client }, pacer, meter, ending.signal, begin, endOrWait)
  let wallBehind = clock.now() - clock.monotonic()
  let followed = { at: clock.monotonic(), place: clock.place() }
  /** Due times are to follow a clock that was set, since this start or an earlier one. */
  let follows = true
  const work = {
    create: createCreateWork(desk),
    read: createReadWork(desk, shared.reads),
    validate: createValidateWork(desk),
  }
  const readsOnly = (): boolean => options.readsOnly === true || options.unsound?.() === true
  const turns = createTurns({
    work,
    background: work.validate.edited,
    clock,
    quiet: () => quiet.until() !== null,
    lacksIntents: () => work.create.lacks(clock.now(), wanted()),
    readsOnly,
  })
  const running = new Set<Promise<void>>()
  /** Nothing was left to begin when it was last looked. */
  let idle = false
  let stopped = false
  /** When it was last seen that nothing more is queued; whoever queues something wakes the loop, which looks for itself. */
  let emptyAt = Number.NEGATIVE_INFINITY

  const resting = (): boolean => stopped || options.resting?.() === true

  /** Begins what is ready to begin, until nothing is (true) or the pacer allows no more (false). */
  function startReady(): boolean {
    idle = false
    while (!resting() && pacer.take()) {
      let started: Started | null = null
      try {
        started = turns.next()
      } finally {
        if (started === null) pacer.putBack()
      }
      if (started === null) {
        idle = true
        break
      }
      track(started)
    }
    return idle
  }

  /** How many intents are to be ready: for the places that are free, and a few for those that will be. */
  function wanted(): number {
    if (readsOnly() || resting() || quiet.until() !== null) return 0
    const wait = pacer.wait()
    const isFree = limits.rate === null && !pacer.isOpen && (wait === null || wait === 0)
    return pacer.allows + (isFree ? work.create.ahead : 0)
  }

  /**
   * Writes the intents of what begins next, within a transaction of the caller. Nothing is sent before that transaction
   * is committed and `go` is called.
   */
  function begin(): Begun {
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
      // While answers wait for company, what begins next must not.
      if (!idle && isRunningLow()) desk.hurry()
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
        pacer.giveBack()
        startFreed()
      },
    }
    const tracked = started
      .run(slot)
      .catch(endOrWait)
      .finally(() => {
        slot.free()
        running.delete(tracked)
        // While every place is taken, the next answer goes on; otherwise the loop has to look what is due when.
        if (idle || stopped || pacer.wait() !== null) alarm.wake()
      })
    running.add(tracked)
  }

  /** Returns true when nothing was left to start, false when the pacer allowed no more. */
  function fill(): boolean {
    const begun: { now: Begun | null } = { now: null }
    turns.lookAnew()
    emptyAt = Number.NEGATIVE_INFINITY
    if (!work.create.lacks(clock.now(), wanted())) return startReady()
    try {
      store.sending.together(() => {
        begun.now = begin()
      })
    } catch (error) {
      begun.now?.drop()
      throw error
    }
    begun.now?.go()
    return idle
  }

  /** An intent that waits has a short wait before it, and nothing in its way; otherwise it goes back to the queue. */
  function putBackIntents(): void {
    if (work.create.ready > 0)
      work.create.withdraw(resting() || quiet.until() !== null || (pacer.wait() ?? 0) > longestReady)
  }

  function waitForDisk(error: unknown): void {
    pacer.coolDown(diskRetry)
    options.diskTrouble(error)
  }

  /** What must not be lost is written until the disk takes it; the rest is asked again. */
  function endOrWait(error: unknown): void {
    if (isDiskTrouble(error)) waitForDisk(error)
    else breakOff(error)
  }

  function breakOff(error: unknown): void {
    stopped = true
    ending.abort()
    options.broke(error)
  }

  /** Due times are by the wall clock: when somebody sets it back, they follow. */
  async function followClock(): Promise<void> {
    const now = clock.now() - clock.monotonic()
    const furthest = Math.max(wallBehind, clock.furthestSince(followed.place))
    const ms = Math.round(furthest - now)
    if (ms > clockStep) {
      // Set ahead and back between two looks: only what was put off in between is by that clock.
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

  /** With room for everything else between them. What is left when it stops is done at the next start. */
  async function inPieces(pieces: Iterable<void>): Promise<void> {
    for (const _ of pieces) {
      if (stopped) return
      await breathe()
    }
  }

  async function loop(): Promise<void> {
    const { pollLongestMs } = limits
    const longestWait = Math.max(longestAnswerWait, pollLongestMs * 2, quietTime(limits))
    let isCapped = false
    while (!stopped) {
      alarm.heard()
      let nothingDue = false
      try {
        await followClock()
        if (!isCapped)
          await inPieces(store.dues.cap(connectionId, clock.now(), longestWait, limits.secondLookMs))
        isCapped = true
        putBackIntents()
        nothingDue = fill()
      } catch (error) {
        // No intent, no sending: when the disk takes writes again, work goes on.
        if (!isDiskTrouble(error)) throw error
        waitForDisk(error)
      }
      await sleepUntilDue(nothingDue)
    }
    await Promise.all(running)
    putBackOrLeave()
  }

  /** Where the disk refuses it they stay as they were written: the next start looks them up before anything is sent. */
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
      ? least(store.sending.nextDue(connectionId, now), store.watching.nextDue(connectionId, now))
      : null
    const paced = nothingDue ? least(work.validate.edited.wait(), work.read.wait()) : pacer.wait()
    // A wall clock that was set must not stretch a wait: look again at least every 5 s.
    const soonest = Math.min(
      5000,
      due === null ? 5000 : Math.max(1, due - now),
      paced === null ? 5000 : Math.max(1, paced),
    )
    // Before a sleep nothing begins, however free the places are; whoever ends the rest wakes it.
    const ms = options.resting?.() === true ? 5000 : soonest
    return alarm.sleep(stopped ? 0 : ms)
  }

  const ended = loop().catch(breakOff)

  return {
    wake: alarm.wake,
    async stop() {
      stopped = true
      ending.abort()
      // What is under way may take long, and who takes its batch back meanwhile finds no intents here any more.
      try {
        putBackOrLeave()
      } catch (error) {
        breakOff(error)
      }
      desk.hurry()
      alarm.wake()
      await ended
      await Promise.all(running)
      shared.leave()
    },
    putBack: () => work.create.withdraw(true),
    afterSleep(uncountedMs) {
      options.client.tokens.age(uncountedMs)
      work.read.forgetQuiet()
      // An intent that was ready before it is written anew: by its time it is told whose process a status is about.
      try {
        work.create.withdraw(true)
      } catch (error) {
        if (!isDiskTrouble(error)) throw error
        waitForDisk(error)
      }
      alarm.wake()
    },
    tryNow() {
      options.client.tokens.networkBack()
      pacer.probeNow()
      alarm.wake()
    },
    get inFlight() {
      return pacer.inFlight
    },
    get breakerOpen() {
      return pacer.isOpen
    },
    get pace() {
      return { state: pacer.state, measured: meter.measured, quietUntil: quiet.until() }
    },
  }
}

function ownPace({ limits, clock, random, restMs = 0 }: DeskOptions): (wake: () => void) => SharedPace {
  return (wake) => createSharedPaces({ clock, random }).join('', limits, restMs, wake)
}

function least(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right
  return Math.min(left, right)
}
