// Hidden folder in which a report is written before its files are moved into place. One report at a time writes to a
// target folder, and the next one deletes what a kill left.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockName, type OwnerLock, takeOwnerLock } from '../store/database/owner-lock.ts'

export const stagingName = '.carryover-report'

export function stagingIn(folder: string): string {
  return join(folder, stagingName)
}

export type Staging = {
  readonly path: (file: string) => string
  /** Gives all files their places, the last of `files` last. Files of an earlier report go first, its last one first. */
  place(files: readonly string[]): Promise<void>
  /** Takes away what is left. */
  end(): Promise<void>
}

/** Null while another report is written into this folder. */
export async function openStaging(folder: string): Promise<Staging | null> {
  const staging = stagingIn(folder)
  const lock = await lockFolder(staging)
  if (lock === null) return null
  await clear(staging)
  return {
    path: (file) => join(staging, file),
    async place(files) {
      for (const file of files.toReversed()) await rm(join(folder, file), { force: true })
      for (const file of files) await rename(join(staging, file), join(folder, file))
    },
    end: () => remove(staging, lock),
  }
}

/** What a report that was killed has left; a report that is being written stays. */
export async function removeStaging(staging: string): Promise<void> {
  if (!existsSync(staging)) return
  const lock = takeOwnerLock(staging)
  if (lock !== null) await remove(staging, lock)
}

async function lockFolder(staging: string): Promise<OwnerLock | null> {
  for (;;) {
    await mkdir(staging, { recursive: true, mode: 0o700 })
    const lock = takeOwnerLock(staging)
    // The report before may have taken the folder away while it was waited for.
    if (lock === null || existsSync(join(staging, lockName))) return lock
    lock.release()
  }
}

async function clear(staging: string): Promise<void> {
  for (const name of await readdir(staging))
    if (!name.startsWith(lockName)) await rm(join(staging, name), { recursive: true, force: true })
}

/** Whole before the lock is given back, where the system removes files that are open; behind it elsewhere. */
async function remove(staging: string, lock: OwnerLock): Promise<void> {
  await clear(staging)
  if (process.platform !== 'win32') await rm(staging, { recursive: true, force: true })
  lock.release()
  if (process.platform === 'win32') await rm(staging, { recursive: true, force: true })
}
