// The engine's side of the recalling thread: one question, one answer. Ending it early is harmless.
import { Worker } from 'node:worker_threads'
import type { Recalled, RecallJob } from './recall-job.ts'

export type RecallThread<K extends RecallJob['kind']> = {
  readonly answer: Promise<Recalled[K]>
  end(): Promise<void>
}

/** `database`: the workspace's file. `file`: the thread's script: its source when run from sources, its bundle in Electron. */
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
  // Whoever asked may have gone.
  answer.catch(() => undefined)
  return {
    answer,
    async end() {
      await worker.terminate()
    },
  }
}
