// Contract calls about the values of a column, which the user looks at before deciding how to fix them.
import { z } from 'zod'
import { fixScope } from '../../fixing/fix.ts'
import { base, batchId } from '../base.ts'

/** The number of most frequent values that are returned. */
export const mostValues = 1000

export const columnValues = z.object({
  /**
   * Most frequent first. Unless asked for exactly, values are compared without case and outer blanks, and returned in
   * their most frequent spelling.
   */
  values: z.array(z.object({ text: z.string(), cells: z.number() })),
  /** The total number of distinct values; when it is larger than the list, the window must say so. */
  distinct: z.number(),
  cells: z.number(),
  /** The row at which counting stopped, because there are too many distinct values; null: all rows were counted. */
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
        /** Only cells with a current (not stale) problem: with this code, or, left out, with any. */
        wrong: z.object({ code: z.string().nullable().optional() }).nullable(),
        /** Values that differ in case or outer blanks are listed apart. */
        exact: z.boolean().optional(),
      }),
    )
    .output(columnValues),
}
