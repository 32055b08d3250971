// The checkpointing thread: copies what the write-ahead log holds into the database whenever it is asked, as durably as
// the writing thread would. It waits for nobody and nobody waits for it but who asked.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { z } from 'zod'

const port = parentPort
if (port === null) throw new Error('The checkpoint worker runs as a thread only')
const database = new Database(z.string().parse(workerData), { fileMustExist: true, timeout: 5000 })
for (const setting of ['synchronous = FULL', 'fullfsync = ON', 'checkpoint_fullfsync = ON', 'mmap_size = 0'])
  database.pragma(setting)

port.on('message', (asked: unknown) => {
  if (asked === 'checkpoint') {
    database.pragma('wal_checkpoint(PASSIVE)')
    port.postMessage('done')
    return
  }
  database.close()
  port.close()
})
