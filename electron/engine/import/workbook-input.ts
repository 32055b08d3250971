// Input and output types that all workbook readers share.
import type { InputFile } from '../system/files/sealed-file.ts'
import type { SheetCount } from './csv/csv.ts'
import type { Caps, ReadMessage, ReadOptions } from './reader.ts'
import type { WarningLog } from './sheet/warnings.ts'
import type { WorkbookTotal } from './sheet/workbook-total.ts'
import type { Zip } from './package/zip.ts'

export type PackedInput = {
  readonly file: InputFile
  /** Source: the file as a zip, as the one part of a flat spreadsheet, or a workbook extracted from it. */
  readonly source: 'zip' | 'flat' | Buffer
  readonly bytes: number
  readonly options: ReadOptions
  readonly caps: Caps
  readonly warnings: WarningLog
  readonly chunkBytes: number
  /** Inflated bytes read so far, and their total. */
  readonly onBytes: (bytes: number) => void
  readonly onTotal: (bytes: number) => void
}

/** Input of the reader of one kind of workbook. It yields messages and the rows of each sheet. */
export type WorkbookInput = Omit<PackedInput, 'file' | 'source' | 'chunkBytes'> & {
  readonly zip: Zip
  /** Bytes of a part that will be read again: not counted for progress or the total. */
  readonly firstLook: Zip['stream']
  readonly total: WorkbookTotal
}

export type WorkbookReading = AsyncGenerator<ReadMessage[], SheetCount[]>
