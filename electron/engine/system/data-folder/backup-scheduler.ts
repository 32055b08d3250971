// Keeps a verified backup at most about an hour old while the engine runs. A failed backup is reported and retried;
// it never stops other work.
import { rm } from 'node:fs/promises'
import type { Clock } from '../clock.ts'
import { saidOf } from '../said-error.ts'
import { listBackups, saveBackup } from '../../store/database/backup/backups.ts'
import type { Workspace } from '../../store/database/open.ts'
import { message, type Message } from '../../../../shared/texts/message.ts'

const firstLook = 60_000
const lookEvery = 10 * 60_000
const oldestBackup = 60 * 60_000

export type BackupScheduler = {
  /**
   * Makes a verified backup now and deletes all others, which hold what was purged. False while the database may be
   * damaged: then all stay. Throws if none can be made.
   */
  replaceAll(): Promise<boolean>

  /** Stops the schedule and waits for a backup under way. */
  stop(): Promise<void>
}

export function keepBackups(
  workspace: Pick<Workspace, 'database' | 'folder'>,
  clock: Clock,
  hears: {
    readonly failed: (message: Message) => void
    /**
     * A copy reads everything, so it may find damage: returns true if the error is damage, which is reported
     * elsewhere.
     */
    readonly isDamage?: (error: unknown) => boolean
    /** True if the database may be damaged: a copy would not be worth keeping. */
    readonly isDoubtful?: () => boolean
  },
): BackupScheduler {
  const { failed, isDamage = () => false, isDoubtful = () => false } = hears
  let cancel = clock.after(firstLook, look)
  let making: Promise<void> | null = null
  let stopped = false

  function look(): void {
    if (stopped) return
    cancel = clock.after(isDoubtful() ? firstLook : lookEvery, look)
    if (isDoubtful()) return
    const newest = listBackups(workspace.folder)[0]
    if (making !== null || (newest !== undefined && Math.abs(clock.now() - newest.at) < oldestBackup)) return
    making = saveBackup(workspace.database, workspace.folder, clock.now())
      .then(
        () => undefined,
        (error: unknown) => {
          if (!isDamage(error)) failed(message('store.no_backup_made', { why: saidOf(error) }))
        },
      )
      .finally(() => {
        making = null
      })
  }

  return {
    async replaceAll() {
      while (making !== null) await making
      if (stopped || isDoubtful()) return false
      const replacing = replaceBackups(workspace, clock.now())
      // Another one is neither begun nor waited for in vain.
      making = replacing
        .catch(() => undefined)
        .finally(() => {
          making = null
        })
      await replacing
      return true
    },
    async stop() {
      stopped = true
      cancel()
      await making
    },
  }
}

async function replaceBackups(
  { database, folder }: Pick<Workspace, 'database' | 'folder'>,
  now: number,
): Promise<void> {
  const { name } = await saveBackup(database, folder, now)
  for (const old of listBackups(folder)) if (old.name !== name) await rm(old.file, { force: true })
}
