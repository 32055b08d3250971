// The copying thread: copies a database into a new file and answers, or dies with what went wrong. The copy is of one
// moment, and what is written meanwhile stays in the log. SQLite writes it again, row by row, as one file without a log:
// each page gets a tag of its own, and a damaged one ends the copy instead of coming along.
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
