// Read-only connection to a workspace, separate from its owner's; it does not take the owner lock. In write-ahead
// mode a reader sees the last commit and does not block the writer while each read is one short transaction.
// Nothing here creates, repairs or migrates anything.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { failed, messageOf, type Result, success } from '../../system/failure.ts'
import { noJournal } from '../sending/attempts/attempt-journal.ts'
import { damaged, isDamage } from './check/damage.ts'
import { databaseName, headOf, openDatabaseFile } from './database-file.ts'
import { applicationId, schemaVersion } from './schema.ts'
import { createStore, type Store } from '../store.ts'
import { message } from '../../../../shared/texts/message.ts'

export type Look = {
  /** A snapshot of the workspace. Refuses if another file, or one of another version, has replaced it. */
  at<T>(work: (store: Store) => T): Result<T>
  /**
   * The snapshot of this call, for work over several calls: later commits are not visible until it is closed. The log
   * cannot be reset meanwhile, so it grows with each write.
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
      message('store.database_not_looked_at', { file, why: messageOf(error) }),
    )
  }
}

function lookOn(database: Database.Database, file: string, folder: string): Look {
  // Rows are read in order, so a page that is kept in memory is seldom used again. Below zero: KiB.
  for (const setting of [
    'trusted_schema = OFF',
    'temp_store = MEMORY',
    'mmap_size = 0',
    'cache_size = -2000',
  ])
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
    return failed('workspace', 'database_replaced', message('store.database_replaced', { file }))
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
      // A read transaction begins with its first read, which is the version check.
      database.exec('BEGIN DEFERRED')
      return refusal() ?? success(store)
    },
    close: () => database.close(),
  }
}

/** An unreadable first page is damage, unless the file belongs to another program. */
function damagedOrForeign(file: string, folder: string, error: unknown): ReturnType<typeof failed> {
  return headOf(file) === 'plain' ? foreign(file) : damaged(folder, messageOf(error))
}

/** A file that is not ours, or of another version, is not read: its columns would be misinterpreted. */
function refuseOther(database: Database.Database, file: string): ReturnType<typeof failed> | null {
  if (database.pragma('application_id', { simple: true }) !== applicationId) return foreign(file)
  const version = database.pragma('user_version', { simple: true }) as number
  if (version === schemaVersion) return null
  return version > schemaVersion
    ? failed('workspace', 'newer_database', message('store.newer_database_to_look', { file }))
    : failed('workspace', 'older_database', message('store.older_database', { file }))
}

function foreign(file: string): ReturnType<typeof failed> {
  return failed('workspace', 'foreign_database', message('store.foreign_database_to_look', { file }))
}
