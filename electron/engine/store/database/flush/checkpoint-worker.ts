// Task of the checkpoint thread: checkpoints on request: it copies the write-ahead log into the database as durably as
// the writing thread does. Only the requester waits for it.
import Database from 'better-sqlite3'
import { z } from 'zod'
import { serveTask } from '../../../jobs/thread-task.ts'
import { openDatabaseFile } from '../database-file.ts'
import { isDiskTrouble } from '../disk-trouble.ts'

const checkpointRow = z.tuple([z.object({ busy: z.number(), log: z.number(), checkpointed: z.number() })])

export type CheckpointTask = {
  /** The database's path. */
  readonly data: string
  /** checkpoint: copy the log; empty: also set it back to its beginning. */
  readonly asked: 'checkpoint' | 'empty'
  /** True if the whole log was copied, or is empty. */
  readonly answer: boolean
  readonly progress: never
}

serveTask<CheckpointTask>((file) => {
  const database = openDatabaseFile(file, { fileMustExist: true, timeout: 5000 })
  for (const setting of [
    'synchronous = FULL',
    'fullfsync = ON',
    'checkpoint_fullfsync = ON',
    'mmap_size = 0',
  ])
    database.pragma(setting)

  /** False if a reader or the disk prevented part of the copy: it is copied later. */
  function copiesAll(): boolean {
    try {
      const [row] = checkpointRow.parse(database.pragma('wal_checkpoint(PASSIVE)'))
      return row.busy === 0 && row.log === row.checkpointed
    } catch (error) {
      if (isDiskTrouble(error)) return false
      throw error
    }
  }

  /** False if somebody writes or reads an older snapshot: nobody waits for that. */
  function empties(): boolean {
    if (!copiesAll()) return false
    database.pragma('busy_timeout = 0')
    try {
      const [row] = checkpointRow.parse(database.pragma('wal_checkpoint(TRUNCATE)'))
      return row.busy === 0
    } catch (error) {
      if (isDiskTrouble(error) || isBusy(error)) return false
      throw error
    } finally {
      database.pragma('busy_timeout = 5000')
    }
  }

  return { run: (asked) => (asked === 'empty' ? empties() : copiesAll()), close: () => database.close() }
})

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
