// Lookup thread: runs queries on its own read-only connection in turns of a few milliseconds. A short query never
// waits for the end of a long one, and each can be cancelled at any time.
import { parentPort, workerData } from 'node:worker_threads'
import { yieldToEventLoop } from '../../system/yield.ts'
import { z } from 'zod'
import { messageOf } from '../../system/failure.ts'
import { openDatabaseFile } from '../database/database-file.ts'
import { type LookupJob, workOf } from './lookup-job.ts'
import type { Pieces } from './pieces.ts'

export type LookupOrder =
  | { readonly id: number; readonly job: LookupJob }
  | { readonly id: number; readonly job: null }
  | { readonly id: null }

export type LookupAnswer =
  | { readonly id: number; readonly kind: 'found'; readonly rows: Int32Array }
  | { readonly id: number; readonly kind: 'done'; readonly result: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly code: string | null }

const port = parentPort
if (port === null) throw new Error('The lookup worker runs as a thread of the engine')
const database = openDatabaseFile(z.string().parse(workerData), {
  readonly: true,
  fileMustExist: true,
  timeout: 5000,
})
for (const setting of ['trusted_schema = OFF', 'temp_store = MEMORY', 'mmap_size = 0', 'cache_size = -65536'])
  database.pragma(setting)

const works = new Map<number, Pieces<unknown, Int32Array>>()
let turning = false

function say(answer: LookupAnswer): void {
  const rows = answer.kind === 'found' ? answer.rows : answer.kind === 'done' ? answer.result : null
  port?.postMessage(answer, rows instanceof Int32Array ? [rows.buffer as ArrayBuffer] : [])
}

function turn(id: number, work: Pieces<unknown, Int32Array>): void {
  try {
    const next = work.next()
    if (next.done !== true) {
      if (next.value !== undefined) say({ id, kind: 'found', rows: next.value })
      return
    }
    works.delete(id)
    say({ id, kind: 'done', result: next.value })
  } catch (error) {
    works.delete(id)
    say(failure(id, error))
  }
}

/** Includes SQLite's code, which identifies damage. */
function failure(id: number, error: unknown): LookupAnswer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  return { id, kind: 'failed', message: messageOf(error), code }
}

async function takeTurns(): Promise<void> {
  if (turning) return
  turning = true
  while (works.size > 0) {
    for (const [id, work] of works) {
      turn(id, work)
      // Messages are handled in between: cancelled work stops here.
      await yieldToEventLoop()
    }
  }
  turning = false
}

port.on('message', (order: LookupOrder) => {
  if (order.id === null) {
    leaveAll()
    database.close()
    port.close()
    return
  }
  if (order.job === null) {
    works.get(order.id)?.return(undefined)
    works.delete(order.id)
    return
  }
  try {
    works.set(order.id, workOf(database, order.job))
  } catch (error) {
    say(failure(order.id, error))
  }
  void takeTurns()
})

function leaveAll(): void {
  for (const work of works.values()) work.return(undefined)
  works.clear()
}
