// Writes the report files of one batch: counts the accounts, walks the rows once into all files of rows, lists the
// problems, then writes the summaries. Files get their final names only when all are complete, `summary.json` last. A
// cancelled or failed report leaves no file, and files of two reports are never mixed.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuditFile } from './audit-file.ts'
import { createCsvFile } from './csv-file.ts'
import { createPartFile, type PartFile } from './file-sink.ts'
import { asFailure, Cancelled, type ReportFailure } from './report-failure.ts'
import type { ReportRow, ReportSheet, ReportSource } from './report-source.ts'
import { accountLines } from './results/account-sheets.ts'
import type { FixFileParts, RowFile } from './rows/row-file.ts'
import { rowFiles } from './rows/row-files.ts'
import { openStaging, type Staging } from './staging.ts'
import { summaryHtml } from './summary/summary-html.ts'
import { summaryOf } from './summary/summary.ts'
import type { Summary } from './summary/summary-model.ts'
import { createTally, type ReportTotals, type Tally } from './totals/tally.ts'
import { type Withholding, withhold } from './withheld.ts'
import {
  type ReportChoice,
  type ReportFile,
  reportFiles,
  usualReportChoice,
} from '../../../shared/contract/report.ts'
import { message, sentenceOf } from '../../../shared/texts/message.ts'
import { createMessageFormat, type MessageFormat } from '../../../shared/texts/message-format.ts'

export type FileMeasures = Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>

/** Of the files that were written. */
export type ReportPaths = Readonly<Partial<Record<ReportFile, string>>>

export type ReportProgress = { readonly rowsDone: number; readonly rowsTotal: number }
export type ReportOptions = {
  /** Milliseconds since 1970, UTC: the time of the snapshot. */
  readonly now: () => number
  /** Carryover's own version, for the summaries. */
  readonly version: string
  /** Of its sentences and numbers; English when left out. */
  readonly format?: MessageFormat | undefined
  /** The usual one when left out. */
  readonly choice?: Pick<ReportChoice, 'files' | 'csv' | 'totals'> | undefined
  /** The columns whose texts are in none of the files; none when left out. */
  readonly withholding?: Withholding | undefined
  /** By which the fix file is found again; without it, it is not. */
  readonly fixFile?: FixFileParts | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ReportProgress) => void) | undefined
}

export type ReportResult =
  | { readonly ok: true; readonly files: ReportPaths; readonly totals: ReportTotals }
  | { readonly ok: false; readonly failure: ReportFailure }

export const errorColumns = [
  'sheet',
  'row',
  'column',
  'value',
  'attr',
  'source',
  'code',
  'message',
  'carryover_account',
  'left_to_service_at',
] as const

type Job = {
  readonly source: ReportSource
  readonly options: ReportOptions
  readonly format: MessageFormat
  readonly choice: Pick<ReportChoice, 'files' | 'csv' | 'totals'>
  readonly withheld: Withholding['columns']
  readonly tally: Tally
  path(file: ReportFile): string
  /** Registers how to cancel a file that was begun. */
  begun(file: ReportFile, part: PartFile, discard?: () => Promise<void>): void
  /** Yields to the event loop; throws if the report was cancelled. */
  yieldToEventLoop(): Promise<void>
}

/**
 * Writes the chosen files and the summaries into `folder`, which is made when missing. All files of an earlier report
 * there are removed.
 */
