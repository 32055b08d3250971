// Hidden staging folder of a report: files are written there before they move to their final places. Only one
// report at a time writes into a folder, and the next report removes the leftovers of a killed one.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockName, type OwnerLock, takeOwnerLock } from '../store/database/folder/owner-lock.ts'

export const stagingName = '.carryover-report'

export function stagingIn(folder: string): string {
  return join(folder, stagingName)
}

export type Staging = {
  readonly path: (file: string) => string
  /**
   * Moves all files to their places, the last of `files` last. Files of an earlier report are removed first, in
   * reverse order.
   */
  place(files: readonly string[], earlier: readonly string[]): Promise<void>
  /** Removes the rest. */
  end(): Promise<void>
}

/** Null while another report writes into this folder. */
export async function openStaging(folder: string): Promise<Staging | null> {
  const staging = stagingIn(folder)
  const lock = await lockFolder(staging)
  if (lock === null) return null
  await clear(staging)
  return {
    path: (file) => join(staging, file),
    async place(files, earlier) {
      for (const file of earlier.toReversed()) await rm(join(folder, file), { force: true })
      for (const file of files) await rename(join(staging, file), join(folder, file))
    },
    end: () => remove(staging, lock),
  }
}

/** Removes the leftovers of a killed report; an active report stays. */
export async function removeStaging(staging: string): Promise<void> {
  if (!existsSync(staging)) return
  const lock = takeOwnerLock(staging)
  if (lock !== null) await remove(staging, lock)
}

async function lockFolder(staging: string): Promise<OwnerLock | null> {
  for (;;) {
    await mkdir(staging, { recursive: true, mode: 0o700 })
    const lock = takeOwnerLock(staging)
    // The previous report may have removed the folder during the wait.
    if (lock === null || existsSync(join(staging, lockName))) return lock
    lock.release()
  }
}

async function clear(staging: string): Promise<void> {
  for (const name of await readdir(staging))
    if (!name.startsWith(lockName)) await rm(join(staging, name), { recursive: true, force: true })
}

/** If the system can remove open files, all is removed before the lock is released; otherwise after it. */
async function remove(staging: string, lock: OwnerLock): Promise<void> {
  await clear(staging)
  if (process.platform !== 'win32') await rm(staging, { recursive: true, force: true })
  lock.release()
  if (process.platform === 'win32') await rm(staging, { recursive: true, force: true })
}
