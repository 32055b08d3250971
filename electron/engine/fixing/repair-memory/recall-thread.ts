// Engine side of the recall thread: one request, one answer. Stopping it early is harmless.
import { Worker } from 'node:worker_threads'
import type { Recalled, RecallJob } from './recall-job.ts'

export type RecallThread<K extends RecallJob['kind']> = {
  readonly answer: Promise<Recalled[K]>
  end(): Promise<void>
}

/** `database`: the workspace's file. `file`: the thread's script (its source or, in Electron, its bundle). */
export function startRecall<K extends RecallJob['kind']>(
  database: string,
  job: Extract<RecallJob, { kind: K }>,
  file: URL = new URL('./recall-worker.ts', import.meta.url),
): RecallThread<K> {
  const worker = new Worker(file, { workerData: { file: database, job } })
  const answer = new Promise<Recalled[K]>((resolve, reject) => {
    worker.once('message', (reported: Recalled[K]) => resolve(reported))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The recall worker ended before it had answered')))
  })
  // The caller may have gone.
  answer.catch(() => undefined)
  return {
    answer,
    async end() {
      await worker.terminate()
    },
  }
}
