// Opens every file that holds a workspace: the database, its backups and copies. Each page of such a file carries an
// authentication tag (AEGIS-256, 32 bytes), in the file and in the log: a page in which a bit was flipped, or that was
// written for another place, is not read (SQLITE_CORRUPT; SQLITE_NOTADB of the first page), by nobody and for nothing.
// Chosen because nothing else at hand covers what is not looked for: SQLite's checksum VFS is in no binary that we can
// ship, and checksums of rows would leave indexes, counters and the way between the pages open.
//
// The key stands here and in every copy of the program. It keeps nothing secret: the tag is a checksum that cannot agree
// by chance. Who may read the file may read the data; what guards it are the modes of the folder and of the file.
//
// Not under the tag are the first 24 bytes of the file, which therefore are what they always are (headOf):
//   0–15  our mark, where an open SQLite file says "SQLite format 3"
//  16–23  SQLite's page size, format (1: without a log, 2: with one), room for the tag, and three constants
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import type { Database as Connection, Options } from 'better-sqlite3'
import Database from 'better-sqlite3'

const mark = Buffer.from('Carryover data 1', 'latin1')
const key = Buffer.from('No secret: a tag for every page.', 'latin1')
/** Taken as it is, without the slow derivation that a password needs; the mark stands where a password's salt would. */
const rawKey = `raw:${key.toString('hex')}${mark.toString('hex')}`

export function openDatabaseFile(file: string, options: Options = {}): Connection {
  const database = new Database(file, options)
  database.pragma("cipher = 'aegis'")
  database.pragma("aegis_algorithm = 'aegis-256'")
  database.pragma(`key = '${rawKey}'`)
  return database
}

/**
 * ours: as Carryover writes it; new: nothing is written yet; plain: a SQLite file without tags, which is another
 * program's; unmarked: it may be ours, but for the mark, which nothing reads; changed: SQLite would misread all of it, if
 * it is a database at all.
 */
export type Head = 'ours' | 'new' | 'plain' | 'unmarked' | 'changed'

const plainMark = Buffer.from('SQLite format 3\0', 'latin1')
const formatAt = 18
/** As SQLite writes them: pages of 4096 bytes, the two bytes of the format, 64 bytes for the tag, three constants. */
const settings = Buffer.from([0x10, 0x00, 0, 0, 64, 64, 32, 32])

/**
 * What the untagged beginning of a file says. Not for a file that this process has open: closing it here would drop the
 * locks on it (POSIX gives up all of a process's locks with any descriptor of the file).
 */
export function headOf(file: string): Head {
  // SQLite puts back what was there before it looks.
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
  return head.subarray(0, mark.length).equals(mark) ? 'ours' : 'unmarked'
}
