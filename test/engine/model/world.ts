// Time in the model: one true time that only a test moves, the wall clock of the machine, which people set, and one
// clock for each engine instance. When an instance ends its timers end as well; the service's clock continues.
import type { Clock } from '../../../electron/engine/system/clock.ts'

/** 2026-03-04T09:30:00Z, a Wednesday. */
export const begin = Date.UTC(2026, 2, 4, 9, 30)
const earliest = Date.UTC(1970, 0, 2)

/** The clock of the service's records, and whether earlier replies have revealed it. */
export type Clocks = { readonly aheadMs: number; readonly measured: boolean }

export type World = ReturnType<typeof createWorld>
export type LifeClock = Clock & { end(): void }

type Timer = { readonly at: number; readonly call: () => void; readonly life: object | null }

/** Longer intervals pass at once, as for a machine that slept; shorter ones timer by timer. */
const longestAwake = 150_000

export function createWorld() {
  let now = 0
  let wallOffset = 0
  /** Increases with every request and reply, so that a test knows when all activity has ended. */
  let activity = 0
  let timers: Timer[] = []

  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

  function add(life: object | null, ms: number, call: () => void): () => void {
    const timer = { at: now + Math.max(0, ms), call, life }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }

  function first(): Timer | null {
    let found: Timer | null = null
    for (const timer of timers) if (found === null || timer.at < found.at) found = timer
    return found
  }

  /** Runs everything that needs no time. */
  async function finish(): Promise<void> {
    for (let still = 0, seen = activity; still < 4; still += 1) {
      await turn()
      if (activity === seen) continue
      seen = activity
      still = 0
    }
  }

  function fire(timer: Timer): void {
    timers = timers.filter((other) => other !== timer)
    timer.call()
  }

  /** Runs the next timer; false when there is none. */
  async function step(until = Number.POSITIVE_INFINITY): Promise<boolean> {
    const timer = first()
    if (timer === null || timer.at > until) return false
    now = Math.max(now, timer.at)
    const seen = activity
    fire(timer)
    await turn()
    await turn()
    // Most timers are simply rescheduled when they fire.
    if (activity !== seen) await finish()
    return true
  }

  return {
    finish,
    step,
    happened: () => void (activity += 1),
    /** Milliseconds that have truly passed. */
    elapsed: () => now,
    /** The service's clock. */
    serviceNow: () => begin + now,
    /** Our machine's clock. */
    wallNow: () => begin + now + wallOffset,
    /** No system sets its clock before 1970: it stops at the second day. */
    setClockBy: (ms: number) => void (wallOffset = Math.max(wallOffset + ms, earliest - begin - now)),
    after: (ms: number, call: () => void) => add(null, ms, call),
    async pass(ms: number): Promise<void> {
      const until = now + ms
      await finish()
      if (ms > longestAwake) {
        now = until
        // Timers that became due meanwhile are late and run all at once.
        for (const timer of timers.filter(({ at }) => at <= now)) fire(timer)
      } else while (await step(until));
      now = Math.max(now, until)
      await finish()
    },
    /** Waits for a promise that may need time to pass; null when `isGivenUp` holds before it is kept. */
    async during<T>(promise: Promise<T>, isGivenUp: () => boolean): Promise<{ readonly value: T } | null> {
      const seen = { over: false }
      const over = (): void => void (seen.over = true)
      promise.then(over, over)
      for (let steps = 0; ; steps += 1) {
        await finish()
        // First: a program that died may still end what it had begun, and nobody heard of that.
        if (isGivenUp()) return null
        if (seen.over) return { value: await promise }
        if (steps > 2000 || !(await step())) throw new Error('Something was waited for that never came')
      }
    },
    clock(): LifeClock {
      const life = {}
      let ended = false
      return {
        now: () => begin + now + wallOffset,
        monotonic: () => now,
        // A dead program that still waits is released, so that it can end.
        after(ms, call) {
          if (!ended) return add(life, ms, call)
          const soon = setImmediate(call)
          return () => clearImmediate(soon)
        },
        end() {
          ended = true
          timers = timers.filter((timer) => timer.life !== life)
        },
      }
    },
  }
}
