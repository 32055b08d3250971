// Calls about rows of sheets and the problems that stand on them.
import { z } from 'zod'
import { gridRow, problemGroup, rowFilter, sheetView } from '../views.ts'
import { base, batchId } from './base.ts'

export const sheetsCalls = {
  list: base.input(z.object({ batch: batchId })).output(z.array(sheetView)),
  /** Rows of a sheet by their place among the rows that the filter leaves. */
  page: base
    .input(
      z.object({
        batch: batchId,
        sheet: z.number(),
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
        filter: rowFilter.optional(),
      }),
    )
    .output(z.object({ total: z.number(), rows: z.array(gridRow) })),
}

export const problemsCalls = {
  /** Problems by code, field and column, most accounts first; no cap. */
  groups: base.input(z.object({ batch: batchId })).output(z.array(problemGroup)),
}
