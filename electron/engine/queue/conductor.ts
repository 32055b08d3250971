// One connection's traffic: takes the next due work from the store, asks the service within the pacer's limits, and
// writes down what the answer means. No domain state lives here: after a restart the store says what to do next.
//
//   queued ──intent written──▶ create ──▶ closed with its move      ready of a validating batch ──▶ validate
//   unconfirmed, watching ──▶ status                                 nothing due ──▶ sleep until the next due time
import { quietTime } from '../../../shared/connection.ts'
import { isDiskTrouble } from '../store/disk-trouble.ts'
import { createCreateWork } from './create-work.ts'
import { createDesk, type DeskOptions, diskRetry, type Started } from './desk.ts'
import type { Begun } from './gather.ts'
import { createPacer } from './pacer.ts'
import { createReadWork } from './read-work.ts'
import { createValidateWork } from './validate-work.ts'

export type Conductor = {
  /** There may be something to do. */
  wake(): void
  /** Stops taking new work, waits for the requests under way, and ends. */
  stop(): Promise<void>
  readonly inFlight: number
  readonly breakerOpen: boolean
}

/** A longer wait than any that an answer can ask for comes from a clock that was set. */
const longestAnswerWait = 3_600_000

/** A smaller step of the wall clock is drift. */
const clockStep = 2000

/** How slots are shared when everything is due: creates first, but watching and judging never starve. */
const turns = ['create', 'create', 'read', 'validate'] as const

export function createConductor(options: DeskOptions): Conductor {
  const { clock, limits, store, connectionId } = options
  const pacer = createPacer({
    concurrency: limits.concurrency,
    rate: limits.rate,
    clock,
    random: options.random,
  })
  const ending = new AbortController()
  const desk = createDesk(options, pacer, ending.signal, begin)
  let wallBehind = clock.now() - clock.monotonic()
  const work = {
    create: createCreateWork(desk),
    read: createReadWork(desk),
    validate: createValidateWork(desk),
  }
  const running = new Set<Promise<void>>()
  let turn = 0
  let stopped = false
  let wakeUp: (() => void) | null = null
  let woken = false

  function next(): Started | null {
    const now = clock.now()
    for (let step = 0; step < turns.length; step += 1) {
      const kind = turns[(turn + step) % turns.length]
      const started = kind === undefined ? null : work[kind].start(now)
      if (started === null) continue
      turn = (turn + step + 1) % turns.length
      return started
    }
    // In the background, when nothing that a person asked for is due.
    return work.validate.edited.start(now)
  }

  /**
   * Picks work and writes its intents, within a transaction of the caller, until nothing is due (`idle`) or the pacer
   * allows no more. Nothing is sent before that transaction is committed and `go` is called.
   */
  function begin(): Begun & { readonly idle: boolean } {
    const picked: Started[] = []
    const drop = (): void => {
      for (const one of picked) {
        one.drop()
        pacer.putBack()
      }
    }
    let idle = false
    while (!idle && !stopped && pacer.take()) {
      try {
        const started = next()
        if (started === null) {
          pacer.putBack()
          idle = true
        } else picked.push(started)
      } catch (error) {
        pacer.putBack()
        drop()
        throw error
      }
    }
    return { idle, drop, go: () => picked.forEach(track) }
  }

  function track(started: Started): void {
    let free = false
    const slot = {
      free: () => {
        if (!free) pacer.giveBack()
        free = true
      },
    }
    const tracked = started
      .run(slot)
      .catch((error: unknown) => {
        // What must not be lost is written until the disk takes it; the rest is asked again.
        if (isDiskTrouble(error)) waitForDisk(error)
        else breakOff(error)
      })
      .finally(() => {
        slot.free()
        running.delete(tracked)
        wake()
      })
    running.add(tracked)
  }

  /** Returns true when nothing was left to start, false when the pacer allowed no more. */
  function fill(): boolean {
    const begun: { now: ReturnType<typeof begin> | null } = { now: null }
    try {
      store.sending.together(() => {
        begun.now = begin()
      })
    } catch (error) {
      begun.now?.drop()
      throw error
    }
    begun.now?.go()
    return begun.now?.idle ?? false
  }

  function waitForDisk(error: unknown): void {
    pacer.coolDown(diskRetry)
    options.diskTrouble(error)
  }

  function breakOff(error: unknown): void {
    stopped = true
    ending.abort()
    options.broke(error)
  }

  /** Due times are by the wall clock: when somebody sets it back, they follow. */
  function followClock(): void {
    const now = clock.now() - clock.monotonic()
    if (now < wallBehind - clockStep) store.sending.clockWentBack(connectionId, Math.round(wallBehind - now))
    wallBehind = now
  }

  async function loop(): Promise<void> {
    const { pollLongestMs } = limits
    store.sending.capDue(
      connectionId,
      clock.now() + Math.max(longestAnswerWait, pollLongestMs * 2, quietTime(limits)),
    )
    while (!stopped) {
      woken = false
      let idle = false
      try {
        followClock()
        idle = fill()
      } catch (error) {
        // No intent, no sending: when the disk takes writes again, work goes on.
        if (!isDiskTrouble(error)) throw error
        waitForDisk(error)
      }
      await sleepUntilDue(idle)
    }
    await Promise.all(running)
  }

  function sleepUntilDue(idle: boolean): Promise<void> {
    const now = clock.now()
    const due = idle ? store.sending.nextDue(connectionId, now) : null
    const paced = idle ? work.validate.edited.wait() : pacer.wait()
    // A wall clock that was set must not stretch a wait: look again at least every 5 s.
    const ms = Math.min(
      5000,
      due === null ? 5000 : Math.max(1, due - now),
      paced === null ? 5000 : Math.max(1, paced),
    )
    return new Promise((resolve) => {
      if (woken || stopped) {
        resolve()
        return
      }
      const cancel = clock.after(ms, () => wakeUp?.())
      wakeUp = () => {
        cancel()
        wakeUp = null
        resolve()
      }
    })
  }

  function wake(): void {
    woken = true
    wakeUp?.()
  }

  const ended = loop().catch(breakOff)

  return {
    wake,
    async stop() {
      stopped = true
      ending.abort()
      wake()
      await ended
      await Promise.all(running)
    },
    get inFlight() {
      return pacer.inFlight
    },
    get breakerOpen() {
      return pacer.isOpen
    },
  }
}
