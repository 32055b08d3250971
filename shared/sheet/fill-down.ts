// Filling empty cells from the cell above, as a person asks for it: the cells behind merged ranges, and columns in
// which only the first row of a group has a value. The reader says what it could fill; a filled cell says from where.
import { z } from 'zod'

/** What a person wants filled on one sheet; nothing is filled without it. */
export const fillChoice = z.object({
  /** down: in the first column of each merged range; all: every cell that a range covers. */
  merged: z.enum(['down', 'all']).optional(),
  /** Columns, by name, whose empty cells take the text above. */
  columns: z.array(z.string()).optional(),
})
export type FillChoice = z.infer<typeof fillChoice>

/** By the sheet's name. */
export const fillChoices = z.record(z.string(), fillChoice)
export type FillChoices = z.infer<typeof fillChoices>

/** What could be filled on a sheet, whether it was or not. Only rows with a text of their own count. */
export const fillOffer = z.object({
  merged: z.object({
    /** Merged ranges that cover cells of rows below the header, listed or not. */
    ranges: z.number(),
    /** Cells in the ranges' first columns, and in the columns beside them. */
    down: z.number(),
    across: z.number(),
    list: z.array(
      z.object({
        /** As a spreadsheet writes it: `A2:B3`. */
        range: z.string(),
        /** The sheet's own number of the first row, and the first column's name. */
        row: z.number(),
        column: z.string(),
        text: z.string(),
        down: z.number(),
        across: z.number(),
      }),
    ),
  }),
  /** Columns with empty cells below a text. */
  columns: z.array(z.object({ column: z.string(), cells: z.number() })),
  /** Cells that were filled, as the choice asked. */
  filled: z.number(),
})
export type FillOffer = z.infer<typeof fillOffer>

/** The cells as the file has them: a cell that was filled is empty there. */
export function withoutFilled(row: {
  readonly cells: readonly string[]
  readonly kept?: Readonly<Record<string, { readonly filled?: unknown }>> | undefined
}): readonly string[] {
  const { cells, kept } = row
  if (kept === undefined) return cells
  const own = [...cells]
  for (const [at, cell] of Object.entries(kept)) if (cell.filled !== undefined) own[Number(at)] = ''
  return own
}
