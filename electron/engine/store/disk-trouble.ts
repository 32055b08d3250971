// Errors of the disk, which pass when somebody makes room, as opposed to bugs, which do not.
import Database from 'better-sqlite3'

const codes = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']

export function isDiskTrouble(error: unknown): boolean {
  return error instanceof Database.SqliteError && codes.some((code) => error.code.startsWith(code))
}
