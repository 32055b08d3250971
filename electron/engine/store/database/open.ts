// Opens a workspace: folder, owner lock, SQLite with the settings that keep every commit, checks, schema
// steps. A file that is not ours, that is newer than this program or that is damaged is never changed.
//
// A small file is checked before it is opened. So is a file that needs a schema step, or that was damaged when it
// was last open. Checking a large file takes seconds, so it is opened first and a thread checks it while people
// work (database-check.ts). Until the check says "sound", nothing is sent or validated (../integrity.ts), because
// requests cannot be undone. Writing is allowed: it goes into the log, which is not copied into the file during the
// check, so damage does not spread. If the check finds damage, file and log are set aside together.
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import { type Failure, failed, messageOf, type Result, success } from '../../system/failure.ts'
import { SaidError, saidOf } from '../../system/said-error.ts'
import { type AttemptJournal, startJournal } from '../sending/attempts/attempt-journal.ts'
import { saveBackup } from './backup/backups.ts'
import { closeUntouched, damaged, isDamage, markDamaged } from './check/damage.ts'
import { type Depth } from './check/database-check.ts'
import { databaseName, openDatabaseFile } from './database-file.ts'
import { type Doubted, keepFound, readPosition } from '../sending/attempts/doubt.ts'
import { type FolderKey, noteKey, unlockFolder } from './folder/encryption.ts'
import { keepIdentity } from './folder/folder-identity.ts'
import { checkJournal } from '../sending/attempts/journal-check.ts'
import { checkDue, inspect, type InspectOptions, soundly, version } from './check/inspect.ts'
import { folderInUse, noteHolder, type OwnerLock, takeOwnerLock } from './folder/owner-lock.ts'
import { applicationId, migrate, schemaVersion } from './schema.ts'
import { finishRestore } from './backup/set-aside.ts'
import { forgetSetting, readSetting, writeSetting } from './settings.ts'
import { message } from '../../../../shared/texts/message.ts'

/** Older versions of SQLite had a bug that could lose commits when the write-ahead log was reset. */
const oldestSqlite = '3.51.3'

export type Workspace = {
  readonly database: Connection
  readonly folder: string
  readonly journal: AttemptJournal
  /** Attempts that only the attempt journal knew; null: no more than after a kill. */
  readonly doubted: Doubted | null
  /** False if the last owner did not shut down cleanly (a crash, a kill, a power cut). */
  readonly endedCleanly: boolean
  /** It has to be checked while it is open; absent: it was checked before. */
  readonly unchecked?: Unchecked
  /** Damage was found while open: from here on nothing is written to the file, not even on closing. */
  damaged(what: string): Failure
  close(): void
}

export type Unchecked = {
  readonly depth: Depth
  /** The check found no damage. */
  sound(): void
}

