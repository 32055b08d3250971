// Gives a finished file the name that a person chose, if no other file has that name. A check before is not enough: another
// program may write a file of this name while ours is being written.
import { link, open, rename, rm, stat } from 'node:fs/promises'

/**
 * False: there is a file of this name, which stays as it is, and so does the part. Both paths are of one folder. Throws what
 * the system reports.
 */
export async function placeNew(part: string, path: string, linkFile: typeof link = link): Promise<boolean> {
  try {
    await linkFile(part, path)
  } catch {
    // On a network drive the link may have been made although the answer is an error.
    if (!(await isSameFile(part, path))) return placeReserved(part, path)
  }
  // The file has its name now. If its other name cannot be removed, only that name is left over.
  await rm(part, { force: true }).catch(() => undefined)
  return true
}

/** Whether the two paths are two names of one file. */
export async function isSameFile(first: string, second: string): Promise<boolean> {
  const [one, other] = await Promise.all([
    stat(first, { bigint: true }).catch(() => null),
    stat(second, { bigint: true }).catch(() => null),
  ])
  return one !== null && other !== null && one.ino === other.ino && one.dev === other.dev
}

/** Where a file cannot have two names (FAT): an empty file takes the name, then ours replaces it. */
async function placeReserved(part: string, path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
  try {
    await rename(part, path)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return true
}
