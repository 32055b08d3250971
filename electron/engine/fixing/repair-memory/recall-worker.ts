// Task of the recall thread. It reads through its own connection and writes nothing.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { serveTask } from '../../jobs/thread-task.ts'
import { openRepairRows } from '../../store/fixing/repair-rows.ts'
import { recallOffers } from './recall.ts'
import { recallList, repairsToKeep } from './recall-all.ts'
import type { RecallTask } from './recall-job.ts'

serveTask<RecallTask>((file) => {
  const rows = openRepairRows(file)
  return {
    run(job) {
      switch (job.kind) {
        case 'offers':
          return recallOffers(rows, job.target, job.sources)
        case 'list':
          return recallList(rows, job.sources)
        case 'keep':
          return repairsToKeep(rows, job.source)
        default:
          return assertNever(job)
      }
    },
    close: () => rows.close(),
  }
})
