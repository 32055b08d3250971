// Keeps a verified backup that is never much older than an hour while the engine runs. A backup that fails is told and
// tried again; it never stops the work.
import type { Clock } from './clock.ts'
import { messageOf } from './failure.ts'
import { listBackups, saveBackup } from './store/backups.ts'
import type { Workspace } from './store/open.ts'

const firstLook = 60_000
const lookEvery = 10 * 60_000
const oldestBackup = 60 * 60_000

export type BackupKeeper = {
  /** Ends looking, and waits for a backup that is being made. */
  stop(): Promise<void>
}

export function keepBackups(
  workspace: Pick<Workspace, 'database' | 'folder'>,
  clock: Clock,
  hears: {
    readonly failed: (message: string) => void
    /** A copy reads everything, so it may be what finds damage: true where that is told. */
    readonly isDamage?: (error: unknown) => boolean
    /** The database may be damaged: a copy of it would be none to keep. */
    readonly isDoubtful?: () => boolean
  },
): BackupKeeper {
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
          if (!isDamage(error))
            failed(`No backup could be made (${messageOf(error)}). Make room on the disk; it is tried again.`)
        },
      )
      .finally(() => {
        making = null
      })
  }

  return {
    async stop() {
      stopped = true
      cancel()
      await making
    },
  }
}
