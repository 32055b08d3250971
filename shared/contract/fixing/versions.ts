// Contract calls about newer versions of a file: a batch that continues another, the comparison of the two, and the
// merge.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { accountStates, outcomes } from '../../sending/states.ts'
import { fittedTemplate } from '../import/mapping.ts'
import { lineDetail, lineKinds, lineLists, versionColumn, versionFound } from '../../fixing/version-lines.ts'
import { base, batchId, readChoices, furtherFiles } from '../base.ts'
import { fileLanguage } from '../../texts/language.ts'

/** The batch's place among the versions of its file. */
export const batchVersion = z.object({
  /** 1 for the first file. */
  number: z.number(),
  earlier: batchId.nullable(),
  later: z.array(batchId),
  /** `due`: a merge was started, or accounts were rebuilt since, and it is not finished. */
  merge: z.enum(['none', 'due', 'merged']),
})

export const versionLine = lineDetail.extend({
  seq: z.number(),
  kind: z.enum(lineKinds).nullable(),
  key: z.string(),
  /** In the newer batch: the sheet's position, its own row number, the zero-based column. */
  sheet: z.number().nullable(),
  row: z.number().nullable(),
  column: z.number().nullable(),
  choice: z.enum(['ours', 'theirs', 'typed', 'same', 'apart']).nullable(),
  /** The text that the choice puts into the cell; null: the new file's text. */
  chosen: z.string().nullable(),
  /** The account of the earlier batch. */
  earlier: z
    .object({
      id: z.number(),
      state: z.enum(accountStates),
      outcome: z.enum(outcomes).nullable(),
      platformIdentifier: z.string().nullable(),
    })
    .nullable(),
})
export type VersionLine = z.infer<typeof versionLine>

const conflictColumn = z.object({
  sheet: z.number(),
  column: z.number(),
  lines: z.number(),
  open: z.number(),
})

export const versionView = z.object({
  version: batchVersion,
  earlier: z.object({ id: batchId, name: z.string(), fileName: z.string(), open: z.boolean() }).nullable(),
  mergedAt: z.number().nullable(),
  /** Null until the two were compared. */
  comparison: z
    .object({
      at: z.number(),
      /** Edits, keys or sendings changed since; the merge compares again automatically. */
      stale: z.boolean(),
      columns: z.array(versionColumn),
      found: versionFound,
      conflicts: z.number(),
      open: z.number(),
      /** Cells that the merge writes: repairs carried over, and choices that are not the new file's text. */
      toLay: z.number(),
      conflictColumns: z.array(conflictColumn),
      /** Cells of accounts that are already on the platform. */
      changed: z.number(),
      /** Offered as the same account under another key, not yet decided. */
      keysOpen: z.number(),
    })
    .nullable(),
  /** Current states of the earlier batch's accounts. */
  currentState: z.object({ there: z.number(), onItsWay: z.number(), ended: z.number(), unsent: z.number() }),
  /** Results of the merge so far. */
  marks: z.object({
    replaced: z.number(),
    gone: z.number(),
    waits: z.number(),
    done: z.number(),
    held: z.number(),
  }),
  /** Nothing of the newer batch was sent. */
  canUndo: z.boolean(),
})
export type VersionView = z.infer<typeof versionView>

export const versionsCalls = {
  /**
   * Reads a newer file as a separate batch that continues this one, with its connection, supplier and catalogue.
   * Its mapping is reused if it fits unchanged; otherwise the batch waits for its mapping, with the differences
   * listed.
   */
  open: base
    .input(
      z.object({ batch: batchId, path: z.string().min(1), ...readChoices, also: furtherFiles.optional() }),
    )
    .output(z.object({ batch: batchId, mapped: z.boolean(), differences: fittedTemplate.shape.differences })),
  get: base.input(z.object({ batch: batchId })).output(versionView),
  /** Compares the batch with the earlier one and reports its progress; when cancelled, earlier results are kept. */
  compare: base
    .input(z.object({ batch: batchId }))
    .output(eventIterator(z.object({ done: z.number(), total: z.number() }))),
  lines: base
    .input(
      z.object({
        batch: batchId,
        list: z.enum(lineLists),
        /** Only those without a choice. */
        open: z.boolean().default(false),
        column: z.object({ sheet: z.number(), column: z.number() }).optional(),
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), lines: z.array(versionLine) })),
  /** Sets the choice in conflicts; kept until the merge. Null removes a choice. */
  choose: base
    .input(
      z.object({
        batch: batchId,
        where: z.union([
          z.object({ lines: z.array(z.number()).min(1).max(10_000) }),
          z.object({ sheet: z.number(), column: z.number() }),
          z.literal('all'),
        ]),
        /** Only of those that have no choice yet. */
        open: z.boolean().default(false),
        choice: z
          .discriminatedUnion('kind', [
            z.object({ kind: z.literal('ours') }),
            z.object({ kind: z.literal('theirs') }),
            z.object({ kind: z.literal('typed'), text: z.string().max(32_767) }),
          ])
          .nullable(),
      }),
    )
    .output(z.object({ lines: z.number(), open: z.number() })),
  /**
   * Whether an account under another key is the same; null: not decided. Accounts marked as the same are compared
   * again.
   */
  sameAccount: base
    .input(z.object({ batch: batchId, line: z.number(), same: z.boolean().nullable() }))
    .output(z.void()),
  /**
   * Carries the repairs over as one undoable edit and aligns the accounts of both batches, in the background and
   * across restarts. Refused while a conflict has no choice.
   */
  merge: base.input(z.object({ batch: batchId, holdGone: z.boolean().default(true) })).output(z.void()),
  /** Reverts the merge's holds and done accounts; refused once anything of the newer batch was sent. */
  undo: base.input(z.object({ batch: batchId })).output(z.void()),
  /** Makes the batch independent of the earlier one. Refused while a merge is in effect. */
  standAlone: base.input(z.object({ batch: batchId })).output(z.void()),
  /**
   * Exports the cells that changed after their account was created, so that they can be corrected on the platform.
   */
  writeChanged: base
    .input(
      z.object({
        batch: batchId,
        format: z.enum(['csv', 'xlsx']),
        folder: z.string().min(1).nullable(),
        inLanguage: fileLanguage.default({ language: 'en', locale: 'en-GB' }),
      }),
    )
    .output(z.object({ path: z.string(), file: z.string(), lines: z.number() })),
}
