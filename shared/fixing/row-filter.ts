// Filter and order of the rows of a sheet: what a grid shows, and what a fix or a decision about all of it applies to.
import { z } from 'zod'
import { accountStates, outcomes } from '../sending/states.ts'

/** Filter of the grid's rows; all given conditions must hold. */
export const rowFilter = z.object({
  states: z.array(z.enum(accountStates)).optional(),
  /** With `states`: or done in one of these ways. */
  outcomes: z.array(z.enum(outcomes)).optional(),
  /** Rows of accounts that have a problem with this code; null: a problem without code. */
  code: z.string().nullable().optional(),
  /**
   * With `code` or alone: the problem is about this field of the catalogue (`customers.*.landline`); null: about
   * the whole account.
   */
  field: z.string().nullable().optional(),
  /** With `code` or alone: the problem is shown on this column. */
  column: z.number().optional(),
  /** With those: the value with the problem has this shape (shared/sheet/value-shape.ts). */
  shape: z.string().optional(),
  /**
   * With those or alone: the service answered so at this moment or later, in milliseconds since 1970. Problems that our own
   * checks found have no such moment.
   */
  since: z.number().int().optional(),
  /** Text that a cell of the row contains now, without case. */
  text: z.string().max(1000).optional(),
  /** The cell of this column is exactly one of these texts now. */
  values: z
    .object({
      column: z.number().int().nonnegative(),
      texts: z.array(z.string().max(32_767)).min(1).max(1000),
    })
    .optional(),
  /** Rows changed by this edit of the history. */
  edit: z.number().optional(),
  changed: z.boolean().optional(),
  held: z.boolean().optional(),
  /** Excluded accounts; they do not count as held. */
  excluded: z.boolean().optional(),
  account: z.number().optional(),
  /** Rows of the accounts of this list (`accounts.findList`). */
  list: z.number().int().optional(),
})
export type RowFilter = z.infer<typeof rowFilter>

/** Order of the grid's rows; equal rows keep the sheet's order. */
export const rowSort = z.object({
  by: z.union([
    /**
     * row: the sheet's order; state: the order of states.ts, with rows without an account last; problems:
     * the row's current number of problems.
     */
    z.enum(['row', 'state', 'problems']),
    /** The column's text now: numbers by their size, then other texts without case, blank cells always last. */
    z.object({ column: z.number().int().nonnegative() }),
  ]),
  descending: z.boolean(),
})
export type RowSort = z.infer<typeof rowSort>
