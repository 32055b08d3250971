// Worker thread that copies a database into a new file. The copy is a snapshot of one moment; later writes stay in
// the log. SQLite writes the copy row by row as one file without a log and gives each page its own tag. A damaged
// page ends the copy with an error.
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
