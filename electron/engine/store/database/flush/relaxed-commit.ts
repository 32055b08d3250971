// Commits that do not wait for the disk, for work that a restart repeats anyway. The next normal commit makes them
// durable, because the write-ahead log is synced as a whole and in order.
import type { Database } from 'better-sqlite3'

export type Unhurried = (work: () => void) => void

export function createUnhurried(database: Database): Unhurried {
  const transaction = database.transaction((work: () => void) => work()).immediate
  return (work) => {
    database.pragma('synchronous = NORMAL')
    try {
      transaction(work)
    } finally {
      database.pragma('synchronous = FULL')
    }
  }
}
