// Task of a report thread that needs more memory than a report has at first, after it has locked its folder. Its answer is
// the limit of its memory.
import { resourceLimits } from 'node:worker_threads'
import { serveTask } from '../../../electron/engine/jobs/thread-task.ts'
import type { ReportTask } from '../../../electron/engine/report/report-worker.ts'
import { openStaging } from '../../../electron/engine/report/staging.ts'
import { failed } from '../../../electron/engine/system/failure.ts'

/** Lists of 32 MiB: a number takes eight bytes. */
const lists = 4
const numbers = 4 * 1024 ** 2

serveTask<ReportTask>(() => ({
  async run({ folder }) {
    const staging = await openStaging(folder)
    if (staging === null) return failed('workspace', 'report_under_way', 'locked')
    const held = Array.from({ length: lists }, () => new Array<number>(numbers).fill(0.5))
    const limit = held.length === lists ? resourceLimits.maxOldGenerationSizeMb : 0
    await staging.end()
    return failed('workspace', 'written', String(limit))
  },
}))
