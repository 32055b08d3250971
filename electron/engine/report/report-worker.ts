// Task of the report thread: reads one snapshot of the workspace through a read-only connection and writes all files of
// one report from it. The files agree even if accounts are sent or edited meanwhile, and the engine's thread stays
// free.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Outcome, StateCounts } from '../../../shared/sending/states.ts'
import { hideOf } from '../accounts/masking/masks.ts'
import { serveTask } from '../jobs/thread-task.ts'
import { failed, type Result, success } from '../system/failure.ts'
import { openLook } from '../store/database/read-only.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'
import type { ReportTotals } from './totals/tally.ts'
import { createFixRows, type FixRows, type WithheldPlaces } from './rows/fix-reference.ts'
import { reportChoiceOf, type WithheldColumn, withheldColumns } from './report-choice.ts'
import type { Withholding } from './withheld.ts'
import { type ReportPaths, type ReportProgress, writeReport } from './write-report.ts'
import { withheldText } from '../../../shared/sheet/withheld-text.ts'
import { message } from '../../../shared/texts/message.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { type FileLanguage } from '../../../shared/texts/language.ts'

export type ReportOrder = {
  /** The data folder. */
  readonly workspace: string
  readonly batch: number
  /** Target folder of the files. */
  readonly folder: string
  readonly version: string
  /** Of its sentences and numbers. */
  readonly inLanguage: FileLanguage
  /** Offset of the engine's clock to the system's in milliseconds. */
  readonly clockOffset: number
}

/** `at`: the time of the snapshot, in milliseconds since 1970. */
export type WrittenReport = {
  readonly at: number
  readonly files: ReportPaths
  readonly totals: ReportTotals
  /** What is kept of the fix file, with when the batch's files were read; null: it was not written, or has no row. */
  readonly fixFile: {
    readonly code: string
    readonly rows: FixRows
    readonly secret: string
    readonly withheld: WithheldPlaces
    readonly readAt: number
  } | null
  readonly counts: {
    readonly accounts: number
    readonly states: StateCounts
    readonly outcomes: Readonly<Record<Outcome, number>>
  }
}

export type ReportTask = {
  readonly data: null
  readonly asked: ReportOrder
  readonly answer: Result<WrittenReport>
  readonly progress: ReportProgress
}

type Watch = { readonly signal: AbortSignal; readonly progress: (progress: ReportProgress) => void }

serveTask<ReportTask>(() => ({ run: report }))

async function report(order: ReportOrder, watch: Watch): Promise<Result<WrittenReport>> {
  const look = openLook(order.workspace)
  if (!look.ok) return look
  try {
    const held = look.value.hold()
    return held.ok ? await reportOf(held.value, order, watch) : held
  } finally {
    look.value.close()
  }
}

async function reportOf(store: Store, order: ReportOrder, watch: Watch): Promise<Result<WrittenReport>> {
  const at = Date.now() + order.clockOffset
  const batch = store.batches.get(order.batch)
  if (batch === null)
    return failed('input', 'no_such_batch', message('report.no_such_batch', { batch: order.batch }))
  const { accounts, states, outcomes } = store.batches.counts(batch.id)
  const connection = batch.connectionId === null ? null : store.connections.get(batch.connectionId)
  const source = store.report.source(batch, store.rows.sheets(batch.id), connection)
  const choice = reportChoiceOf(store, batch)
  const columns = withheldColumns(store, batch, choice)
  const fixFile = {
    code: randomUUID().replaceAll('-', '').slice(0, 12),
    rows: createFixRows(),
    secret: randomBytes(16).toString('hex'),
  }
  const written = await writeReport(source, order.folder, {
    now: () => at,
    version: order.version,
    format: createMessageFormat(order.inLanguage.language, order.inLanguage.locale),
    choice,
    withholding: withholdingOf(store, batch, columns, fixFile.secret),
    fixFile,
    signal: watch.signal,
    onProgress: watch.progress,
  })
  if (!written.ok) return failed('workspace', written.failure.code, written.failure.message)
  const rows = fixFile.rows.rows()
  const { files, totals } = written
  return success({
    at,
    files,
    totals,
    fixFile:
      Object.keys(rows).length === 0
        ? null
        : { ...fixFile, rows, withheld: placesOf(store, batch, columns), readAt: batch.readAt ?? 0 },
    counts: { accounts, states, outcomes },
  })
}

function withholdingOf(
  store: Store,
  batch: StoredBatch,
  columns: readonly WithheldColumn[],
  secret: string,
): Withholding {
  const cells = Object.entries(placesOf(store, batch, columns)).flatMap(([sheet, indexes]) =>
    indexes.map((column) => [Number(sheet), column] as const),
  )
  const known = new Map<number, boolean>()
  return {
    columns,
    secret,
    hideOf: (account) => hideOf(store, batch, columns, account, withheldText),
    touches(edit) {
      const found =
        known.get(edit) ?? cells.some(([sheet, column]) => store.editHistory.touches(edit, sheet, column))
      known.set(edit, found)
      return found
    },
  }
}

function placesOf(store: Store, batch: StoredBatch, columns: readonly WithheldColumn[]): WithheldPlaces {
  return Object.fromEntries(
    store.rows
      .sheets(batch.id)
      .map(({ position, info }) => [
        String(position),
        info.columns
          .filter(({ name }) => columns.some((one) => one.sheet === info.name && one.column === name))
          .map(({ index }) => index),
      ]),
  )
}
