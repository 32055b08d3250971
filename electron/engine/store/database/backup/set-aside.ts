// Puts a restored backup in the place of a database. The replaced files are set aside together and never deleted.
// The operation can be repeated after a crash at any point.
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unmarkDamaged } from '../check/damage.ts'

/** A restored backup that is ready to replace the database. */
const restoredName = 'carryover-restored.sqlite'

export function restoredFile(folder: string): string {
  return join(folder, restoredName)
}

/** `file`: the database. Does nothing if there is no restored backup next to it. */
export function finishRestore(file: string, now: number): void {
  const folder = dirname(file)
  const ready = restoredFile(folder)
  if (!existsSync(ready)) return
  const damagedFolder = join(folder, `damaged-${now}`)
  mkdirSync(damagedFolder, { recursive: true, mode: 0o700 })
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, join(damagedFolder, basename(file) + suffix))
  }
  unmarkDamaged(folder)
  renameSync(ready, file)
}
