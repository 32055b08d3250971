// Calls about duplicates: accounts of one number, side by side, and what a person decides about them.
import { z } from 'zod'
import { base, batchId } from './base.ts'
import { forgetUndone } from './edits.ts'

/** Accounts that are the same, none of them excluded. */
const duplicateGroup = z.object({
  /** The first of its accounts: names the group. */
  account: z.number(),
  key: z.string(),
  /** How many they are, and the first rows of the first few on the sheet that accounts come from. */
  accounts: z.number(),
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

const linkedRow = z.object({
  /** The sheet's position. */
  sheet: z.number(),
  name: z.string(),
  row: z.number(),
  /** What it says beside its key. */
  text: z.string(),
})
export type LinkedRowView = z.infer<typeof linkedRow>

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
        /** The first of them; `more` come up when these are decided. */
        sides: z.array(duplicateSide),
        more: z.number(),
        /** The first rows of other sheets that hang on several of them by their number; `moreLinked` are not listed. */
        linked: z.array(linkedRow),
        moreLinked: z.number(),
        merge: mergeShape,
      })
      .nullable(),
  ),
  /** Of every group whose rows are copies the first is kept, the others are excluded, as one choice. */
  keepFirstOfCopies: base
    .input(z.object({ batch: batchId, expected: z.number().int().positive() }))
    .output(z.object({ choice: z.number().nullable(), accounts: z.number() })),
  /**
   * Each its own number, as one edit. Refused where a number is empty or another row has it, and while it is not said of
   * a row of another sheet that hangs on several of them which one it goes with: by itself, or as one of the `rest`.
   * `joined`: rows of other sheets that had a new number already and no account.
   */
  renumber: base
    .input(
      z.object({
        batch: batchId,
        numbers: z.array(z.object({ account: z.number(), key: z.string().trim().min(1).max(200) })).min(1),
        linked: z
          .object({
            rest: z.number().nullable(),
            rows: z.array(z.object({ sheet: z.number(), row: z.number(), account: z.number() })).max(1000),
          })
          .default({ rest: null, rows: [] }),
        forgetUndone,
      }),
    )
    .output(z.object({ edit: z.number(), joined: z.number() })),
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
