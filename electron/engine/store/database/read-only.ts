// A look at a workspace from beside its owner: a connection that cannot write, without the owner's lock. In a write-ahead
// log a reader sees the last commit and holds no writer up, as long as each look is one short transaction; whatever the
// owner does meanwhile, a look shows one moment. Nothing here creates, repairs or migrates anything.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { failed, messageOf, type Result, success } from '../../system/failure.ts'
import { noJournal } from '../sending/attempt-journal.ts'
import { damaged, isDamage } from './damage.ts'
import { headOf, openDatabaseFile } from './database-file.ts'
import { databaseName } from './open.ts'
import { applicationId, schemaVersion } from './schema.ts'
import { createStore, type Store } from '../store.ts'

export type Look = {
  /** One moment of the workspace. Refuses once another file, or one of another version, is in its place. */
  at<T>(work: (store: Store) => T): Result<T>
  /**
   * The moment of this call, for work that takes longer than one call: whatever is committed later is not seen until the
   * look is closed. The log is not begun again while it is held, so it grows with what is written meanwhile.
   */
  hold(): Result<Store>
  close(): void
}

export function openLook(folder: string): Result<Look> {
  const file = join(folder, databaseName)
  let database: Database.Database | null = null
  try {
    database = openDatabaseFile(file, { readonly: true, fileMustExist: true, timeout: 5000 })
    const refusal = refuseOther(database, file)
    if (refusal !== null) {
      database.close()
      return refusal
    }
    return success(lookOn(database, file, folder))
  } catch (error) {
    database?.close()
    if (isDamage(error)) return damagedOrForeign(file, folder, error)
    return failed(
      'workspace',
      'database_not_usable',
      `The database ${file} cannot be looked at (${messageOf(error)}). Open it with Carryover once, then recheck.`,
    )
  }
}

function lookOn(database: Database.Database, file: string, folder: string): Look {
  for (const setting of ['trusted_schema = OFF', 'temp_store = MEMORY', 'mmap_size = 0'])
    database.pragma(setting)
  const store = createStore({
    database,
    folder,
    journal: noJournal,
    doubted: null,
    endedCleanly: true,
    damaged: (what) => damaged(folder, what).failure,
    close: () => database.close(),
  })
  const inode = statSync(file).ino
  const moment = database.transaction(<T>(work: (store: Store) => T) => work(store)).deferred
  const refusal = (): ReturnType<typeof failed> | null => {
    if (existsSync(file) && statSync(file).ino === inode) return refuseOther(database, file)
    return failed(
      'workspace',
      'database_replaced',
      `The database ${file} was replaced while it was looked at. Recheck.`,
    )
  }
  return {
    at<T>(work: (store: Store) => T): Result<T> {
      try {
        return refusal() ?? success(moment(work) as T)
      } catch (error) {
        if (isDamage(error)) return damaged(folder, messageOf(error))
        throw error
      }
    },
    hold() {
      // A read transaction begins with its first read, which the refusal's look at the version is.
      database.exec('BEGIN DEFERRED')
      return refusal() ?? success(store)
    },
    close: () => database.close(),
  }
}

/** A first page that cannot be read is damage, unless the file is another program's. */
function damagedOrForeign(file: string, folder: string, error: unknown): ReturnType<typeof failed> {
  return headOf(file) === 'plain' ? foreign(file) : damaged(folder, messageOf(error))
}

/** What is not ours, or not of this version, is not read: its columns would be misunderstood. */
function refuseOther(database: Database.Database, file: string): ReturnType<typeof failed> | null {
  if (database.pragma('application_id', { simple: true }) !== applicationId) return foreign(file)
  const version = database.pragma('user_version', { simple: true }) as number
  if (version === schemaVersion) return null
  return version > schemaVersion
    ? failed(
        'workspace',
        'newer_database',
        `${file} was written by a newer Carryover. Update this one to look at it.`,
      )
    : failed(
        'workspace',
        'older_database',
        `${file} was written by an older Carryover. Open it with this one to bring it up to date.`,
      )
}

function foreign(file: string): ReturnType<typeof failed> {
  return failed(
    'workspace',
    'foreign_database',
    `${file} belongs to another program. Choose another data folder.`,
  )
}
