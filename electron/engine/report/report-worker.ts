// Report thread: reads one snapshot of the workspace through a read-only connection and writes all files of one
// report from it. The files agree even if accounts are sent or edited meanwhile, and the engine's thread stays
// free.
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import type { Outcome, StateCounts } from '../../../shared/sending/states.ts'
import { failed, type Result, success } from '../system/failure.ts'
import { openLook } from '../store/database/read-only.ts'
import type { Store } from '../store/store.ts'
import type { ReportTotals } from './tally.ts'
import { type ReportFile, type ReportProgress, writeReport } from './write-report.ts'

const reportOrder = z.object({
  /** The data folder. */
  workspace: z.string(),
  batch: z.number(),
  /** Target folder of the files. */
  folder: z.string(),
  version: z.string(),
  /** Offset of the engine's clock to the system's in milliseconds. */
  clockOffset: z.number(),
})
export type ReportOrder = z.infer<typeof reportOrder>

/** `at`: the time of the snapshot, in milliseconds since 1970. */
export type WrittenReport = {
  readonly at: number
  readonly files: Readonly<Record<ReportFile, string>>
  readonly totals: ReportTotals
  readonly counts: {
    readonly accounts: number
    readonly states: StateCounts
    readonly outcomes: Readonly<Record<Outcome, number>>
  }
}

export type ReportMessage =
  | { readonly kind: 'progress'; readonly progress: ReportProgress }
  | { readonly kind: 'ended'; readonly result: Result<WrittenReport> }

const port = parentPort
if (port === null) throw new Error('The report worker runs as a thread of the engine')
const order = reportOrder.parse(workerData)
const abort = new AbortController()
port.on('message', () => abort.abort())

const result = await report()
port.postMessage({ kind: 'ended', result } satisfies ReportMessage)
port.close()

async function report(): Promise<Result<WrittenReport>> {
  const look = openLook(order.workspace)
  if (!look.ok) return look
  try {
    const held = look.value.hold()
    return held.ok ? await reportOf(held.value, Date.now() + order.clockOffset) : held
  } finally {
    look.value.close()
  }
}

async function reportOf(store: Store, at: number): Promise<Result<WrittenReport>> {
  const batch = store.batches.get(order.batch)
  if (batch === null)
    return failed('input', 'no_such_batch', `There is no batch ${order.batch}. Reload the list of batches.`)
  const { accounts, states, outcomes } = store.batches.counts(batch.id)
  const connection = batch.connectionId === null ? null : store.connections.get(batch.connectionId)
  const source = store.report.source(batch, store.rows.sheets(batch.id), connection)
  const written = await writeReport(source, order.folder, {
    now: () => at,
    version: order.version,
    signal: abort.signal,
    onProgress: (progress) => port?.postMessage({ kind: 'progress', progress } satisfies ReportMessage),
  })
  if (!written.ok) return failed('workspace', written.failure.code, written.failure.message)
  return success({ at, files: written.files, totals: written.totals, counts: { accounts, states, outcomes } })
}
