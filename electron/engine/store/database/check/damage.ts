// Detection and handling of a damaged database. Once damage is found, nothing more is written to the file. When a
// backup replaces it, the damaged file is set aside together with its log (open.ts).
import type { Depth } from './database-check.ts'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import { failed } from '../../../system/failure.ts'
import { listBackups } from '../backup/backups.ts'
import { openDatabaseFile } from '../database-file.ts'
import { inEnglish, message, type Said } from '../../../../../shared/texts/message.ts'

/** Mark next to a damaged database, so that the next start checks it before opening it. */
const markName = 'carryover-damaged.txt'

/** The damage in SQLite's words; null: none. Reads the whole database. */
export function damageIn(database: Connection, depth: Depth): string | null {
  const rows = database.pragma(depth === 'quick' ? 'quick_check' : 'integrity_check') as Record<
    string,
    string
  >[]
  const words = rows.map((row) => Object.values(row)[0] ?? '')
  return words.length === 1 && words[0] === 'ok' ? null : words.slice(0, 3).join('; ')
}

/** By its code only: an error from another thread keeps its code but not its class. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}

/** Message for a file whose first bytes were not written by Carryover. */
export const otherBeginning = message('store.other_beginning')

/** `when`: before it was opened, or while it was open. */
export function damaged(
  folder: string,
  why: Said,
  when: 'before' | 'open' = 'before',
): ReturnType<typeof failed> {
  const backup = listBackups(folder)[0]?.name
  return failed(
    'workspace',
    'database_damaged',
    message('store.database_damaged', {
      folder,
      why,
      when,
      has_backup: backup === undefined ? 'no' : 'yes',
      backup: backup ?? '',
    }),
  )
}

export function markDamaged(folder: string, what: Said): void {
  try {
    writeFileSync(join(folder, markName), `${inEnglish(what)}\n`, { mode: 0o600, flush: true })
  } catch {
    // The folder is read-only: the next start finds the damage again.
  }
}

export function isMarkedDamaged(folder: string): boolean {
  return existsSync(join(folder, markName))
}

/** The database in its place is sound, or another one. */
export function unmarkDamaged(folder: string): void {
  rmSync(join(folder, markName), { force: true })
}

/**
 * Closes it without a checkpoint: the last connection to close would make one, but a read-only connection does not.
 */
export function closeUntouched(database: Connection): void {
  let last: Connection | null = null
  try {
    last = openDatabaseFile(database.name, { readonly: true, timeout: 0 })
    last.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch {
    // Too damaged even for that: then there is no checkpoint either.
  }
  database.close()
  last?.close()
}
