// Owner lock: only one process owns a workspace at a time. The lock is an exclusive transaction on a second SQLite
// file, held while the app runs. The operating system releases it with the process, so a killed owner leaves no
// stale lock. A file beside it says which process holds it, for the sentence of a second one.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { message } from '../../../../../shared/texts/message.ts'
import { failed } from '../../../system/failure.ts'

export const lockName = 'owner.lock'
const holderName = 'owner.json'

/** The process that holds the lock: `program` is the command, such as `start` or `run`, or `desktop`. */
const holder = z.object({ program: z.string().max(40), pid: z.number().int(), since: z.number() })

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

/**
 * Notes which process holds the lock; call it with the lock held. A note that cannot be written is left out: the lock
 * itself does not depend on it.
 * @param now milliseconds since 1970
 */
export function noteHolder(folder: string, now: number): void {
  const command = process.argv[2] ?? ''
  const program =
    process.versions['electron'] !== undefined
      ? 'desktop'
      : /^[a-z-]{1,40}$/.test(command)
        ? command
        : 'carryover'
  const file = join(folder, holderName)
  try {
    writeFileSync(file, JSON.stringify({ program, pid: process.pid, since: now }), { mode: 0o600 })
  } catch {
    // A full disk, for example: the sentence then names no process.
  }
}

/** Failure if another process holds it, with its command, process number and start, as far as they are known. */
export function folderInUse(folder: string): ReturnType<typeof failed> {
  const known = holderOf(folder)
  return failed(
    'workspace',
    'workspace_in_use',
    known === null
      ? message('store.folder_in_use', { folder })
      : message('store.folder_in_use_by', { folder, ...known }),
  )
}

function holderOf(folder: string): z.infer<typeof holder> | null {
  try {
    return holder.parse(JSON.parse(readFileSync(join(folder, holderName), 'utf8')))
  } catch {
    return null
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
