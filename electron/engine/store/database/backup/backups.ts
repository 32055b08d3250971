// Backups of a workspace. At most three are kept. SQLite makes each copy, and a copy must be verified before it
// counts.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import { z } from 'zod'
import { runTask } from '../../../jobs/threads.ts'
import type { BackupTask } from './backup-worker.ts'
import { startDatabaseCheck } from '../check/database-check.ts'
import { openDatabaseFile } from '../database-file.ts'
import { SaidError } from '../../../system/said-error.ts'
import { message, type Said } from '../../../../../shared/texts/message.ts'

const kept = 3

/** `at`: creation time in milliseconds since 1970. */
export type Backup = { readonly name: string; readonly file: string; readonly at: number }

/** Newest first. */
export function listBackups(folder: string): Backup[] {
  let names: string[]
  try {
    names = readdirSync(join(folder, 'backups'))
  } catch {
    return []
  }
  return names
    .filter((name) => /^carryover-\d{15}\.sqlite$/.test(name))
    .sort()
    .reverse()
    .map((name) => ({ name, file: join(folder, 'backups', name), at: Number(/\d{15}/.exec(name)?.[0]) }))
}

export type BackupContents = Backup & {
  readonly bytes: number
  /** Its contents; null if it cannot be read. */
  readonly holds: { readonly batches: number; readonly accounts: number } | null
}

/** Backups with sizes and the counts stored in each; reads only a few pages. */
export function describeBackups(folder: string): BackupContents[] {
  return listBackups(folder).map((backup) => ({
    ...backup,
    bytes: statSync(backup.file, { throwIfNoEntry: false })?.size ?? 0,
    holds: contentsOf(backup.file),
  }))
}

function contentsOf(file: string): BackupContents['holds'] {
  let backup: Connection | null = null
  try {
    backup = openDatabaseFile(file, { readonly: true, fileMustExist: true })
    const numberOf = (query: string): number => z.number().parse(backup?.prepare(query).pluck().get())
    return {
      batches: numberOf('SELECT count(*) FROM batch'),
      accounts: numberOf('SELECT ifnull(sum(count), 0) FROM account_count'),
    }
  } catch {
    return null
  } finally {
    backup?.close()
  }
}

/** Copies the database, verifies the copy, then deletes all but the newest three. Throws if the copy is damaged. */
export async function saveBackup(database: Connection, folder: string, now: number): Promise<Backup> {
  const directory = join(folder, 'backups')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const name = `carryover-${String(now).padStart(15, '0')}.sqlite`
  const part = join(directory, `${name}.part`)
  // Leftovers of a killed copy.
  for (const left of readdirSync(directory)) if (left.endsWith('.part')) rmSync(join(directory, left))
  await copyInThread(database.name, part)
  chmodSync(part, 0o600)
  const wrong = await verify(part)
  if (wrong !== null) {
    rmSync(part, { force: true })
    throw new SaidError(message('store.backup_not_verified', { why: wrong }))
  }
  renameSync(part, join(directory, name))
  for (const old of listBackups(folder).slice(kept)) rmSync(old.file, { force: true })
  return { name, file: join(directory, name), at: now }
}

/** A thread copies it, because the whole database is read and the disk waited for. */
function copyInThread(file: string, copy: string): Promise<void> {
  const script = new URL('./backup-worker.ts', import.meta.url)
  return runTask<BackupTask>({ name: 'backup', script, data: null }, { file, copy })
}

/** A larger copy, in bytes, is verified by a thread. */
const largeCopy = 16 * 1024 ** 2

/** Checks the whole copy; returns its damage, or null. Throws if a small one cannot be read. */
export async function verify(file: string): Promise<Said | null> {
  if (statSync(file).size <= largeCopy) return damageIn(file)
  const end = await startDatabaseCheck(file, 'whole').ended
  if (end.kind === 'sound') return null
  return end.kind === 'left' ? message('store.check_was_left') : end.what
}

function damageIn(file: string): string | null {
  const copy = openDatabaseFile(file, { readonly: true })
  try {
    const health = copy.pragma('integrity_check', { simple: true })
    return health === 'ok' ? null : String(health)
  } finally {
    copy.close()
  }
}
