// Commits that do not wait for the disk, for work that a restart repeats anyway. The next normal commit makes them
// durable, because the write-ahead log is synced as a whole and in order.
import type { Database } from 'better-sqlite3'
import { immediateTransaction } from '../../operations.ts'

export type Unhurried = (work: () => void) => void

export function createUnhurried(database: Database): Unhurried {
  const inTransaction = immediateTransaction(database)
  return (work) => {
    database.pragma('synchronous = NORMAL')
    try {
      inTransaction(work)
    } finally {
      database.pragma('synchronous = FULL')
    }
  }
}
