// Input and output of the readers of workbooks, whichever kind of workbook is read.
import type { FileHandle } from 'node:fs/promises'
import type { SheetCount } from './csv/csv.ts'
import type { Caps, ReadMessage, ReadOptions } from './reader.ts'
import type { WarningLog } from './sheet/warnings.ts'
import type { WorkbookTotal } from './sheet/workbook-total.ts'
import type { Zip } from './xlsx/zip.ts'

export type PackedInput = {
  readonly file: FileHandle
  /** What is read: the file as a zip, or as the one part of a flat spreadsheet, or a workbook taken out of it. */
  readonly source: 'zip' | 'flat' | Buffer
  readonly bytes: number
  readonly options: ReadOptions
  readonly caps: Caps
  readonly warnings: WarningLog
  readonly chunkBytes: number
  /** Inflated bytes that were read, and how many there will be. */
  readonly onBytes: (bytes: number) => void
  readonly onTotal: (bytes: number) => void
}

/** What the reader of one kind of workbook is given, and what it gives: messages, then the rows of each sheet. */
export type WorkbookInput = Omit<PackedInput, 'file' | 'source' | 'chunkBytes'> & {
  readonly zip: Zip
  /** The bytes of a part that is read once more: neither progress nor the total counts them. */
  readonly firstLook: Zip['stream']
  readonly total: WorkbookTotal
}

export type WorkbookReading = AsyncGenerator<ReadMessage[], SheetCount[]>
