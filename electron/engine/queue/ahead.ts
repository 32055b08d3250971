// How many intents are written before there is a place for them. After a crash each of them has to be looked up, so it is
// no more than are answered in the moment for which answers wait for company: few where the service is slow, and enough
// where it is fast that most requests leave without waiting for the disk.
import type { Clock } from '../clock.ts'
import { aMoment } from './gather.ts'

/** For each place, at most: while a longer row of them is written, the place would wait for what it is to send next. */
const mostAPlace = 8
const mostAtAll = 16
/**
 * As many as have left are written together once they are as many as there are places, and so many are under way, so that
 * neither we nor the service wait; but at least this many, or three quarters of them: a commit has its own price.
 */
const fewestTogether = 8
/** How much of the mean the latest interval makes. */
const weight = 0.1
/** A longer interval is a rest: the mean is not made of it. */
const longestInterval = 1000

export function createAhead(clock: Clock, concurrency: number) {
  const most = Math.min(mostAtAll, mostAPlace * concurrency)
  const usual = Math.min(8, Math.ceil(concurrency / 2))
  let mean: number | null = null
  let last: number | null = null

  const count = (): number =>
    mean === null ? usual : Math.min(most, Math.max(1, Math.ceil(aMoment / Math.max(mean, 0.1))))

  return {
    /** A create was answered, so another may be sent. */
    answered(): void {
      const now = clock.monotonic()
      const interval = last === null ? longestInterval : now - last
      last = now
      if (interval < longestInterval) mean = mean === null ? interval : mean + weight * (interval - mean)
    },
    get count(): number {
      return count()
    },
    /** So few ready are to be made more, with what was answered meanwhile. */
    get few(): number {
      return Math.max(count() / 4, count() - Math.max(fewestTogether, concurrency))
    },
  }
}