export async function writeReport(
  whole: ReportSource,
  folder: string,
  options: ReportOptions,
): Promise<ReportResult> {
  const choice = options.choice ?? usualReportChoice
  const { withholding } = options
  const source = withholding === undefined ? whole : withhold(whole, withholding)
  const parts = new Map<ReportFile, PartFile>()
  const discards: (() => Promise<void>)[] = []
  let staging: Staging | null = null
  const yieldToEventLoop = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    if (options.signal?.aborted === true) throw new Cancelled()
  }
  const format = options.format ?? createMessageFormat('en', 'en-GB')
  const job: Job = {
    source,
    options,
    format,
    choice,
    withheld: withholding?.columns ?? [],
    tally: createTally(source, format, choice.totals, withholding?.columns),
    path: (file) => staging?.path(reportFiles[file]) ?? '',
    begun(file, part, discard = part.discard) {
      parts.set(file, part)
      discards.push(discard)
    },
    yieldToEventLoop,
  }
  try {
    await mkdir(folder, { recursive: true })
    staging = await openStaging(folder)
    if (staging === null) return underWay(folder)
    await yieldToEventLoop()
    job.tally.addAccounts(source.counts())
    await writeAudit(job)
    const files = await openRowFiles(job)
    const progress = createProgress(job)
    await writeRows(job, files, progress)
    await writeErrors(job)
    const totals = job.tally.totals(await completeRowFiles(job, files, progress))
    await writeSummaries(job, totals, new Map(parts))
    await yieldToEventLoop()
    for (const part of parts.values()) await part.keep()
    await staging.place(
      [...parts.keys()].map((file) => reportFiles[file]),
      Object.values(reportFiles),
    )
    return { ok: true, files: pathsIn(folder, [...parts.keys()]), totals }
  } catch (error) {
    await Promise.allSettled(discards.map((discard) => discard()))
    return { ok: false, failure: asFailure(error, folder) }
  } finally {
    await staging?.end()
  }
}

function underWay(folder: string): ReportResult {
  return {
    ok: false,
    failure: { code: 'report_under_way', message: message('report.under_way', { folder }) },
  }
}

function pathsIn(folder: string, files: readonly ReportFile[]): ReportPaths {
  return Object.fromEntries(files.map((file) => [file, join(folder, reportFiles[file])]))
}

async function writeAudit(job: Job): Promise<void> {
  const { source, choice, format } = job
  if (!choice.files.includes('accounts_jsonl')) return
  const audit = await createAuditFile(job.path('accounts_jsonl'), format)
  job.begun('accounts_jsonl', audit.part)
  let seen = 0
  for (const account of source.accounts()) {
    audit.add(account, source.evidence(account.id))
    seen += 1
    if (seen % rowsAtOnce !== 0 && audit.backlog() <= bytesAtOnce) continue
    await audit.flush()
    await job.yieldToEventLoop()
  }
  await audit.finish()
}

const rowsAtOnce = 500
const bytesAtOnce = 256 * 1024

async function openRowFiles(job: Job): Promise<readonly RowFile[]> {
  const { source, format, choice, options, path } = job
  const madeAt = new Date(options.now()).toISOString()
  const { version } = options
  const files: RowFile[] = []
  const fixFile = options.fixFile ?? null
  for (const kind of rowFileKinds(choice)) {
    const file = await rowFiles[kind]({ source, format, csv: choice.csv, fixFile, madeAt, version, path })
    job.begun(kind, file.part, file.discard)
    files.push(file)
  }
  return files
}

type Progress = (lines: number) => void

/** Lines of accounts count as rows do, but the progress is that of the rows. */
function createProgress({ source, choice, tally, options }: Job): Progress {
  const rowsTotal = source.sheets.reduce((sum, sheet) => sum + sheet.rowCount, 0)
  const added = choice.files.includes('results_xlsx') ? accountLines(tally.totals(0)) : 0
  let done = 0
  return (lines) => {
    done += lines
    const share = Math.min(1, done / Math.max(1, rowsTotal + added))
    options.onProgress?.({ rowsDone: Math.floor(share * rowsTotal), rowsTotal })
  }
}

/** One walk over the rows fills the results, the changes and the fix file. */
async function writeRows(job: Job, files: readonly RowFile[], progress: Progress): Promise<void> {
  const { source, tally } = job
  let rows = 0
  for (const { sheet, rows: ofSheet } of sheetBySheet(source)) {
    for (const file of files) file.startSheet(sheet)
    for (const row of ofSheet) {
      tally.addRow(row, sheet)
      for (const file of files) file.add(row, sheet)
      rows += 1
      if (rows >= rowsAtOnce || files.some((file) => file.backlog() > bytesAtOnce)) {
        await Promise.all(files.map((file) => file.flush()))
        await job.yieldToEventLoop()
        progress(rows)
        rows = 0
      }
    }
  }
  progress(rows)
}

/** Returns the number of cut cells. */
async function completeRowFiles(job: Job, files: readonly RowFile[], progress: Progress): Promise<number> {
  const totals = job.tally.totals(0)
  for (const file of files) {
    await file.complete?.(totals, async (lines) => {
      await job.yieldToEventLoop()
      progress(lines)
    })
    await file.finish()
  }
  return files.reduce((sum, file) => sum + file.cutCells(), 0)
}

