// Contract calls about duplicates: accounts with the same number, shown side by side, and the user's decisions
// about them.
import { z } from 'zod'
import { base, batchId, displayedVersion } from '../base.ts'
import { said } from '../../texts/message.ts'

/** Accounts with the same number, none of them excluded. */
const duplicateGroup = z.object({
  /** Id of its first account, which identifies the group. */
  account: z.number(),
  key: z.string(),
  /** Their number, and the main sheet's first rows of the first few. */
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
  held: said.nullable(),
  /** The reason why it cannot be changed now; null: it can. */
  locked: said.nullable(),
  /** By column, with current texts. */
  cells: z.array(z.string()),
  /** A number in another cell of its row that no account has; null: none. */
  proposed: z.string().nullable(),
})
export type DuplicateSide = z.infer<typeof duplicateSide>

const linkedRow = z.object({
  /** The sheet's position. */
  sheet: z.number(),
  name: z.string(),
  row: z.number(),
  /** Its content other than the key. */
  text: z.string(),
})
export type LinkedRowView = z.infer<typeof linkedRow>

/** The effect of merging them, or the reason why they cannot be merged, as a sentence. */
const mergeShape = z.discriminatedUnion('can', [
  z.object({ can: z.literal(true), how: z.enum(['cells', 'rows']) }),
  z.object({ can: z.literal(false), why: said }),
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
        /** For `keepFirstOfCopies`. */
        version: displayedVersion,
      }),
    ),
  /** One group; null when it no longer exists. */
  group: base.input(z.object({ batch: batchId, account: z.number() })).output(
    z
      .object({
        sheet: z.object({ position: z.number(), name: z.string() }),
        /** Columns that hold the number, and those that feed a field or are shown, in the file's order. */
        columns: z.array(z.object({ index: z.number(), name: z.string(), isKey: z.boolean() })),
        /** The first accounts; `more` follow when these are decided. */
        sides: z.array(duplicateSide),
        more: z.number(),
        /**
         * The first rows of other sheets that are linked to several of them by number; `moreLinked` are not listed.
         */
        linked: z.array(linkedRow),
        moreLinked: z.number(),
        merge: mergeShape,
      })
      .nullable(),
  ),
  /** Keeps the first of every group whose rows are copies and excludes the others, as one decision. */
  keepFirstOfCopies: base
    .input(z.object({ batch: batchId, expected: displayedVersion }))
    .output(z.object({ choice: z.number().nullable(), accounts: z.number() })),
  /**
   * Gives each account its own number, as one edit. Refused when a number is empty or used by another row, and
   * while a row of another sheet that is linked to several of them is not assigned to one: individually, or as one
   * of the `rest`. `joined`: rows of other sheets that already had a new number and no account.
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
      }),
    )
    .output(z.object({ edit: z.number(), joined: z.number() })),
  /**
   * Merges several accounts into one, as one edit: the chosen texts go to the remaining account, and undo restores
   * all.
   */
  merge: base
    .input(
      z.object({
        batch: batchId,
        keep: z.number(),
        others: z.array(z.number()).min(1),
        texts: z.array(z.object({ column: z.number().int().nonnegative(), text: z.string() })),
      }),
    )
    .output(z.object({ edit: z.number() })),
}
