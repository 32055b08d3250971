// A look at a database file before it is opened to be written: whose it is, of which version, and whether it is sound as
// far as that can be reported at once. What is refused stays as it was, byte for byte.
import { statSync } from 'node:fs'
import type { Database as Connection } from 'better-sqlite3'
import Database from 'better-sqlite3'
import { failed } from '../../system/failure.ts'
import { damageIn, damaged, isDamage, isMarkedDamaged, otherBeginning, unmarkDamaged } from './damage.ts'
import { type Depth } from './database-check.ts'
import { headOf, openDatabaseFile } from './database-file.ts'
import { refuseCopy } from './folder-identity.ts'
import { applicationId, schemaVersion } from './schema.ts'
import { readSetting } from './settings.ts'

/** Larger files, with their log, take longer than anybody should have to wait. */
const usuallyAtOnce = 32 * 1024 ** 2

/** The setting that a whole check is due: one was begun after an unclean end, and none has come to its end since. */
export const checkDue = 'check_due'

export type InspectOptions = {
  readonly folder: string
  /** A larger file, in bytes with its log, is to be checked while it is open. */
  readonly checkedAtOnce?: number | undefined
  /** Nothing will be sent, so that a copy of another folder may be looked at. */
  readonly copyAllowed?: boolean | undefined
}

export type Inspected = {
  readonly refusal: ReturnType<typeof failed> | null
  /** How it is still to be checked; null: not at all. */
  readonly unchecked: Depth | null
}
export const soundly: Inspected = { refusal: null, unchecked: null }

/**
 * Looks at a file through a connection that cannot write, so that what is refused stays as it was, byte for byte; its
 * write-ahead log as well. A rollback journal left by a crash can only be played back by a writer, which then looks.
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

/** Why a file is not ours to change; null: it is ours, and not newer than this program. Throws where it cannot be read. */
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

/** A quick look after a clean end, the whole one otherwise. */
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
    return failed(
      'workspace',
      'newer_database',
      `${file} was written by a newer Carryover and was not touched. Update Carryover to open it.`,
    )
  }
  return null
}

function foreign(file: string): ReturnType<typeof failed> {
  return failed(
    'workspace',
    'foreign_database',
    `${file} belongs to another program and was not touched. Choose another data folder.`,
  )
}

export function version(database: Connection): number {
  return database.pragma('user_version', { simple: true }) as number
}

/** What a connection that cannot write says of a file that needs a writer first. */
function isReadOnlyTrouble(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError &&
    (error.code.startsWith('SQLITE_READONLY') || error.code.startsWith('SQLITE_CANTOPEN'))
  )
}