function rowFileKinds({ files }: Job['choice']): (keyof typeof rowFiles)[] {
  const kinds = Object.keys(rowFiles) as (keyof typeof rowFiles)[]
  return kinds.filter((kind) => files.includes(kind))
}

/**
 * Groups the rows by sheet without holding them; sheets without rows are included. Rows of unknown sheets are a bug.
 */
function* sheetBySheet(source: ReportSource): Generator<{ sheet: ReportSheet; rows: Iterable<ReportRow> }> {
  const iterator = source.rows()[Symbol.iterator]()
  let next = iterator.next()
  function* rowsOf(sheet: ReportSheet): Generator<ReportRow> {
    while (next.done !== true && next.value.sheet === sheet.name) {
      const row = next.value
      next = iterator.next()
      yield row
    }
  }
  try {
    for (const sheet of source.sheets) yield { sheet, rows: rowsOf(sheet) }
    if (next.done !== true) throw new Error(`Rows are not in the order of the sheets: ${next.value.sheet}.`)
  } finally {
    iterator.return?.()
  }
}

async function writeErrors(job: Job): Promise<void> {
  if (!job.choice.files.includes('errors_csv')) return
  const csv = await createCsvFile(job.path('errors_csv'), errorColumns, job.choice.csv)
  job.begun('errors_csv', csv.part)
  let written = 0
  for (const problem of job.source.problems()) {
    const { sheet, row, columns, value, attr, source, code, account, overruled } = problem
    csv.line([
      sheet,
      String(row),
      columns.join('; '),
      value,
      attr ?? '',
      source,
      code ?? '',
      sentenceOf(problem.message, job.format),
      account ?? '',
      overruled ?? '',
    ])
    written += 1
    if (written % rowsAtOnce !== 0 && csv.backlog() <= bytesAtOnce) continue
    await csv.flush()
    await job.yieldToEventLoop()
  }
  await csv.finish()
}

async function writeSummaries(
  job: Job,
  totals: ReportTotals,
  written: ReadonlyMap<ReportFile, PartFile>,
): Promise<void> {
  const { batch } = job.source
  const madeAt = new Date(job.options.now()).toISOString()
  const files: Record<string, { bytes: number; sha256: string }> = {}
  for (const [file, part] of written) files[reportFiles[file]] = part.measure()
  const { version } = job.options
  const summary = summaryOf({
    version,
    madeAt,
    batch,
    totals,
    files,
    withheld: job.withheld,
    format: job.format,
  })
  await job.yieldToEventLoop()
  files[reportFiles.summary_html] = await writeWhole(job, 'summary_html', summaryHtml(summary))
  if (job.choice.files.includes('summary_pdf')) {
    await job.yieldToEventLoop()
    files[reportFiles.summary_pdf] = await writeWhole(job, 'summary_pdf', await pdfOf(job, summary, madeAt))
  }
  const { states, outcomes, endings, waves, suppliers, problemsByCode, holds, reconciliation, ...counts } =
    totals
  const facts = {
    carryover: version,
    madeAt,
    batch,
    source: batch.files,
    withheld: job.withheld,
    totals: counts,
    states,
    outcomes,
    endings,
    waves,
    suppliers,
    problemsByCode,
    holds,
    reconciliation,
    files,
  }
  await writeWhole(job, 'summary_json', `${JSON.stringify(facts, null, 2)}\n`)
}

/** Its library and typeface are loaded only for a report that has it. */
async function pdfOf(job: Job, summary: Summary, madeAt: string): Promise<Uint8Array> {
  const { summaryPdf } = await import('./summary/pdf/summary-pdf.ts')
  return summaryPdf({
    summary,
    author: job.source.batch.preparedBy,
    version: job.options.version,
    madeAt,
    pageOf: (page, pages) => sentenceOf(message('report.page', { page, pages }), job.format),
  })
}

/** Returns its measures. */
async function writeWhole(
  job: Job,
  file: ReportFile,
  content: string | Uint8Array,
): Promise<FileMeasures[string]> {
  const part = await createPartFile(job.path(file))
  job.begun(file, part)
  await part.write(content)
  await part.finish()
  return part.measure()
}
