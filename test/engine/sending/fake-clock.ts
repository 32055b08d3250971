// Clock that advances only when a test moves it. Wall time can be set independently of monotonic time, as people do.
import type { Clock } from '../../../electron/engine/system/clock.ts'

export type FakeClock = Clock & {
  /** Advances both clocks and runs the timers that are due, in order. */
  advance(ms: number): void
  /** Sets the wall clock only. */
  setBy(ms: number): void
}

export function createFakeClock(start = Date.UTC(2026, 2, 4, 9, 30)): FakeClock {
  let monotonic = 0
  let wall = start
  const calls = new Set<{ readonly at: number; readonly call: () => void }>()
  return {
    now: () => wall,
    monotonic: () => monotonic,
    after(ms, call) {
      const entry = { at: monotonic + Math.max(0, ms), call }
      calls.add(entry)
      return () => void calls.delete(entry)
    },
    advance(ms) {
      const until = monotonic + ms
      for (;;) {
        let next: { readonly at: number; readonly call: () => void } | undefined
        for (const one of calls) if (one.at <= until && (next === undefined || one.at < next.at)) next = one
        const to = next?.at ?? until
        wall += to - monotonic
        monotonic = to
        if (next === undefined) return
        calls.delete(next)
        next.call()
      }
    },
    setBy(ms) {
      wall += ms
    },
  }
}
