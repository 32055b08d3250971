// Recall thread: answers one request and ends. It reads through its own connection and writes nothing.
import { parentPort, workerData } from 'node:worker_threads'
import { openRepairRows } from '../../store/fixing/repair-rows.ts'
import { recallOffers } from './recall.ts'
import { recallList, repairsToKeep } from './recall-all.ts'
import type { RecallJob } from './recall-job.ts'

if (parentPort === null) throw new Error('The recall worker runs as a thread of the engine')
const port = parentPort
const { file, job } = workerData as { readonly file: string; readonly job: RecallJob }
const rows = openRepairRows(file)
try {
  switch (job.kind) {
    case 'offers': {
      const found = recallOffers(rows, job.target, job.sources)
      const arrays = [found.sheet, found.row, found.col, found.offer]
      port.postMessage(
        found,
        arrays.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
      )
      break
    }
    case 'list':
      port.postMessage(recallList(rows, job.sources))
      break
    case 'keep':
      port.postMessage(repairsToKeep(rows, job.source))
      break
  }
} finally {
  rows.close()
}
