// Types of the reader interface: requests, messages and refusals. A reader streams: no message holds more than a
// few hundred rows, and an unreadable file ends in exactly one `refused`, never in an exception.
import type { FillChoice, FillChoices, FillOffer } from '../../../shared/sheet/fill-down.ts'
import type { BlankRows } from '../../../shared/sheet/blank-rows.ts'
import type { OddKind } from '../../../shared/sheet/odd-rows.ts'
import type {
  Column,
  EncodingCandidate,
  FileWarning,
  RowText,
  SheetInfo,
  SourceRow,
} from '../../../shared/sheet/sheet.ts'
import { type Message } from '../../../shared/texts/create-message.ts'

/**
 * Limits against hostile and accidental size. They are settings, so each can be changed.
 */
export type Caps = {
  /** Size of a delimited text file. */
  readonly csvBytes: number
  /** Size of a workbook file. */
  readonly xlsxBytes: number
  /** Rows of one sheet. */
  readonly rows: number
  /** Columns with content. */
  readonly columns: number
  /** Characters (UTF-16 units) of one cell. */
  readonly cellCharacters: number
  readonly zipEntries: number
  /** Inflated size divided by packed size, for a part that inflates to more than `zipRatioBytes`. */
  readonly zipRatio: number
  readonly zipRatioBytes: number
  /** Totals of all sheets of a workbook: inflated bytes, rows, and characters of cells. */
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
  /** Reads only this sheet. A delimited text file has one sheet, named like the file without its extension. */
  readonly sheet?: string | undefined
  /** Limit of data rows per sheet; reading stops early. */
  readonly maxRows?: number | undefined
  /** Delimited text only: a label of the Encoding Standard, or `utf-32le`, `utf-32be`. */
  readonly encoding?: string | undefined
  /** Delimited text only: one character. */
  readonly delimiter?: string | undefined
  /**
   * Delimited text only: the quote character; null if cells are not quoted and a quotation mark is part of the text.
   */
  readonly quote?: Quote | null | undefined
  /** Delimited text only: the escape of a quotation mark inside a quoted cell. */
  readonly escape?: Escape | undefined
  /** The sheet's own row number of the header, if the detection is wrong. */
  readonly headerRow?: number | undefined
  /** Header rows by sheet name; they take precedence over `headerRow`. */
  readonly headerRows?: Readonly<Record<string, number>> | undefined
  /** What is filled from the cells above, on every sheet. */
  readonly fill?: FillChoice | undefined
  /** By sheet name; these take precedence over `fill`. */
  readonly fills?: FillChoices | undefined
  /** Names of the sheets of earlier files of the batch, which the names in these options avoid. */
  readonly taken?: readonly string[] | undefined
  readonly caps?: { readonly [Name in keyof Caps]?: Caps[Name] | undefined } | undefined
}

/** The requested header row of a sheet; null: it is detected. */
export function headerRowOf({ headerRow, headerRows = {}, taken }: ReadOptions, own: string): number | null {
  const sheet = nameAmong(own, taken)
  return (Object.hasOwn(headerRows, sheet) ? headerRows[sheet] : headerRow) ?? null
}

/** What a person wants filled on a sheet. */
export function fillOf({ fill, fills = {}, taken }: ReadOptions, own: string): FillChoice {
  const sheet = nameAmong(own, taken)
  return (Object.hasOwn(fills, sheet) ? fills[sheet] : fill) ?? {}
}

/** The name of a file's sheet in its batch: its own, or with a number if an earlier file has one of that name. */
export function nameAmong(own: string, taken: readonly string[] = []): string {
  let name = own
  for (let number = 2; taken.includes(name); number += 1) name = `${own} (${number})`
  return name
}

/** Every reason for refusing a file. Stable, because callers depend on the codes. */
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
  /** What happened, where, and what to do. */
  readonly message: Message
  readonly sheet: string | null
  /** The sheet's row, or the text file's line. */
  readonly row: number | null
  /** For `encoding_unsure`: the text in each candidate encoding, best first. */
  readonly candidates?: readonly EncodingCandidate[]
  /** One of several files of a batch: its position among them. */
  readonly file?: number
}

export type ReadMessage<Row = SourceRow> =
  | {
      readonly kind: 'file'
      readonly format: 'csv' | 'xlsx' | 'ods'
      readonly bytes: number
      readonly encoding: string | null
      /** Null for a workbook, and for text without a delimiter (one column). */
      readonly delimiter: string | null
      /** Of delimited text: as in ReadOptions, given or detected. */
      readonly quote?: Quote | null
      readonly escape?: Escape
    }
  /**
   * Sent once the header row is known and before the sheet's rows. `last`: no other sheet follows (absent if
   * unknown).
   */
  | { readonly kind: 'sheet'; readonly index: number; readonly sheet: SheetInfo; readonly last?: true }
  /** Later rows were wider than the header: the complete, longer list again. Sent before those rows. */
  | { readonly kind: 'columns'; readonly index: number; readonly columns: Column[] }
  /** Only data rows, in file order. */
  | { readonly kind: 'rows'; readonly sheet: number; readonly rows: Row[] }
  /** Earlier rows that do not look like a customer. */
  | {
      readonly kind: 'odd_rows'
      readonly sheet: number
      readonly rows: readonly { readonly row: number; readonly kind: OddKind }[]
    }
  /** At the end of a sheet that has blank rows below its header. */
  | { readonly kind: 'blank_rows'; readonly sheet: number; readonly found: BlankRows }
  /** At the end of a sheet where anything could be filled from the cells above. */
  | { readonly kind: 'fills'; readonly sheet: number; readonly offer: FillOffer }
  | { readonly kind: 'warning'; readonly warning: FileWarning }
  /**
   * `bytes` of `bytesTotal` are done (for a workbook: inflated bytes of its parts); `rows` counts data rows of all
   * sheets.
   */
  | { readonly kind: 'progress'; readonly bytes: number; readonly bytesTotal: number; readonly rows: number }
  | {
      readonly kind: 'end'
      /** Of the file's bytes, in lower-case hexadecimal. */
      readonly sha256: string
      readonly sheets: { readonly index: number; readonly rowCount: number }[]
    }
  /** Last message for a file that cannot be used; the receiver discards the rows that came before. */
  | { readonly kind: 'refused'; readonly failure: ReadFailure }

/**
 * Reads a spreadsheet file. Rows come as text that is not parsed on its way to the store. Ends after `end` or
 * `refused`; ends without either when `signal` aborts. Backpressure: reading pauses until the consumer requests the
 * next message, so memory does not grow with the file.
 */
export type Reader = (
  path: string,
  options: ReadOptions,
  signal: AbortSignal,
) => AsyncIterable<ReadMessage<RowText>>
