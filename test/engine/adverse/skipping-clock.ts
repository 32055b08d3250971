// Real-time clock that can be advanced, so that tests do not wait for minutes. Timers that become due on the way run
// in order, so that no code sees a gap.
import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../../electron/engine/system/clock.ts'

export type SkippingClock = Clock & {
  /** Advances both clocks by so many milliseconds, or until it is to stop. */
  skip(ms: number, isToStop: () => boolean): Promise<void>
  /** How many milliseconds it is ahead of real time. */
  skipped(): number
}

export function createSkippingClock(): SkippingClock {
  let skipped = 0
  const waiting = new Set<{ readonly at: number; readonly call: () => void }>()
  const monotonic = (): number => performance.now() + skipped
  return {
    now: () => Date.now() + skipped,
    monotonic,
    after(ms, call) {
      const entry = { at: monotonic() + Math.max(0, ms), call: fire }
      const timer = setTimeout(fire, Math.min(Math.max(0, ms), 2_000_000_000))
      function fire(): void {
        clearTimeout(timer)
        if (waiting.delete(entry)) call()
      }
      waiting.add(entry)
      return () => {
        clearTimeout(timer)
        waiting.delete(entry)
      }
    },
    skipped: () => skipped,
    async skip(ms, isToStop) {
      const until = monotonic() + ms
      for (;;) {
        let next: { readonly at: number; readonly call: () => void } | null = null
        for (const one of waiting) if (next === null || one.at < next.at) next = one
        const to = Math.min(until, next?.at ?? until)
        skipped += Math.max(0, Math.ceil(to - monotonic()))
        if (next === null || next.at > until) return
        next.call()
        await turn()
        if (isToStop()) return
      }
    },
  }
}
