// Task of the lookup thread: runs queries on its own read-only connection in turns of a few milliseconds. A short
// query never waits for the end of a long one, and each can be cancelled at any time.
import { serveTask } from '../../jobs/thread-task.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import { openDatabaseFile } from '../database/database-file.ts'
import { type LookupTask, workOf } from './lookup-job.ts'

serveTask<LookupTask>((file) => {
  const database = openDatabaseFile(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  for (const setting of [
    'trusted_schema = OFF',
    'temp_store = MEMORY',
    'mmap_size = 0',
    'cache_size = -65536',
  ])
    database.pragma(setting)
  return {
    async run(job, { signal, progress }) {
      const work = workOf(database, job)
      try {
        for (;;) {
          // Messages are handled in between: cancelled work stops here.
          await yieldToEventLoop()
          if (signal.aborted) throw new Error('The query was cancelled')
          const next = work.next()
          if (next.done === true) return next.value
          if (next.value !== undefined) progress(next.value)
        }
      } finally {
        // Ends its statements.
        work.return(undefined)
      }
    },
    close: () => database.close(),
  }
})
