// Opens a workspace: folder, owner lock, SQLite with the settings of reliability.md section 1, checks, schema steps.
// Nothing of a file that is not ours, that is newer than this program or that is damaged is changed.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { Database as Connection } from 'better-sqlite3'
import { failed, messageOf, type Result, success } from '../failure.ts'
import { listBackups, saveBackup } from './backups.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import { applicationId, migrate, schemaVersion } from './schema.ts'

export const databaseName = 'carryover.sqlite'

/** SQLite before this had a bug that could lose commits when the write-ahead log was reset. */
const oldestSqlite = '3.51.3'

export type Workspace = {
  readonly database: Connection
  readonly folder: string
  /** False when the last owner did not end in order (a crash, a kill, power). */
  readonly endedCleanly: boolean
  close(): void
}

export type OpenOptions = {
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** For tests of a full disk. */
  readonly maxPages?: number | undefined
}

export async function openWorkspace(options: OpenOptions): Promise<Result<Workspace>> {
  const { folder } = options
  try {
    makeFolder(folder)
  } catch (error) {
    return failed(
      'workspace',
      'folder_not_usable',
      `The data folder ${folder} cannot be used (${messageOf(error)}). Choose a folder that you may write to.`,
    )
  }
  let lock: OwnerLock | null
  try {
    lock = takeOwnerLock(folder)
  } catch (error) {
    return failed(
      'workspace',
      'folder_not_usable',
      `The data folder ${folder} cannot be written (${messageOf(error)}). Check its permissions and the space on the disk.`,
    )
  }
  if (lock === null) {
    return failed(
      'workspace',
      'workspace_in_use',
      `Another Carryover is using the data folder ${folder}. Close it first, or choose another folder.`,
    )
  }
  try {
    const opened = await openDatabase(options, lock)
    if (!opened.ok) lock.release()
    return opened
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Parents are made one by one: where the system answers "not found" for a folder in an existing one (`/proc`), Node's
 * recursive mkdir never returns. Only a folder that is ours is closed to others, never one that holds something else.
 */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) {
    if (!existsSync(dirname(folder))) makeFolder(dirname(folder))
    mkdirSync(folder, { mode: 0o700 })
  }
  const held = readdirSync(folder)
  if (held.length === 0 || held.includes(databaseName)) chmodSync(folder, 0o700)
}

async function openDatabase(options: OpenOptions, lock: OwnerLock): Promise<Result<Workspace>> {
  const file = join(options.folder, databaseName)
  const isNew = !existsSync(file)
  let database: Connection
  try {
    database = new Database(file, { timeout: 5000 })
    const refusal = refuseForeign(database, file, isNew)
    if (refusal !== null) {
      database.close()
      return refusal
    }
    chmodSync(file, 0o600)
    configure(database, options.maxPages)
  } catch (error) {
    if (isDamage(error)) return damaged(options.folder, messageOf(error))
    return failed(
      'workspace',
      'database_not_usable',
      `The database ${file} cannot be opened (${messageOf(error)}). Check the folder's permissions and the space on the disk.`,
    )
  }

  const before = isNew ? 0 : version(database)
  const endedCleanly = isNew || (before > 0 && readSetting(database, 'ended_cleanly') === 'yes')
  const health = isNew ? 'ok' : check(database, endedCleanly ? 'quick_check' : 'integrity_check')
  if (health !== 'ok') {
    database.close()
    return damaged(options.folder, health)
  }
  if (before > 0 && before < schemaVersion) await saveBackup(database, options.folder, options.now())
  migrate(database)
  writeSetting(database, 'ended_cleanly', 'no')
  assertDurable(database)
  return success({
    database,
    folder: options.folder,
    endedCleanly,
    close() {
      if (!database.open) return
      writeSetting(database, 'ended_cleanly', 'yes')
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
      lock.release()
    },
  })
}

function refuseForeign(database: Connection, file: string, isNew: boolean): ReturnType<typeof failed> | null {
  const sqlite = (database.prepare('SELECT sqlite_version() AS version').get() as { version: string }).version
  if (compareVersions(sqlite, oldestSqlite) < 0) {
    throw new Error(
      `SQLite ${sqlite} is older than ${oldestSqlite}, which is the oldest that keeps every commit`,
    )
  }
  if (isNew) return null
  const owner = database.pragma('application_id', { simple: true })
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number }
  if (owner !== applicationId && (owner !== 0 || tables.count > 0)) {
    return failed(
      'workspace',
      'foreign_database',
      `${file} belongs to another program and was not touched. Choose another data folder.`,
    )
  }
  if (version(database) > schemaVersion) {
    return failed(
      'workspace',
      'newer_database',
      `${file} was written by a newer Carryover and was not touched. Update Carryover to open it.`,
    )
  }
  return null
}

