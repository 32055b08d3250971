// Work that waits while the disk takes no writes, and goes on by itself: for everything that is written down as begun and
// may be done again from where it stands.
import { type Clock, sleep } from './clock.ts'
import { messageOf } from './failure.ts'
import { isDiskTrouble } from './store/disk-trouble.ts'

/** How long to wait, in milliseconds, before a write that the disk refused is tried again. */
export const diskRetry = 1000

/** A refusal after so many milliseconds without one is told anew. */
const newTrouble = 10 * diskRetry

/**
 * Does the work, and does it again each second for as long as the disk refuses it. `waits` is told when a wait begins and
 * when it ends. Once the signal is aborted the disk's error is thrown.
 */
export type UntilDisk = <T>(
  work: () => T | Promise<T>,
  signal: AbortSignal,
  waits?: (isWaiting: boolean) => void,
) => Promise<T>

/** What is refused is told once, however much work waits for it. */
export function createDiskWait(clock: Clock, notice: (level: 'error', message: string) => void): UntilDisk {
  let refusedAt = Number.NEGATIVE_INFINITY

  function tell(error: unknown): void {
    const isNew = clock.monotonic() - refusedAt > newTrouble
    refusedAt = clock.monotonic()
    if (isNew)
      notice(
        'error',
        `The disk does not take writes (${messageOf(error)}). What is under way waits and nothing is lost: make room, and it goes on by itself.`,
      )
  }

  return async (work, signal, waits = () => undefined) => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!isDiskTrouble(error) || signal.aborted) throw error
        tell(error)
        waits(true)
        await sleep(clock, diskRetry, signal)
        waits(false)
        if (signal.aborted) throw error
      }
    }
  }
}
