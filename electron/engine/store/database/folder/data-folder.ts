// Chooses the data folder: the folder that a person named, or a folder of ours inside it. A folder that holds other
// files, or that other users may open, is left unchanged.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOpenToOthers } from '../../../system/data-folder/open-to-others.ts'
import { databaseName } from '../database-file.ts'
import { lockName, takeOwnerLock } from './owner-lock.ts'

/** Name of our own folder inside another. */
const ownName = 'carryover-data'

export function dataFolderIn(named: string, platform: NodeJS.Platform = process.platform): string {
  if (!existsSync(named) || !statSync(named).isDirectory()) return named
  const held = readdirSync(named)
  if (held.includes(databaseName) || held.includes(lockName)) return named
  const isOpen = isOpenToOthers(statSync(named), platform)
  return held.length === 0 && !isOpen ? named : dataFolderIn(join(named, ownName), platform)
}

const passing = 'carryover-passing-'

/** Temporary data folder of a command; its name contains the process that created it. */
export function makePassingFolder(): string {
  return mkdtempSync(join(tmpdir(), `${passing}${process.pid}-`))
}

/** Removes temporary folders of killed commands, because they contain the data those commands read. */
export function removeLeftFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${passing}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) removeUnlessOwned(join(tmpdir(), name))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Another user's folder stays, and so does one whose owner runs in a container, where its process id is not visible.
 */
function removeUnlessOwned(folder: string): void {
  try {
    const lock = takeOwnerLock(folder)
    if (lock === null) return
    lock.release()
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Not ours, or it cannot be removed: the next start tries again.
  }
}
