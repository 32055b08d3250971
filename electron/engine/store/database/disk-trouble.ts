// Recognises disk errors. They go away when someone frees space; a bug does not.
import Database from 'better-sqlite3'

const codes = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']

/** For the attempt journal, which is written next to the database. */
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
