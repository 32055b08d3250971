// A sleep that ends by time or by a call. A call that comes while nobody sleeps is not lost: the next sleep does not begin.
import type { Clock } from '../clock.ts'

export type Alarm = {
  wake(): void
  /** Calls from before this no longer count: what they told of is looked at now. */
  heard(): void
  sleep(ms: number): Promise<void>
}

export function createAlarm(clock: Clock): Alarm {
  let called = false
  let rise: (() => void) | null = null
  return {
    wake() {
      called = true
      rise?.()
    },
    heard() {
      called = false
    },
    sleep(ms) {
      return new Promise((resolve) => {
        if (called) {
          resolve()
          return
        }
        const cancel = clock.after(ms, () => rise?.())
        rise = () => {
          cancel()
          rise = null
          resolve()
        }
      })
    },
  }
}
