// Wake signal: a sleep that ends after a time or by a call. A call while nobody sleeps is not lost: the next sleep
// ends at once.
import type { Clock } from '../system/clock.ts'

export type WakeSignal = {
  wake(): void
  /** Forgets earlier calls; call it before checking what they announced. */
  clearSignal(): void
  sleep(ms: number): Promise<void>
}

export function createWakeSignal(clock: Clock): WakeSignal {
  let isWakeRequested = false
  let wakeSleeper: (() => void) | null = null
  return {
    wake() {
      isWakeRequested = true
      wakeSleeper?.()
    },
    clearSignal() {
      isWakeRequested = false
    },
    sleep(ms) {
      return new Promise((resolve) => {
        if (isWakeRequested) {
          resolve()
          return
        }
        const cancel = clock.after(ms, () => wakeSleeper?.())
        wakeSleeper = () => {
          cancel()
          wakeSleeper = null
          resolve()
        }
      })
    },
  }
}
