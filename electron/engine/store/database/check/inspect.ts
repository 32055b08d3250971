// Inspects a database file before it is opened for writing: owner, version, and whether it is sound as far as a
// quick check can say. A file that is refused stays unchanged, byte for byte.
import { statSync } from 'node:fs'
import type { Database as Connection } from 'better-sqlite3'
import Database from 'better-sqlite3'
import { failed } from '../../../system/failure.ts'
import { damageIn, damaged, isDamage, isMarkedDamaged, otherBeginning, unmarkDamaged } from './damage.ts'
import { type Depth } from './database-check.ts'
import { headOf, openDatabaseFile } from '../database-file.ts'
import { refuseCopy } from '../folder/folder-identity.ts'
import { applicationId, schemaVersion } from '../schema.ts'
import { readSetting } from '../settings.ts'
import { message } from '../../../../../shared/texts/message.ts'

/** Checking a larger file, with its log, takes too long to wait for. */
const usuallyAtOnce = 32 * 1024 ** 2

/** Setting: a full check is due, because one was begun after an unclean end and none has finished since. */
export const checkDue = 'check_due'

export type InspectOptions = {
  readonly folder: string
  /** A larger file, in bytes with its log, is checked while it is open. */
  readonly checkedAtOnce?: number | undefined
  /** Nothing will be sent, so a copy of another folder may be read. */
  readonly copyAllowed?: boolean | undefined
}

export type Inspected = {
  readonly refusal: ReturnType<typeof failed> | null
  /** The check that is still to be done; null: none. */
  readonly unchecked: Depth | null
}
export const soundly: Inspected = { refusal: null, unchecked: null }

/**
 * Inspects a file, and its write-ahead log, through a read-only connection, so that a refused file stays unchanged,
 * byte for byte. A rollback journal left by a crash can only be replayed by a writer, which then does the inspection.
 */
export function inspect(file: string, options: InspectOptions): Inspected {
  const head = headOf(file)
  if (head === 'plain') return { ...soundly, refusal: foreign(file) }
  const begunOtherwise = { ...soundly, refusal: damaged(options.folder, otherBeginning) }
  if (head === 'changed') return begunOtherwise
  try {
    return readWith(file, (database) => {
      const refusal = refuseForeign(database, file) ?? refuseCopyOf(database, options)
      return refusal === null ? checkNowOrLater(database, options) : { ...soundly, refusal }
    })
  } catch (error) {
    if (head === 'unmarked' && isDamage(error)) return begunOtherwise
    throw error
  }
}

function refuseCopyOf(
  database: Connection,
  { folder, copyAllowed }: InspectOptions,
): ReturnType<typeof failed> | null {
  return copyAllowed === true || version(database) === 0 ? null : refuseCopy(database, folder)
}

/**
 * Reason why we must not change a file; null: it is ours, and not newer than this program. Throws if it cannot be
 * read.
 */
export function refusalOfOwner(file: string): ReturnType<typeof failed> | null {
  return headOf(file) === 'plain'
    ? foreign(file)
    : readWith(file, (database) => refuseForeign(database, file))
}

function readWith<T>(file: string, look: (database: Connection) => T): T {
  for (const readonly of [true, false]) {
    const database = openDatabaseFile(file, { readonly, fileMustExist: true, timeout: 5000 })
    try {
      return look(database)
    } catch (error) {
      if (!readonly || !isReadOnlyTrouble(error)) throw error
    } finally {
      database.close()
    }
  }
  throw new Error(`${file} could be opened neither to read nor to write`)
}

/** A quick check after a clean end, a full one otherwise. */
function checkNowOrLater(database: Connection, options: InspectOptions): Inspected {
  const { folder, checkedAtOnce = usuallyAtOnce } = options
  const before = version(database)
  const endedWell =
    before > 0 && readSetting(database, 'ended_cleanly') === 'yes' && readSetting(database, checkDue) === null
  const depth: Depth = endedWell ? 'quick' : 'whole'
  const isMarked = isMarkedDamaged(folder)
  const isLarge = sizeOf(database.name) + sizeOf(`${database.name}-wal`) > checkedAtOnce
  if (isLarge && !isMarked && before === schemaVersion) return { refusal: null, unchecked: depth }
  const what = damageIn(database, isMarked ? 'whole' : depth)
  if (what !== null) return { refusal: damaged(folder, what), unchecked: null }
  if (isMarked) unmarkDamaged(folder)
  return soundly
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function refuseForeign(database: Connection, file: string): ReturnType<typeof failed> | null {
  const owner = database.pragma('application_id', { simple: true })
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number }
  if (owner !== applicationId && (owner !== 0 || tables.count > 0)) {
    return foreign(file)
  }
  if (version(database) > schemaVersion) {
    return failed('workspace', 'newer_database', message('store.newer_database', { file }))
  }
  return null
}

function foreign(file: string): ReturnType<typeof failed> {
  return failed('workspace', 'foreign_database', message('store.foreign_database', { file }))
}

export function version(database: Connection): number {
  return database.pragma('user_version', { simple: true }) as number
}

/** Error of a read-only connection for a file that needs a writer first. */
function isReadOnlyTrouble(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError &&
    (error.code.startsWith('SQLITE_READONLY') || error.code.startsWith('SQLITE_CANTOPEN'))
  )
}
