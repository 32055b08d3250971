// Owner lock: only one process owns a workspace at a time. The lock is an exclusive transaction on a second SQLite
// file, held while the app runs. The operating system releases it with the process, so a killed owner leaves no
// stale lock (reliability.md section 1).
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { failed } from '../../../system/failure.ts'

export const lockName = 'owner.lock'

export type OwnerLock = { release(): void }

/** Takes the lock, or returns null at once when another process holds it. */
export function takeOwnerLock(folder: string): OwnerLock | null {
  const file = join(folder, lockName)
  const database = new Database(file, { timeout: 200 })
  try {
    chmodSync(file, 0o600)
    database.pragma('journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
  return {
    release() {
      if (!database.open) return
      database.exec('ROLLBACK')
      database.close()
    },
  }
}

/** Message if another process holds it. */
export function folderInUse(folder: string): ReturnType<typeof failed> {
  return failed(
    'workspace',
    'workspace_in_use',
    `Another Carryover is using the data folder ${folder}. Close it first, or choose another folder.`,
  )
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
