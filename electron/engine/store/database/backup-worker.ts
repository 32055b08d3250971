// Worker thread for backups: copies a database to a new file and answers, or ends with the error. The copy is a
// snapshot; later writes stay in the log. SQLite rewrites it row by row as one file without a log, so each page gets
// its own tag, and a damaged page ends the copy instead of being copied.
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { openDatabaseFile } from './database-file.ts'

const { file, copy } = z.object({ file: z.string(), copy: z.string() }).parse(workerData)

const database = openDatabaseFile(file, { readonly: true, fileMustExist: true, timeout: 5000 })
try {
  for (const setting of ['mmap_size = 0', 'synchronous = FULL', 'fullfsync = ON']) database.pragma(setting)
  database.prepare('VACUUM INTO ?').run(copy)
} finally {
  database.close()
}
parentPort?.postMessage('copied')
