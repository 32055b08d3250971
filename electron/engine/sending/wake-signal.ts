// Wake signal: a sleep that ends after a time or by a call. A call while nobody sleeps is not lost: the next sleep
// ends at once.
import type { Clock } from '../system/clock.ts'

export type WakeSignal = {
  wake(): void
  /** Forgets earlier calls; call it before checking what they announced. */
  heard(): void
  sleep(ms: number): Promise<void>
}

export function createWakeSignal(clock: Clock): WakeSignal {
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
