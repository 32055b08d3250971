// Content of a spreadsheet file after reading: sheets of text as the user sees them, with the sheet's own row
// numbers.
import { z } from 'zod'
import { said } from '../texts/message.ts'

/**
 * The stored value of a cell, kept where it differs from the displayed text or where the text alone would mislead.
 * `iso` is set for real dates and times of a workbook (`2026-03-04`, `2026-03-04T09:30:00`, `09:30:00`).
 */
export const keptCell = z.strictObject({
  kind: z.enum(['number', 'date', 'datetime', 'time', 'boolean', 'error', 'text']),
  /** The value as the file stores it. */
  raw: z.string(),
  iso: z.string().optional(),
  /** The cell holds a formula; its cached value is displayed. */
  formula: z.literal(true).optional(),
  /** The cell is empty in the file; it was filled, as a person asked, from this cell. The column is zero-based. */
  filled: z
    .strictObject({ row: z.number().int().positive(), column: z.number().int().nonnegative() })
    .optional(),
})
export type KeptCell = z.infer<typeof keptCell>

/**
 * One row. `row` is the sheet's own number (1 is the first line of the sheet or file). Trailing empty cells may be
 * absent.
 */
export type SourceRow = {
  readonly row: number
  readonly cells: readonly string[]
  /** By zero-based column index. */
  readonly kept?: Readonly<Record<string, KeptCell>> | undefined
}

/**
 * A row whose cells are still JSON text, as sent and stored: `cells` is a list of strings, `kept` is SourceRow's
 * `kept`, or null.
 */
export type RowText = { readonly row: number; readonly cells: string; readonly kept: string | null }

const keptText = z.record(z.string(), keptCell)

/** Throws when the texts are malformed. */
export function rowOfText({ row, cells, kept }: RowText): SourceRow {
  const read = { row, cells: cellsOfText(cells) }
  return kept === null ? read : { ...read, kept: keptText.parse(JSON.parse(kept)) }
}

/** A list of one or more strings, as JSON.stringify writes it, none of which has an escape. */
const plainCells = /^\["[^"\\]*(?:","[^"\\]*)*"\]$/

/**
 * The list of strings that a row's cells are stored as; throws when it is none. Schemas would take twice as long as
 * parsing, and parsing takes twice as long as splitting a list without escapes.
 */
export function cellsOfText(text: string): string[] {
  if (plainCells.test(text)) return text.slice(2, -2).split('","')
  const cells = JSON.parse(text) as unknown
  if (!Array.isArray(cells) || !cells.every((cell) => typeof cell === 'string'))
    throw new Error('The stored cells of a row are no list of texts.')
  return cells
}

export const column = z.strictObject({
  /** Zero-based position in the sheet. */
  index: z.number().int().nonnegative(),
  /** The header cell's original text; may be empty or shared by several columns. */
  header: z.string(),
  /**
   * The header made unique in its sheet (`Phone`, `Phone (2)`, `Column 7`): the column's name in mappings and
   * problems.
   */
  name: z.string(),
})
export type Column = z.infer<typeof column>

export const sheetInfo = z.strictObject({
  name: z.string(),
  hidden: z.boolean(),
  /** The sheet's own number of the header row, or null for a sheet without any row. */
  headerRow: z.number().int().positive().nullable(),
  columns: z.array(column),
  /**
   * Rows above the header, which are not read as data: at most 40, with their texts cut. Absent when there is none.
   */
  above: z.array(z.strictObject({ row: z.number().int().positive(), cells: z.array(z.string()) })).optional(),
})
export type SheetInfo = z.infer<typeof sheetInfo>

const evidence = z.strictObject({
  count: z.number().int().nonnegative(),
  /** The first such cell. */
  first: z.strictObject({ row: z.number().int(), text: z.string() }).nullable(),
})
/** Evidence about a column's date format, for the one question to the user about it. */
export const dateOrder = z.strictObject({
  /** Cells that are valid dates both ways: `03/04/2023`. */
  ambiguous: evidence,
  /** Cells that are valid only as day and month: `23/04/2023`. */
  dayFirst: evidence,
  /** Cells that are valid only as month and day: `04/23/2023`. */
  monthFirst: evidence,
})
export type DateOrder = z.infer<typeof dateOrder>

/** An anomaly of the file that the user should know about; nothing was repaired. */
export const fileWarning = z.strictObject({
  /** One of file-warnings.ts. */
  code: z.string(),
  message: said,
  sheet: z.string().nullable(),
  row: z.number().int().nullable(),
  /** The column's name. */
  column: z.string().nullable(),
  /** For a summary: the number of affected cells, rows or other items, including those reported individually. */
  count: z.number().int().positive().optional(),
  /** Set for `ambiguous_dates`. */
  dateOrder: dateOrder.optional(),
})
export type FileWarning = z.infer<typeof fileWarning>

/** A text file's differing lines in one of its possible encodings. */
export const encodingCandidate = z.strictObject({
  /** A label of the Encoding Standard, or `utf-32le`, `utf-32be`. */
  encoding: z.string(),
  lines: z.array(z.strictObject({ line: z.number().int().positive(), text: z.string() })).readonly(),
})
export type EncodingCandidate = z.infer<typeof encodingCandidate>

/** A cell's address in the terms of users and files: the sheet's name, its own row number, the column's name. */
export const cellRef = z.strictObject({
  sheet: z.string(),
  row: z.number().int().positive(),
  column: z.string(),
})
export type CellRef = z.infer<typeof cellRef>
export const rowRef = z.strictObject({ sheet: z.string(), row: z.number().int().positive() })
export type RowRef = z.infer<typeof rowRef>
