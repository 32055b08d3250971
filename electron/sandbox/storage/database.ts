// Opens the sandbox's SQLite file: refuses a file that is not its own, sets the durability, and creates the tables.
// Only this file knows the schema version.
import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { processStatuses } from '../../../shared/sending/service.ts'

const applicationId = 0x53414e44
const schemaVersion = 1

const schema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE suppliers (
    code TEXT PRIMARY KEY,
    status TEXT NOT NULL CHECK (status IN ('ongoing', 'paused', 'complete')),
    dry_run INTEGER NOT NULL CHECK (dry_run IN (0, 1))
  ) STRICT;
  CREATE TABLE processes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    supplier TEXT NOT NULL,
    account TEXT,
    ordinal INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN (${processStatuses.map((status) => `'${status}'`).join(', ')})),
    dry_run INTEGER NOT NULL CHECK (dry_run IN (0, 1)),
    fails INTEGER NOT NULL CHECK (fails IN (0, 1)),
    refs TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    due_at INTEGER,
    platform_identifier TEXT UNIQUE,
    latest_error TEXT
  ) STRICT;
  CREATE INDEX processes_by_key ON processes (supplier, account, id);
  CREATE INDEX processes_by_due ON processes (due_at, id) WHERE due_at IS NOT NULL;
  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    process INTEGER NOT NULL REFERENCES processes (id),
    event TEXT NOT NULL,
    occurred_at INTEGER NOT NULL,
    data TEXT
  ) STRICT;
  CREATE INDEX events_by_process ON events (process, id);
  CREATE TABLE used_references (
    namespace TEXT NOT NULL,
    value TEXT NOT NULL,
    process INTEGER NOT NULL REFERENCES processes (id),
    PRIMARY KEY (namespace, value)
  ) STRICT;
  CREATE INDEX references_by_process ON used_references (process);
`

/**
 * @param file a path, or `:memory:`. Throws with a sentence if another program or a newer sandbox owns the file.
 * @param key 32 bytes as hexadecimal digits, with which the file is encrypted; null: it is not.
 */
export function openDatabase(file: string, key: string | null): Database.Database {
  // The file contains the key and account numbers, so only its owner may read it from the first byte on.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file)
  try {
    if (key !== null) {
      database.pragma("cipher = 'aegis'")
      database.pragma(`key = 'raw:${key}'`)
    }
    prepare(database, file)
  } catch (cause) {
    database.close()
    throw cause
  }
  return database
}

function prepare(database: Database.Database, file: string): void {
  const owner = z.number().parse(database.pragma('application_id', { simple: true }))
  const tables = z.number().parse(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get())
  if (owner !== applicationId && (owner !== 0 || tables > 0)) {
    throw new Error(`"${file}" is another program's database. Give the sandbox a new file.`)
  }
  const version = z.number().parse(database.pragma('user_version', { simple: true }))
  if (version > schemaVersion)
    throw new Error(`"${file}" was made by a newer sandbox. Give this one a new file.`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  if (version === schemaVersion) return
  database
    .transaction(() => {
      database.exec(schema)
      database.pragma(`application_id = ${applicationId}`)
      database.pragma(`user_version = ${schemaVersion}`)
    })
    .immediate()
}
