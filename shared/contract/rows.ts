// Calls about rows of sheets and the problems that stand on them.
import { z } from 'zod'
import {
  gridRow,
  problemGroup,
  problemGroups,
  rowFilter,
  rowSort,
  sheetView,
  valueShapeGroup,
} from './views.ts'
import { base, batchId } from './base.ts'

/** Answer at once with what is known, rather than wait until it is known whole and as it stands now. */
const soon = z.boolean().optional()

export const sheetsCalls = {
  list: base.input(z.object({ batch: batchId })).output(z.array(sheetView)),
  /** Rows of a sheet by their place among the rows that the filter leaves, in the order that the sort gives. */
  page: base
    .input(
      z.object({
        batch: batchId,
        sheet: z.number(),
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
        filter: rowFilter.optional(),
        /** Left out: by row. */
        sort: rowSort.optional(),
        /** With it `exact` may be false, and a page shorter than the rows that there are. */
        soon,
      }),
    )
    .output(
      z.object({
        total: z.number(),
        /** False: rows are still being looked for, or some changed since they were. The same call without `soon` waits for that. */
        exact: z.boolean(),
        rows: z.array(gridRow),
      }),
    ),
}

export const problemsCalls = {
  /** Problems by code, field and column, first those that free most accounts. */
  groups: base.input(z.object({ batch: batchId, soon })).output(problemGroups),
  /** The values that a group's problems stand on, by what they look like, most problems first; no cap. */
  shapes: base
    .input(
      problemGroup
        .pick({ code: true, source: true, field: true, sheet: true, column: true })
        .extend({ batch: batchId }),
    )
    .output(z.array(valueShapeGroup)),
}
