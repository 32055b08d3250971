// Contract calls about the rows of sheets and the problems in them.
import { z } from 'zod'
import { gridRow, problemGroup, problemGroups, sheetView, valueShapeGroup } from '../views.ts'
import { rowFilter, rowSort } from '../../fixing/row-filter.ts'
import { base, batchId, displayedVersion } from '../base.ts'

/** Returns the known result at once, instead of waiting until it is complete and current. */
const soon = z.boolean().optional()

export const sheetsCalls = {
  list: base.input(z.object({ batch: batchId })).output(z.array(sheetView)),
  /** Rows of a sheet by their position in the filtered and sorted list. */
  page: base
    .input(
      z.object({
        batch: batchId,
        sheet: z.number(),
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
        filter: rowFilter.optional(),
        /** Default: by row. */
        sort: rowSort.optional(),
        /** With it, `exact` may be false and a page shorter than expected. */
        soon,
      }),
    )
    .output(
      z.object({
        total: z.number(),
        /**
         * False: the search is still running, or rows changed since. The same call without `soon` waits for the
         * exact result.
         */
        exact: z.boolean(),
        rows: z.array(gridRow),
        /** For decisions about the rows that match; null while that is not exact. Independent of the order. */
        version: displayedVersion.nullable(),
      }),
    ),
}

export const problemsCalls = {
  /** Problems by code, field and column; those whose fix completes most accounts come first. */
  groups: base.input(z.object({ batch: batchId, soon })).output(problemGroups),
  /** The values with a group's problems, by shape, most problems first; no limit. */
  shapes: base
    .input(
      problemGroup
        .pick({ code: true, source: true, field: true, sheet: true, column: true })
        .extend({ batch: batchId }),
    )
    .output(z.array(valueShapeGroup)),
}
