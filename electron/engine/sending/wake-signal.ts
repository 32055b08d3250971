// Wake signal: how the parts that the scheduler calls reach it again. Its sleep ends after a time, when something may
// be due, when a slot is free, or with an error. A signal while nobody sleeps is not lost: the next sleep ends at once.
import type { Clock } from '../system/clock.ts'

/** Why a sleep ended: a whole check is due, or a slot is free for what is known to be due; and what failed. */
export type Woken = { readonly by: 'due' | 'slot'; readonly errors: readonly unknown[] }

export type WakeSignal = {
  /** Something may be due. */
  wake(): void
  /** A slot is free, or more intents are ready. */
  slotFree(): void
  /** Something failed that nobody waits for. */
  failed(error: unknown): void
  /** Sleeps at most `ms` milliseconds; a sleep that ends by itself ends with `due`. */
  sleep(ms: number): Promise<Woken>
}

export function createWakeSignal(clock: Clock): WakeSignal {
  let pending: 'due' | 'slot' | null = null
  let errors: unknown[] = []
  let endSleep: (() => void) | null = null

  function signal(kind: 'due' | 'slot'): void {
    if (pending !== 'due') pending = kind
    endSleep?.()
  }

  return {
    wake: () => signal('due'),
    slotFree: () => signal('slot'),
    failed(error) {
      errors.push(error)
      signal('due')
    },
    async sleep(ms) {
      if (pending === null)
        await new Promise<void>((resolve) => {
          const cancel = clock.after(ms, () => endSleep?.())
          endSleep = () => {
            cancel()
            endSleep = null
            resolve()
          }
        })
      const woken: Woken = { by: pending ?? 'due', errors }
      pending = null
      errors = []
      return woken
    },
  }
}
