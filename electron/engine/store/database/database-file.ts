// Opens every file that holds a workspace: the database, its backups and copies. Each page has an authentication
// tag (AEGIS-256, 32 bytes), in the file and in the log. A page with a flipped bit, or a page that was written for
// another place, is never read (SQLITE_CORRUPT; SQLITE_NOTADB for the first page). The alternatives cover less:
// SQLite's checksum VFS is in no binary that we can ship, and checksums of rows would not cover indexes, counters
// and page links.
//
// In an encrypted folder (folder/encryption.ts) the pages are encrypted with the folder's own key. Otherwise the key is in
// the source code and in every copy of the program, so it keeps nothing secret: the tag is only a strong checksum, and
// the modes of the folder and the file protect the data.
//
// The first 24 bytes of the file have no tag, so they must have fixed values (headOf):
//   0–15  one of our two marks, where an open SQLite file says "SQLite format 3"
//  16–23  SQLite's page size, format (1: without a log, 2: with one), room for the tag, and three constants
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import type { Database as Connection, Options } from 'better-sqlite3'
import Database from 'better-sqlite3'
import { dataKeyOf } from './data-key.ts'
import { prepareLate } from './late-statements.ts'

export const databaseName = 'carryover.sqlite'

const mark = Buffer.from('Carryover data 1', 'latin1')
const encryptedMark = Buffer.from('Carryover sealed', 'latin1')
const commonKey = Buffer.from('No secret: a tag for every page.', 'latin1').toString('hex')

/** Used directly, without the slow derivation for a password; the mark takes the place of a password's salt. */
function rawKeyOf(file: string): string {
  const own = dataKeyOf(file)
  return own === null
    ? `raw:${commonKey}${mark.toString('hex')}`
    : `raw:${own}${encryptedMark.toString('hex')}`
}

/** With the key that is registered for its folder. */
export function openDatabaseFile(file: string, options: Options = {}): Connection {
  const database = new Database(file, options)
  database.pragma("cipher = 'aegis'")
  database.pragma("aegis_algorithm = 'aegis-256'")
  database.pragma(`key = '${rawKeyOf(file)}'`)
  return prepareLate(database)
}

/**
 * ours: written by Carryover; encrypted: the same, with the folder's own key; new: nothing is written yet; plain: a SQLite file without tags, from another program;
 * unmarked: may be ours except for the mark, which nothing reads; changed: SQLite would misread all of it, if it is a
 * database at all.
 */
export type Head = 'ours' | 'encrypted' | 'new' | 'plain' | 'unmarked' | 'changed'

const plainMark = Buffer.from('SQLite format 3\0', 'latin1')
const formatAt = 18
/** As SQLite writes them: page size 4096, the two format bytes, 64 bytes for the tag, three constants. */
const settings = Buffer.from([0x10, 0x00, 0, 0, 64, 64, 32, 32])

/**
 * Reads the file's start, which has no tag. Not for a file that this process has open: closing it here would drop its
 * locks (in POSIX, closing any descriptor of a file releases all of the process's locks).
 */
export function headOf(file: string): Head {
  // SQLite restores the original bytes before it checks.
  if (existsSync(`${file}-journal`)) return 'ours'
  const head = Buffer.alloc(mark.length + settings.length)
  const descriptor = openSync(file, 'r')
  let bytes: number
  try {
    bytes = readSync(descriptor, head, 0, head.length, 0)
  } finally {
    closeSync(descriptor)
  }
  if (bytes === 0) return 'new'
  if (head.subarray(0, plainMark.length).equals(plainMark)) return 'plain'
  const [write, read] = [head[formatAt], head[formatAt + 1]]
  head.fill(0, formatAt, formatAt + 2)
  const isReadable =
    write === read && (read === 1 || read === 2) && head.subarray(mark.length).equals(settings)
  if (!isReadable) return 'changed'
  const marked = head.subarray(0, mark.length)
  if (marked.equals(encryptedMark)) return 'encrypted'
  return marked.equals(mark) ? 'ours' : 'unmarked'
}
