// Task of the backup thread: copies a database into a new file. The copy is a snapshot of one moment; later writes
// stay in the log. SQLite writes the copy row by row as one file without a log and gives each page its own tag. A
// damaged page ends the copy with an error.
import { serveTask } from '../../../jobs/thread-task.ts'
import { openDatabaseFile } from '../database-file.ts'

export type BackupTask = {
  readonly data: null
  readonly asked: { readonly file: string; readonly copy: string }
  readonly answer: void
  readonly progress: never
}

serveTask<BackupTask>(() => ({
  run({ file, copy }) {
    const database = openDatabaseFile(file, { readonly: true, fileMustExist: true, timeout: 5000 })
    try {
      for (const setting of ['mmap_size = 0', 'synchronous = FULL', 'fullfsync = ON'])
        database.pragma(setting)
      database.prepare('VACUUM INTO ?').run(copy)
    } finally {
      database.close()
    }
  },
}))
