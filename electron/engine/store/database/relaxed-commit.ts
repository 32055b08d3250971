// Commits without waiting for the disk, for work that a restart would repeat anyway. The next usual commit makes them
// durable, since the write-ahead log is synced whole and in order.
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
