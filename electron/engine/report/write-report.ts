// Writes the report files of one batch: collects totals, walks the rows once into three files, lists the problems,
// then writes the summaries. Files get their final names only when all are complete, `summary.json` last. A
// cancelled or failed report leaves no file, and files of two reports are never mixed.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCsvFile } from './csv-file.ts'
import { createPartFile, measurePart, type PartFile } from './file-sink.ts'
import { belongsInFixMe, createProblemWalk, fixMeLayout } from './fix-me.ts'
import { asFailure, Cancelled, type ReportFailure } from './report-failure.ts'
import type { ReportRow, ReportSheet, ReportSource } from './report-source.ts'
import { evidenceColumns, resultCells, resultColumns, uniteColumns } from './result-columns.ts'
import { openStaging, type Staging } from './staging.ts'
import { summaryHtml } from './summary-html.ts'
import { createTally, type ReportTotals, type Tally } from './tally.ts'
import { createWorkbook } from './workbook/workbook.ts'
import type { SheetColumn } from './workbook/worksheet-parts.ts'
import { message, sentenceOf } from '../../../shared/texts/message.ts'
import { createMessageFormat, type MessageFormat } from '../../../shared/texts/message-format.ts'

export const reportFiles = {
  results_csv: 'results.csv',
  results_xlsx: 'results.xlsx',
  errors_csv: 'errors.csv',
  changes_csv: 'changes.csv',
  fix_me_xlsx: 'fix-me.xlsx',
  summary_html: 'summary.html',
  summary_json: 'summary.json',
} as const
export type ReportFile = keyof typeof reportFiles
export type FileMeasures = Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>

export type ReportProgress = { readonly rowsDone: number; readonly rowsTotal: number }
export type ReportOptions = {
  /** Milliseconds since 1970, UTC: the time of the snapshot. */
  readonly now: () => number
  /** Carryover's own version, for the summaries. */
  readonly version: string
  /** Of its sentences and numbers; English when left out. */
  readonly format?: MessageFormat | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ReportProgress) => void) | undefined
}

export type ReportResult =
  | { readonly ok: true; readonly files: Readonly<Record<ReportFile, string>>; readonly totals: ReportTotals }
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

export const changeColumns = [
  'sheet',
  'row',
  'column',
  'old',
  'new',
  'carryover_account',
  'edit',
  'what',
  'changed_at',
  'changed_by',
] as const

type Job = {
  readonly source: ReportSource
  readonly options: ReportOptions
  readonly format: MessageFormat
  readonly tally: Tally
  path(file: ReportFile): string
  /** Registers how to cancel a file that was begun. */
  begun(file: ReportFile, part: PartFile, discard?: () => Promise<void>): void
  /** Yields to the event loop; throws if the report was cancelled. */
  yieldToEventLoop(): Promise<void>
}

