// Calls about duplicates: accounts of one number, side by side, and what a person decides about them.
import { z } from 'zod'
import { base, batchId } from './base.ts'
import { forgetUndone } from './edits.ts'

/** Accounts that are the same, none of them excluded. */
const duplicateGroup = z.object({
  /** The first of its accounts: names the group. */
  account: z.number(),
  key: z.string(),
  /** Their first rows on the sheet that accounts come from. */
  rows: z.array(z.number()),
  /** Columns in which the rows differ; 0: they are copies. */
  differing: z.number(),
})
export type DuplicateGroup = z.infer<typeof duplicateGroup>

const duplicateSide = z.object({
  account: z.number(),
  key: z.string(),
  row: z.number(),
  held: z.string().nullable(),
  /** Why it cannot be changed now; null: it can. */
  locked: z.string().nullable(),
  /** By column, as they stand now. */
  cells: z.array(z.string()),
  /** A number that another cell of its row says and no account has; null: none. */
  proposed: z.string().nullable(),
})
export type DuplicateSide = z.infer<typeof duplicateSide>

/** What merging them would do; or why it cannot be, in a sentence. */
const mergeShape = z.discriminatedUnion('can', [
  z.object({ can: z.literal(true), how: z.enum(['cells', 'rows']) }),
  z.object({ can: z.literal(false), why: z.string() }),
])

export const duplicatesCalls = {
  groups: base
    .input(
      z.object({
        batch: batchId,
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(
      z.object({
        groups: z.array(duplicateGroup),
        total: z.number(),
        accounts: z.number(),
        /** Groups whose rows are copies of each other. */
        copies: z.number(),
      }),
    ),
  /** One group; null where it is none any more. */
  group: base.input(z.object({ batch: batchId, account: z.number() })).output(
    z
      .object({
        sheet: z.object({ position: z.number(), name: z.string() }),
        /** Columns that hold the number, and that feed something or are shown, in the file's order. */
        columns: z.array(z.object({ index: z.number(), name: z.string(), isKey: z.boolean() })),
        sides: z.array(duplicateSide),
        /** Rows of other sheets that hang on each of them, since they have its number. */
        linked: z.array(z.object({ sheet: z.string(), rows: z.array(z.number()) })),
        merge: mergeShape,
      })
      .nullable(),
  ),
  /** Of every group whose rows are copies the first is kept, the others are excluded, as one choice. */
  keepFirstOfCopies: base
    .input(z.object({ batch: batchId, expected: z.number().int().positive() }))
    .output(z.object({ choice: z.number().nullable(), accounts: z.number() })),
  /** Each its own number, as one edit. Refused where a number is empty or another row has it. */
  renumber: base
    .input(
      z.object({
        batch: batchId,
        numbers: z.array(z.object({ account: z.number(), key: z.string().trim().min(1).max(200) })).min(1),
        forgetUndone,
      }),
    )
    .output(z.object({ edit: z.number() })),
  /** One account of several, as one edit: the chosen texts go to the one that stays, undoing it brings all back. */
  merge: base
    .input(
      z.object({
        batch: batchId,
        keep: z.number(),
        others: z.array(z.number()).min(1),
        texts: z.array(z.object({ column: z.number().int().nonnegative(), text: z.string() })),
        forgetUndone,
      }),
    )
    .output(z.object({ edit: z.number() })),
}
