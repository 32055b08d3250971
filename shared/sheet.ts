// What a spreadsheet file holds once read: sheets of text, as a person sees them, with the sheet's own row numbers.
import { z } from 'zod'

/**
 * What a cell keeps beside the text that it shows, where the two differ or where the text alone would mislead.
 * `iso` is set for real dates and times of a workbook (`2026-03-04`, `2026-03-04T09:30:00`, `09:30:00`).
 */
export const keptCell = z.strictObject({
  kind: z.enum(['number', 'date', 'datetime', 'time', 'boolean', 'error', 'text']),
  /** The value as the file stores it. */
  raw: z.string(),
  iso: z.string().optional(),
  /** The cell holds a formula; its cached value is shown. */
  formula: z.literal(true).optional(),
})
export type KeptCell = z.infer<typeof keptCell>

/** One row. `row` is the sheet's own number (1 is the first line of the sheet or file). Trailing empty cells may be absent. */
export type SourceRow = {
  readonly row: number
  readonly cells: readonly string[]
  /** By zero-based column index. */
  readonly kept?: Readonly<Record<string, KeptCell>> | undefined
}

export const column = z.strictObject({
  /** Zero-based position in the sheet. */
  index: z.number().int().nonnegative(),
  /** The header cell's text as the file has it; may be empty or shared by several columns. */
  header: z.string(),
  /** The header made unique in its sheet (`Phone`, `Phone (2)`, `Column 7`): how mappings and problems name the column. */
  name: z.string(),
})
export type Column = z.infer<typeof column>

export const sheetInfo = z.strictObject({
  name: z.string(),
  hidden: z.boolean(),
  /** The sheet's own number of the header row, or null for a sheet without any row. */
  headerRow: z.number().int().positive().nullable(),
  columns: z.array(column),
})
export type SheetInfo = z.infer<typeof sheetInfo>

const evidence = z.strictObject({
  count: z.number().int().nonnegative(),
  /** The first such cell. */
  first: z.strictObject({ row: z.number().int(), text: z.string() }).nullable(),
})
/** What a column's dates say about how they are written: for the one question that a person is asked about it. */
export const dateOrder = z.strictObject({
  /** Cells that name a day either way: `03/04/2023`. */
  ambiguous: evidence,
  /** Cells that can only be day and month: `23/04/2023`. */
  dayFirst: evidence,
  /** Cells that can only be month and day: `04/23/2023`. */
  monthFirst: evidence,
})
export type DateOrder = z.infer<typeof dateOrder>

/** Something odd about the file that a person should know; nothing was repaired. */
export const fileWarning = z.strictObject({
  /** One of file-warnings.ts. */
  code: z.string(),
  message: z.string(),
  sheet: z.string().nullable(),
  row: z.number().int().nullable(),
  /** The column's name. */
  column: z.string().nullable(),
  /** Of `ambiguous_dates`. */
  dateOrder: dateOrder.optional(),
})
export type FileWarning = z.infer<typeof fileWarning>

/** A cell's address as people and files use it: the sheet's name, its own row number, the column's name. */
export const cellRef = z.strictObject({
  sheet: z.string(),
  row: z.number().int().positive(),
  column: z.string(),
})
export type CellRef = z.infer<typeof cellRef>
export const rowRef = z.strictObject({ sheet: z.string(), row: z.number().int().positive() })
export type RowRef = z.infer<typeof rowRef>

/** Unique names for a header row: blanks become `Column N` (one-based), repeats get ` (2)`, ` (3)` … */
export function nameColumns(headers: readonly string[]): Column[] {
  const used = new Set<string>()
  return headers.map((header, index) => {
    const base = header.trim().replace(/\s+/g, ' ') || `Column ${index + 1}`
    let name = base
    for (let count = 2; used.has(name); count += 1) name = `${base} (${count})`
    used.add(name)
    return { index, header, name }
  })
}
