// Waits while the disk refuses writes, and then goes on by itself. For work that is stored as begun and may be
// repeated from its current position.
import { type Clock, sleep } from '../clock.ts'
import { messageOf } from '../failure.ts'
import { isDiskTrouble } from '../../store/database/disk-trouble.ts'
import { message, type Message } from '../../../../shared/texts/message.ts'

/** Writes, and waits for as long as the disk takes no writes. */
export type RetryOnFullDisk = <T>(write: () => T | Promise<T>) => Promise<T>

/** Milliseconds before a write that the disk refused is retried. */
export const diskRetry = 1000

/** A refusal after this many milliseconds without one is reported again. */
const newTrouble = 10 * diskRetry

/**
 * Does the work, and repeats it each second as long as the disk refuses it. `waits` is called when a wait begins and
 * when it ends. Once the signal is aborted, the disk's error is thrown.
 */
export type UntilDisk = <T>(
  work: () => T | Promise<T>,
  signal: AbortSignal,
  waits?: (isWaiting: boolean) => void,
) => Promise<T>

/** Reports a refusal once, however much work waits for it. */
export function createDiskWait(clock: Clock, notice: (level: 'error', message: Message) => void): UntilDisk {
  let refusedAt = Number.NEGATIVE_INFINITY

  function tell(error: unknown): void {
    const isNew = clock.monotonic() - refusedAt > newTrouble
    refusedAt = clock.monotonic()
    if (isNew) notice('error', message('store.disk_refuses_work', { why: messageOf(error) }))
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
