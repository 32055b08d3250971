// The copying thread: copies a database into a new file and answers, or dies with what went wrong. In one step, so that
// writes elsewhere do not make it begin anew: the copy is of one moment, and what is written meanwhile stays in the log.
// The copy's wait for the disk, which is long for a large one, is this thread's as well.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { asOneFile } from './one-file.ts'

const { file, copy } = z.object({ file: z.string(), copy: z.string() }).parse(workerData)
const allPages = 2 ** 31 - 1

const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 })
try {
  database.pragma('mmap_size = 0')
  await database.backup(copy, { progress: () => allPages })
} finally {
  database.close()
}
asOneFile(copy)
parentPort?.postMessage('copied')