/** The order matters: `synchronous` is set after WAL, since the library's build lowers it there. */
function configure(database: Connection, maxPages: number | undefined): void {
  database.pragma(`application_id = ${applicationId}`)
  const mode = database.pragma('journal_mode = WAL', { simple: true })
  if (mode !== 'wal')
    throw new Error(`the write-ahead log is not available here (journal mode ${String(mode)})`)
  for (const setting of [
    'synchronous = FULL',
    'fullfsync = ON',
    'checkpoint_fullfsync = ON',
    'foreign_keys = ON',
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'temp_store = MEMORY',
    'secure_delete = ON',
    'busy_timeout = 5000',
    'wal_autocheckpoint = 1000',
    'journal_size_limit = 16777216',
    'mmap_size = 0',
  ]) {
    database.pragma(setting)
  }
  if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`)
}

/** After the first write: a build that fell back to NORMAL would lose commits with the power. */
function assertDurable(database: Connection): void {
  const level = database.pragma('synchronous', { simple: true })
  if (level !== 2) throw new Error(`SQLite runs with synchronous ${String(level)} instead of FULL`)
}

function check(database: Connection, how: 'quick_check' | 'integrity_check'): string {
  try {
    const rows = database.pragma(how) as Record<string, string>[]
    const words = rows.map((row) => Object.values(row)[0] ?? '')
    return words.length === 1 && words[0] === 'ok' ? 'ok' : words.slice(0, 3).join('; ')
  } catch (error) {
    return messageOf(error)
  }
}

function damaged(folder: string, what: string): ReturnType<typeof failed> {
  const newest = listBackups(folder)[0]
  const offer =
    newest === undefined
      ? 'There is no backup yet.'
      : `The newest verified backup is ${newest.name}; restoring it treats every unsettled account as unconfirmed, so nothing is sent twice.`
  return failed(
    'workspace',
    'database_damaged',
    `The database in ${folder} is damaged (${what}). Nothing was sent and nothing was changed. ${offer}`,
  )
}

/**
 * Sets the damaged files aside together and puts the newest verified backup in their place. Whatever had not settled
 * in the backup may have been sent since: it is read from the service before anything is sent again.
 */
export function restoreNewestBackup(folder: string, now: number): Result<{ readonly name: string }> {
  const newest = listBackups(folder)[0]
  if (newest === undefined)
    return failed('workspace', 'no_backup', `There is no backup in ${folder} to restore.`)
  const lock = takeOwnerLock(folder)
  if (lock === null)
    return failed(
      'workspace',
      'workspace_in_use',
      `Another Carryover is using the data folder ${folder}. Close it first.`,
    )
  try {
    const aside = join(folder, `damaged-${now}`)
    mkdirSync(aside, { mode: 0o700 })
    for (const suffix of ['', '-wal', '-shm']) {
      const file = join(folder, `${databaseName}${suffix}`)
      if (existsSync(file)) renameSync(file, join(aside, `${databaseName}${suffix}`))
    }
    copyFileSync(newest.file, join(folder, databaseName))
    const restored = new Database(join(folder, databaseName))
    restored.exec(`
      UPDATE account SET doubt = 1 WHERE outcome IS NOT 'created';
      UPDATE account SET state = 'unconfirmed', due_at = 0, tries = 0, not_found_at = NULL
        WHERE state IN ('queued','sending','watching');
    `)
    writeSetting(restored, 'ended_cleanly', 'no')
    restored.close()
    return success({ name: newest.name })
  } finally {
    lock.release()
  }
}

export function readSetting(database: Connection, name: string): string | null {
  const row = database.prepare('SELECT value FROM setting WHERE name = ?').get(name) as
    | { value: string }
    | undefined
  return row?.value ?? null
}

export function writeSetting(database: Connection, name: string, value: string): void {
  database
    .prepare('INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    .run(name, value)
}

function version(database: Connection): number {
  return database.pragma('user_version', { simple: true }) as number
}

function isDamage(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  )
}

function compareVersions(left: string, right: string): number {
  const a = left.split('.').map(Number)
  const b = right.split('.').map(Number)
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
