// Interface of the reader: its request, its messages and its refusals. A reader streams: no message holds more than a
// few hundred rows, and an unreadable file ends in exactly one `refused`, never in a throw.
import type { OddKind } from '../../../shared/sheet/odd-rows.ts'
import type {
  Column,
  EncodingCandidate,
  FileWarning,
  RowText,
  SheetInfo,
  SourceRow,
} from '../../../shared/sheet/sheet.ts'

/** Limits against hostile and accidental size (reliability.md section 6); settings, so each can be changed. */
export type Caps = {
  /** Bytes of a delimited text file. */
  readonly csvBytes: number
  /** Bytes of a workbook file. */
  readonly xlsxBytes: number
  /** Rows of one sheet. */
  readonly rows: number
  /** Columns that hold anything. */
  readonly columns: number
  /** Characters (UTF-16 units) of one cell. */
  readonly cellCharacters: number
  readonly zipEntries: number
  /** Inflated size divided by packed size, of one part that inflates to more than `zipRatioBytes`. */
  readonly zipRatio: number
  readonly zipRatioBytes: number
  /** Of all sheets of a workbook together: inflated bytes, rows, and characters of cells. */
  readonly workbookBytes: number
  readonly workbookRows: number
  readonly workbookCharacters: number
  /** Merged ranges of one sheet. */
  readonly merges: number
}

export const defaultCaps: Caps = {
  csvBytes: 2 * 1024 ** 3,
  xlsxBytes: 256 * 1024 ** 2,
  rows: 1_048_576,
  columns: 512,
  cellCharacters: 32_767,
  zipEntries: 1_000,
  zipRatio: 100,
  zipRatioBytes: 64 * 1024 ** 2,
  workbookBytes: 4 * 1024 ** 3,
  workbookRows: 4 * 1_048_576,
  workbookCharacters: 1024 ** 3,
  merges: 10_000,
}

export const quotes = ['"', "'"] as const
export type Quote = (typeof quotes)[number]
export const escapes = ['doubled', 'backslash'] as const
export type Escape = (typeof escapes)[number]

export type ReadOptions = {
  /** Read this sheet only. A delimited text file has one sheet, named like the file without its extension. */
  readonly sheet?: string | undefined
  /** Data rows of each sheet; reading stops early. */
  readonly maxRows?: number | undefined
  /** Delimited text only: a label of the Encoding Standard, or `utf-32le`, `utf-32be`. */
  readonly encoding?: string | undefined
  /** Delimited text only: one character. */
  readonly delimiter?: string | undefined
  /** Delimited text only: what stands around cells; null where nothing does and a quotation mark is part of the text. */
  readonly quote?: Quote | null | undefined
  /** Delimited text only: how a quotation mark is written inside a quoted cell. */
  readonly escape?: Escape | undefined
  /** The sheet's own row number of the header, where the guess is wrong. */
  readonly headerRow?: number | undefined
  /** The same by the sheet's name, before `headerRow`. */
  readonly headerRows?: Readonly<Record<string, number>> | undefined
  readonly caps?: { readonly [Name in keyof Caps]?: Caps[Name] | undefined } | undefined
}

/** The header row that was asked for on a sheet; null: it is to be found. */
export function headerRowOf({ headerRow, headerRows = {} }: ReadOptions, sheet: string): number | null {
  return (Object.hasOwn(headerRows, sheet) ? headerRows[sheet] : headerRow) ?? null
}

/** Every reason for not reading a file. Stable: callers key on these. */
export const readFailureCodes = [
  'file_missing',
  'file_unreadable',
  'file_is_folder',
  'file_not_ordinary',
  'file_changed',
  'empty_file',
  'file_too_large',
  'is_pdf',
  'is_html',
  'is_xml',
  'is_rtf',
  'is_gzip',
  'is_archive',
  'is_image',
  'is_old_excel',
  'is_password_protected',
  'is_ole_document',
  'is_binary_excel',
  'is_opendocument',
  'is_numbers',
  'is_other_zip',
  'is_database',
  'is_binary',
  'is_lock_file',
  'is_program',
  'is_json',
  'is_sylk',
  'is_dif',
  'only_for_text',
  'encoding_unsure',
  'encoding_wrong',
  'encoding_unknown',
  'encoding_seven_bit',
  'nul_characters',
  'delimiter_unusable',
  'quote_not_closed',
  'quote_misplaced',
  'quote_over_lines',
  'sheet_missing',
  'too_many_rows',
  'too_many_columns',
  'cell_too_long',
  'too_many_merges',
  'zip_damaged',
  'zip_unsafe',
  'zip_method_unknown',
  'workbook_too_large',
  'workbook_damaged',
  'reader_stalled',
  'reader_memory',
  'reader_crashed',
] as const
export type ReadFailureCode = (typeof readFailureCodes)[number]

export type ReadFailure = {
  readonly code: ReadFailureCode
  /** What happened, where, and what to do: sentences for a person. */
  readonly message: string
  readonly sheet: string | null
  /** The sheet's row, or the text file's line. */
  readonly row: number | null
  /** Of `encoding_unsure`: what the file says in each encoding that it may be in, best first. */
  readonly candidates?: readonly EncodingCandidate[]
}

export type ReadMessage<Row = SourceRow> =
  | {
      readonly kind: 'file'
      readonly format: 'csv' | 'xlsx' | 'ods'
      readonly bytes: number
      readonly encoding: string | null
      /** Null for a workbook, and for text in which no delimiter was found (one column). */
      readonly delimiter: string | null
      /** Of delimited text: as in ReadOptions, given or found. */
      readonly quote?: Quote | null
      readonly escape?: Escape
    }
  /**
   * Once the header row is known and before the sheet's rows. `last`: no other sheet follows (where that is not known
   * beforehand it is not said).
   */
  | { readonly kind: 'sheet'; readonly index: number; readonly sheet: SheetInfo; readonly last?: true }
  /** Later rows were wider than the header: the whole list again, longer than before. Sent before those rows. */
  | { readonly kind: 'columns'; readonly index: number; readonly columns: Column[] }
  /** Data rows only, in the file's order. */
  | { readonly kind: 'rows'; readonly sheet: number; readonly rows: Row[] }
  /** Rows that came before and look like no customer. */
  | {
      readonly kind: 'odd_rows'
      readonly sheet: number
      readonly rows: readonly { readonly row: number; readonly kind: OddKind }[]
    }
  | { readonly kind: 'warning'; readonly warning: FileWarning }
  /** `bytes` of `bytesTotal` are done (of a workbook: inflated bytes of its parts); `rows` counts data rows of all sheets. */
  | { readonly kind: 'progress'; readonly bytes: number; readonly bytesTotal: number; readonly rows: number }
  | {
      readonly kind: 'end'
      /** Of the file's bytes, in lower-case hexadecimal. */
      readonly sha256: string
      readonly sheets: { readonly index: number; readonly rowCount: number }[]
    }
  /** The last message of a file that cannot be used; rows that came before are to be discarded. */
  | { readonly kind: 'refused'; readonly failure: ReadFailure }

/**
 * Reads a spreadsheet file; rows come as text, which nobody takes apart on the way to the store. Ends after `end` or `refused`; ends without either when `signal` aborts. A consumer that
 * does not ask for the next message holds the reader back, so memory does not grow with the file.
 */
export type Reader = (
  path: string,
  options: ReadOptions,
  signal: AbortSignal,
) => AsyncIterable<ReadMessage<RowText>>
