// Prefetch: how many intents are written before a slot is free. After a crash each of them must be looked up, so the
// count is at most what is answered within one group-commit wait: few if the service is slow, enough if it is fast
// that most requests leave without waiting for the disk.
import type { Clock } from '../../system/clock.ts'
import { groupWaitMs } from '../group-commit.ts'

/** Upper bound per slot: writing a longer series would keep the slot waiting for its next request. */
const mostAPlace = 8
const mostAtAll = 16
/**
 * Refill size: intents are written together once as many are missing as there are slots, and equally many stay under
 * way, so that neither side waits. At least this many, or three quarters of the count, because every commit has a
 * fixed cost.
 */
const fewestTogether = 8
/** Weight of the latest interval in the moving average. */
const weight = 0.1
/** A longer interval, in milliseconds, is an idle time and does not enter the average. */
const longestInterval = 1000

export type Prefetch = ReturnType<typeof createPrefetch>

export function createPrefetch(clock: Clock, concurrency: number) {
  const most = Math.min(mostAtAll, mostAPlace * concurrency)
  const usual = Math.min(8, Math.ceil(concurrency / 2))
  let mean: number | null = null
  let last: number | null = null

  const count = (): number =>
    mean === null ? usual : Math.min(most, Math.max(1, Math.ceil(groupWaitMs / Math.max(mean, 0.1))))

  return {
    /** Call when a create was answered, so that another may be sent. */
    answered(): void {
      const now = clock.monotonic()
      const interval = last === null ? longestInterval : now - last
      last = now
      if (interval < longestInterval) mean = mean === null ? interval : mean + weight * (interval - mean)
    },
    get count(): number {
      return count()
    },
    /** At or below this number of ready intents, more are written together with the pending answers. */
    get few(): number {
      return Math.max(count() / 4, count() - Math.max(fewestTogether, concurrency))
    },
  }
}