/** Writes all seven files into `folder`, which is made when missing. Files of an earlier report there are replaced. */
export async function writeReport(
  source: ReportSource,
  folder: string,
  options: ReportOptions,
): Promise<ReportResult> {
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
    tally: createTally(source, format),
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
    await tallyAccounts(job)
    const cutCells = await writeRows(job)
    await writeErrors(job)
    const totals = job.tally.totals(cutCells)
    await writeSummaries(job, totals)
    await yieldToEventLoop()
    for (const part of parts.values()) await part.keep()
    await staging.place(placed)
    return { ok: true, files: pathsOf((file) => join(folder, reportFiles[file])), totals }
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

function pathsOf(path: (file: ReportFile) => string): Record<ReportFile, string> {
  return {
    results_csv: path('results_csv'),
    results_xlsx: path('results_xlsx'),
    errors_csv: path('errors_csv'),
    changes_csv: path('changes_csv'),
    fix_me_xlsx: path('fix_me_xlsx'),
    summary_json: path('summary_json'),
    summary_html: path('summary_html'),
  }
}

/**
 * An older summary is removed first and the new one is placed last, so that a summary always belongs to the files
 * next to it.
 */
const { summary_json: summary, ...others } = reportFiles
const placed = [...Object.values(others), summary]

async function tallyAccounts(job: Job): Promise<void> {
  let seen = 0
  for (const account of job.source.accounts()) {
    job.tally.addAccount(account)
    seen += 1
    if (seen % rowsAtOnce === 0) await job.yieldToEventLoop()
  }
}

const rowsAtOnce = 500
const charactersAtOnce = 1_000_000

/** One walk over the rows fills the results, `changes.csv` and `fix-me.xlsx`. Returns the number of cut cells. */
async function writeRows(job: Job): Promise<number> {
  const { source, tally } = job
  const union = uniteColumns(source.sheets)
  const csv = await createCsvFile(job.path('results_csv'), [
    ...union.headers,
    ...resultColumns,
    ...evidenceColumns,
  ])
  job.begun('results_csv', csv.part)
  const results = await createWorkbook(job.path('results_xlsx'))
  job.begun('results_xlsx', results.part, results.discard)
  const fixMe = await createWorkbook(job.path('fix_me_xlsx'))
  job.begun('fix_me_xlsx', fixMe.part, fixMe.discard)
  const changes = await createCsvFile(job.path('changes_csv'), changeColumns)
  job.begun('changes_csv', changes.part)
  const problems = createProblemWalk(source.sheets, source.problems())
  const rowsTotal = source.sheets.reduce((sum, sheet) => sum + sheet.rowCount, 0)
  let rowsDone = 0
  try {
    for (const { sheet, rows } of sheetBySheet(source)) {
      const layout = fixMeLayout(sheet, job.format)
      results.startSheet({ name: sheet.name, columns: resultSheetColumns(sheet) })
      fixMe.startSheet({ name: sheet.name, columns: layout.columns })
      for (const row of rows) {
        tally.addRow(row, sheet)
        const added = resultCells(row, sheet, job.format)
        csv.line([...(union.spread(sheet.name, row.cells) ?? []), ...added])
        results.row([...sheet.columns.map((_, at) => row.cells[at] ?? ''), ...added])
        for (const line of changeLines(row, sheet, job.format)) changes.line(line)
        const found = problems.at(row)
        if (belongsInFixMe(row)) {
          tally.addFixMeRow(row)
          fixMe.row(layout.cells(row, found))
        }
        rowsDone += 1
        if (
          rowsDone % rowsAtOnce === 0 ||
          csv.backlog() > charactersAtOnce ||
          changes.backlog() > charactersAtOnce ||
          fixMe.backlog() > charactersAtOnce
        ) {
          await Promise.all([csv.flush(), results.flush(), changes.flush(), fixMe.flush()])
          await job.yieldToEventLoop()
          job.options.onProgress?.({ rowsDone, rowsTotal })
        }
      }
    }
  } finally {
    problems.close()
  }
  await csv.finish()
  await results.finish()
  await changes.finish()
  await fixMe.finish()
  job.options.onProgress?.({ rowsDone, rowsTotal })
  return results.cutCells()
}

/** A line for each cell whose text is not the file's, in the order of `changeColumns`. */
function changeLines(row: ReportRow, sheet: ReportSheet, format: MessageFormat): string[][] {
  return (row.changes ?? []).map(({ column, text, filled, edit }) => [
    row.sheet,
    String(row.row),
    sheet.columns[column]?.name ?? '',
    row.cells[column] ?? '',
    text,
    row.account?.key ?? '',
    edit === null ? '' : String(edit.number),
    sentenceOf(filled ? message('report.filled_from_above') : (edit?.words ?? ''), format),
    edit?.at ?? '',
    edit?.operator ?? '',
  ])
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

function resultSheetColumns(sheet: ReportSheet): SheetColumn[] {
  const wide: ReadonlySet<string> = new Set(['source_sha256', 'carryover_rows', 'error_columns'])
  return [
    ...sheet.columns.map(
      ({ header }): SheetColumn => ({ header, width: 18, headerStyle: 'header', style: 'text' }),
    ),
    ...[...resultColumns, ...evidenceColumns].map(
      (header): SheetColumn => ({
        header,
        width: wide.has(header) ? 32 : 20,
        headerStyle: 'added',
        style: 'text',
      }),
    ),
  ]
}

async function writeErrors(job: Job): Promise<void> {
  const csv = await createCsvFile(job.path('errors_csv'), errorColumns)
  job.begun('errors_csv', csv.part)
  let written = 0
  for (const problem of job.source.problems()) {
    job.tally.addProblem(problem)
    const { sheet, row, column, value, attr, source, code, account, overruled } = problem
    csv.line([
      sheet,
      String(row),
      column,
      value,
      attr ?? '',
      source,
      code ?? '',
      sentenceOf(problem.message, job.format),
      account ?? '',
      overruled ?? '',
    ])
    written += 1
    if (written % rowsAtOnce !== 0 && csv.backlog() <= charactersAtOnce) continue
    await csv.flush()
    await job.yieldToEventLoop()
  }
  await csv.finish()
}

async function writeSummaries(job: Job, totals: ReportTotals): Promise<void> {
  const { batch } = job.source
  const madeAt = new Date(job.options.now()).toISOString()
  const files: Record<string, { bytes: number; sha256: string }> = {}
  for (const file of ['results_csv', 'results_xlsx', 'errors_csv', 'changes_csv', 'fix_me_xlsx'] as const) {
    files[reportFiles[file]] = await measurePart(job.path(file))
    await job.yieldToEventLoop()
  }
  await writeWhole(
    job,
    'summary_html',
    summaryHtml({ version: job.options.version, madeAt, batch, totals, files, format: job.format }),
  )
  files[reportFiles.summary_html] = await measurePart(job.path('summary_html'))
  const { states, outcomes, endings, waves, suppliers, problemsByCode, holds, reconciliation, ...counts } =
    totals
  const summary = {
    carryover: job.options.version,
    madeAt,
    batch,
    source: batch.files,
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
  await writeWhole(job, 'summary_json', `${JSON.stringify(summary, null, 2)}\n`)
}

async function writeWhole(job: Job, file: ReportFile, text: string): Promise<void> {
  const part = await createPartFile(job.path(file))
  job.begun(file, part)
  await writeFile(part.handle, text, 'utf8')
  await part.finish()
}
