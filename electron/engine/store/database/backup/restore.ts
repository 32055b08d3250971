// Replaces a damaged database with a backup. A sound database is replaced only on request. A database that is not
// ours or that is newer than this program is never replaced, and a backup that fails verification is never used.
// Accounts that were not done in the backup may have been sent since, so they are read from the service before
// anything is sent again.
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { failed, messageOf, type Result, success } from '../../../system/failure.ts'
import { type Backup, listBackups, verify } from './backups.ts'
import { isDamage, otherBeginning } from '../check/damage.ts'
import { startDatabaseCheck } from '../check/database-check.ts'
import { databaseName, headOf, openDatabaseFile } from '../database-file.ts'
import { createAuditLog } from '../../audit/audit-log.ts'
import { putAllInDoubt } from '../../sending/attempts/doubt.ts'
import { refusalOfOwner } from '../check/inspect.ts'
import { folderInUse, takeOwnerLock } from '../folder/owner-lock.ts'
import { finishRestore, restoredFile } from './set-aside.ts'
import { type Said, message } from '../../../../../shared/texts/message.ts'

export type RestoreChoice = {
  /** The engine must not have it open. */
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** A backup's name; the newest when left out. */
  readonly backup?: string | undefined
  /** Also if the database is sound. */
  readonly replaceSound?: boolean | undefined
}

/** `at`: creation time of the backup, in milliseconds since 1970. Later entries are not in it. */
export type Restored = { readonly name: string; readonly at: number }

type Refused = ReturnType<typeof failed>

/** Reads the database and the backup completely, which takes seconds for large ones; threads do that. */
export async function restoreBackup(choice: RestoreChoice): Promise<Result<Restored>> {
  const { folder } = choice
  const chosen = chooseBackup(folder, choice.backup)
  if ('ok' in chosen) return chosen
  const lock = takeOwnerLock(folder)
  if (lock === null) return folderInUse(folder)
  try {
    return (await refuseToReplace(choice, chosen)) ?? (await putInPlace(chosen, choice))
  } finally {
    lock.release()
  }
}

function chooseBackup(folder: string, name: string | undefined): Backup | Refused {
  const backups = listBackups(folder)
  const chosen = name === undefined ? backups[0] : backups.find((backup) => backup.name === name)
  if (chosen !== undefined) return chosen
  return failed(
    'workspace',
    'no_backup',
    backups.length === 0
      ? message('store.no_backup', { folder })
      : message('store.no_such_backup', {
          name: name ?? '',
          folder,
          names: backups.map((backup) => backup.name).join(', '),
        }),
  )
}

/** Null: the existing database is damaged or missing. */
async function refuseToReplace(
  { folder, replaceSound }: RestoreChoice,
  { name, at }: Backup,
): Promise<Refused | null> {
  const file = join(folder, databaseName)
  if (!existsSync(file)) return null
  try {
    const foreign = refusalOfOwner(file)
    if (foreign !== null) return foreign
    if (headOf(file) === 'changed') return null
  } catch (error) {
    if (isDamage(error)) return null
    return failed(
      'workspace',
      'database_not_usable',
      message('store.database_not_read', { file, why: messageOf(error) }),
    )
  }
  if (replaceSound === true) return null
  const end = await startDatabaseCheck(file, 'whole').ended
  if (end.kind === 'damaged') return null
  if (end.kind === 'sound')
    return failed(
      'workspace',
      'database_sound',
      message('store.database_sound', { folder, name, since: new Date(at).toISOString() }),
    )
  const why = end.kind === 'failed' ? end.what : message('store.check_was_left')
  return failed(
    'workspace',
    'database_not_checked',
    message('store.database_not_checked_for_restore', { folder, why }),
  )
}

/** Prepared next to the file: even after a crash, a backup in place is always already in doubt. */
async function putInPlace(
  { name, file, at }: Backup,
  { folder, now }: RestoreChoice,
): Promise<Result<Restored>> {
  const part = `${restoredFile(folder)}.part`
  rmSync(restoredFile(folder), { force: true })
  try {
    copyFileSync(file, part)
    chmodSync(part, 0o600)
    const wrong = await wrongWith(part)
    if (wrong !== null)
      return failed(
        'workspace',
        'backup_not_usable',
        message('store.backup_not_usable', { name, why: wrong }),
      )
    putInDoubt(part, name, now)
    renameSync(part, restoredFile(folder))
  } catch (error) {
    return failed(
      'workspace',
      'backup_not_restored',
      message('store.backup_not_restored', { name, why: messageOf(error) }),
    )
  } finally {
    rmSync(part, { force: true })
  }
  finishRestore(join(folder, databaseName), now)
  return success({ name, at })
}

async function wrongWith(copy: string): Promise<Said | null> {
  try {
    if (headOf(copy) === 'changed') return otherBeginning
    return refusalOfOwner(copy)?.failure.message ?? (await verify(copy))
  } catch (error) {
    if (isDamage(error)) return messageOf(error)
    throw error
  }
}

function putInDoubt(file: string, backup: string, now: number): void {
  const restored = openDatabaseFile(file)
  try {
    restored.transaction(() => putAllInDoubt(restored, now))()
    createAuditLog(restored).add({ action: 'recovery.restore', batch: null, details: { backup } }, now)
  } finally {
    restored.close()
  }
}
