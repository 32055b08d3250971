// A file of a report that the walk over the rows fills.
import type { PartFile } from '../file-sink.ts'
import type { createFixRows } from './fix-reference.ts'
import type { ReportRow, ReportSheet, ReportSource } from '../report-source.ts'
import type { ReportTotals } from '../totals/tally.ts'
import type { ReportChoice, ReportFile } from '../../../../shared/contract/report.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'

export type RowFile = {
  readonly kind: ReportFile
  readonly part: PartFile
  discard(): Promise<void>
  startSheet(sheet: ReportSheet): void
  /** The rows come in the order of the sheets, and in each by row number. */
  add(row: ReportRow, sheet: ReportSheet): void
  /** Number of bytes waiting to be written. */
  backlog(): number
  flush(): Promise<void>
  /**
   * Adds what the file says of the accounts, once everything is counted.
   * @param wrote is awaited after some lines, with their number
   */
  complete?(totals: ReportTotals, wrote: (lines: number) => Promise<void>): Promise<void>
  finish(): Promise<void>
  /** Cells that were cut at the format's limit; 0 for text files. */
  cutCells(): number
}

export type RowFileParts = {
  readonly source: ReportSource
  readonly format: MessageFormat
  readonly csv: ReportChoice['csv']
  /** The time of the report, ISO 8601, UTC. */
  readonly madeAt: string
  /** Carryover's own version. */
  readonly version: string
  /** Of the fix file: its code, and where its rows are collected; null: it is not to be found again. */
  readonly fixFile: FixFileParts | null
  path(file: ReportFile): string
}

export type FixFileParts = {
  readonly code: string
  readonly rows: ReturnType<typeof createFixRows>
  /** Of the fingerprints of its withheld cells. */
  readonly secret: string
}
