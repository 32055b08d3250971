// List of files that are being written for a person, in any folder. Each is recorded before writing begins, so the
// next start can remove files that a kill left incomplete. It is no job: nothing of a file is continued.
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { removeStaging, stagingName } from './staging.ts'
import type { SettingStore } from '../store/database/settings.ts'

const setting = 'unfinished_files'
const paths = z.array(z.string())

export type UnfinishedFiles = ReturnType<typeof createUnfinishedFiles>

export function createUnfinishedFiles(settings: SettingStore) {
  const known = new Set(paths.parse(JSON.parse(settings.get(setting) ?? '[]')))
  const keep = (): void => settings.set(setting, JSON.stringify([...known]))

  return {
    /** Runs a function that writes a part file, or a report into a folder. */
    async around<T>(path: string, write: () => Promise<T>): Promise<T> {
      known.add(path)
      keep()
      const result = await write()
      known.delete(path)
      keep()
      return result
    },
    /** At start. A file that cannot be removed now (its drive is missing) is retried at the next start. */
    async removeLeft(): Promise<void> {
      const left = [...known]
      for (const path of left) {
        try {
          if (path.endsWith(stagingName)) await removeStaging(path)
          else await rm(path, { force: true })
          known.delete(path)
        } catch {
          continue
        }
      }
      if (left.length > 0) keep()
    },
  }
}
