// Calls about the values of a column: what a person looks at before saying what becomes of them.
import { z } from 'zod'
import { fixScope } from '../fixing/fix.ts'
import { base, batchId } from './base.ts'

/** As many of the most frequent values are reported. */
export const mostValues = 1000

export const columnValues = z.object({
  /** Most frequent first; values are the same without case and outer blanks, and reported as most cells write them. */
  values: z.array(z.object({ text: z.string(), cells: z.number() })),
  /** How many there are in all: those that are not reported are left out, and that is to be said. */
  distinct: z.number(),
  cells: z.number(),
  /** Counting ended before the last row, since there are more values than anybody counts: rows counted up to there. */
  cutAt: z.number().nullable(),
})
export type ColumnValues = z.infer<typeof columnValues>

export const valuesCalls = {
  /** Counted over all rows of the scope; can be cancelled. */
  ofColumn: base
    .input(
      z.object({
        batch: batchId,
        sheet: z.number().int().nonnegative(),
        column: z.number().int().nonnegative(),
        rows: fixScope.shape.rows,
        /** Only cells that a problem stands on which is not stale: with this code, or, left out, with any. */
        wrong: z.object({ code: z.string().nullable().optional() }).nullable(),
      }),
    )
    .output(columnValues),
}