export type OpenOptions = InspectOptions & {
  /** Encrypts a new folder, and opens an encrypted one. @default no_key_given */
  readonly folderKey?: FolderKey | undefined
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
      message('store.folder_not_usable_as_data_folder', { folder, why: messageOf(error) }),
    )
  }
  let lock: OwnerLock | null
  try {
    lock = takeOwnerLock(folder)
  } catch (error) {
    return failed(
      'workspace',
      'folder_not_usable',
      message('store.folder_not_written', { folder, why: messageOf(error) }),
    )
  }
  if (lock === null) return folderInUse(folder)
  noteHolder(folder, options.now())
  try {
    const opened =
      unlockFolder(folder, options.folderKey ?? 'no_key_given') ?? (await openDatabase(options, lock))
    if (!opened.ok) lock.release()
    return opened
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Parents are created one by one: if the system answers "not found" for a folder in an existing one (`/proc`), Node's
 * recursive mkdir never returns. An existing folder keeps its mode; data-folder.ts decides which folder is ours.
 */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

async function openDatabase(options: OpenOptions, lock: OwnerLock): Promise<Result<Workspace>> {
  const { folder } = options
  const file = join(folder, databaseName)
  let database: Connection | null = null
  try {
    if (!existsSync(file)) finishRestore(file, options.now())
    const isNew = !existsSync(file)
    const found = isNew ? soundly : inspect(file, options)
    if (found.refusal !== null) return found.refusal
    noteKey(folder)
    database = openDatabaseFile(file, { timeout: 5000 })
    assertVersion(database)
    chmodSync(file, 0o600)
    // Set before the first write: freed pages are returned to the disk (space.ts).
    if (isNew) database.pragma('auto_vacuum = INCREMENTAL')
    configure(database, options.maxPages)
    const before = version(database)
    const endedCleanly = isNew || (before > 0 && readSetting(database, 'ended_cleanly') === 'yes')
    if (before > 0 && before < schemaVersion) await saveBackup(database, folder, options.now())
    migrate(database)
    writeSetting(database, 'ended_cleanly', 'no')
    if (options.copyAllowed !== true) keepIdentity(database, folder)
    if (found.unchecked === 'whole') writeSetting(database, checkDue, 'whole')
    else forgetSetting(database, checkDue)
    assertDurable(database)
    const { journal, doubted } = beginJournal(database, folder, options.now(), endedCleanly)
    return success(
      workspaceOf({
        database,
        folder,
        journal,
        doubted,
        endedCleanly: endedCleanly && doubted === null,
        lock,
        depth: found.unchecked,
      }),
    )
  } catch (error) {
    database?.close()
    if (isDamage(error)) return damaged(folder, messageOf(error))
    return failed(
      'workspace',
      'database_not_usable',
      message('store.database_not_opened', { file, why: saidOf(error) }),
    )
  }
}

/** A kill between the journal's write and the commit leaves at most the intents of one group commit. */
const mostUncommitted = 64

/** Compares the attempt journal with the database, and continues it. */
function beginJournal(
  database: Connection,
  folder: string,
  now: number,
  endedCleanly: boolean,
): Pick<Workspace, 'journal' | 'doubted'> {
  const known = readPosition(database)
  const found = checkJournal(folder, known?.position ?? null, endedCleanly)
  const started = startJournal(folder, {
    key: known?.key ?? found.key,
    next: found.next,
    segment: found.segment,
    isBroken: found.broken !== null || found.lacksLast,
  })
  let doubted: Doubted | null
  try {
    doubted = keepFound(database, found, started, now)
  } catch (error) {
    started.journal.close()
    throw error
  }
  const isUsual = !endedCleanly && doubted?.broken === null && doubted.missed <= mostUncommitted
  return { journal: started.journal, doubted: isUsual ? null : doubted }
}

function workspaceOf(open: {
  readonly database: Connection
  readonly folder: string
  readonly journal: AttemptJournal
  readonly doubted: Doubted | null
  readonly endedCleanly: boolean
  readonly lock: OwnerLock
  readonly depth: Depth | null
}): Workspace {
  const { database, folder, journal, doubted, endedCleanly, lock, depth } = open
  let isDamaged = false
  const unchecked = (toDo: Depth): Unchecked => ({
    depth: toDo,
    sound: () => forgetSetting(database, checkDue),
  })
  return {
    database,
    folder,
    journal,
    doubted,
    endedCleanly,
    ...(depth === null ? {} : { unchecked: unchecked(depth) }),
    damaged(what) {
      isDamaged = true
      markDamaged(folder, what)
      if (database.open) database.pragma('wal_autocheckpoint = 0')
      return damaged(folder, what, 'open').failure
    },
    close() {
      if (!database.open) return
      try {
        journal.close()
        if (isDamaged) return closeUntouched(database)
        writeSetting(database, 'ended_cleanly', 'yes')
        database.pragma('wal_checkpoint(TRUNCATE)')
      } catch (error) {
        if (!isDamage(error)) throw error
        // The next start checks everything and reports it.
        markDamaged(folder, messageOf(error))
        closeUntouched(database)
      } finally {
        if (database.open) database.close()
        lock.release()
      }
    },
  }
}

function assertVersion(database: Connection): void {
  const sqlite = (database.prepare('SELECT sqlite_version() AS version').get() as { version: string }).version
  if (compareVersions(sqlite, oldestSqlite) < 0) {
    throw new Error(
      `SQLite ${sqlite} is older than ${oldestSqlite}, which is the oldest that keeps every commit`,
    )
  }
}

/** The order matters: `synchronous` is set after WAL, because the library's build lowers it there. */
function configure(database: Connection, maxPages: number | undefined): void {
  if (database.pragma('application_id', { simple: true }) !== applicationId)
    database.pragma(`application_id = ${applicationId}`)
  const mode = database.pragma('journal_mode = WAL', { simple: true })
  if (mode !== 'wal') throw new SaidError(message('store.no_write_ahead_log', { mode: String(mode) }))
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

/** Called after the first write: a build that fell back to NORMAL would lose commits in a power cut. */
function assertDurable(database: Connection): void {
  const level = database.pragma('synchronous', { simple: true })
  if (level !== 2) throw new Error(`SQLite runs with synchronous ${String(level)} instead of FULL`)
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
