// Errors of the disk, which pass when somebody makes room, as opposed to bugs, which do not.
import Database from 'better-sqlite3'

const codes = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']

/** Of the attempt journal, which is written beside the database. */
const ofTheSystem = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EMFILE', 'ENFILE']

export function isDiskTrouble(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return codes.some((code) => error.code.startsWith(code))
  return (
    error instanceof Error &&
    'syscall' in error &&
    'code' in error &&
    ofTheSystem.includes(String(error.code))
  )
}
