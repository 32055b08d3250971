// A copied database as one file without a log.
import Database from 'better-sqlite3'

export function asOneFile(file: string): void {
  const copy = new Database(file)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}
