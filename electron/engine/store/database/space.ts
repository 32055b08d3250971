// Returns empty database pages to the disk, a few at a time, together with their part of the write-ahead log.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { Database } from 'better-sqlite3'
import { createCheckpoints } from './flush/checkpointer.ts'
import { createUnhurried } from './flush/relaxed-commit.ts'

/** Pages per step: as many as take some milliseconds on this machine now. */
const pages = { first: 64, least: 16, most: 1024, shortMs: 4, longMs: 8 } as const
/** Number and interval of retries to empty the log while a reader still needs it. */
const emptying = { times: 50, everyMs: 200 } as const

export type SpaceStore = ReturnType<typeof createSpaceStore>

export function createSpaceStore(database: Database) {
  const unhurried = createUnhurried(database)
  const free = (): number => database.pragma('freelist_count', { simple: true }) as number

  return {
    /**
     * Resolves with true if everything is returned; false if it was stopped, or a reader needs the log for longer.
     */
    async giveBack(signal: AbortSignal, wait: (ms: number) => Promise<void>): Promise<boolean> {
      const checkpoints = createCheckpoints(database)
      const pageBytes = database.pragma('page_size', { simple: true }) as number
      let step: number = pages.first
      try {
        for (let left = free(); left > 0; ) {
          if (signal.aborted) return false
          const before = performance.now()
          unhurried(() => void database.pragma(`incremental_vacuum(${step})`))
          const took = performance.now() - before
          const now = free()
          // A database created without auto-vacuum returns nothing.
          if (now >= left) break
          await checkpoints.wrote((left - now) * pageBytes)
          left = now
          if (took > pages.longMs) step = Math.max(pages.least, step >> 1)
          if (took < pages.shortMs) step = Math.min(pages.most, step * 2)
          await yieldToEventLoop()
        }
        for (let again = 0; again < emptying.times && !signal.aborted; again += 1) {
          if (await checkpoints.empty()) return true
          await wait(emptying.everyMs)
        }
        return false
      } finally {
        await checkpoints.end()
      }
    },
  }
}
