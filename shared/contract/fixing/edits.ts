// Contract calls that change cells: single edits, and fixes of many cells. A new edit ends the
// redoing of undone ones: they stay in the history, marked as replaced.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { fix, fixScope } from '../../fixing/fix.ts'
import { cellChange, cellHistory, editView, fixPreview, gridRow } from '../views.ts'
import { base, batchId } from '../base.ts'
import { fixCause } from './playbook.ts'
import { canBeSaid, said } from '../../texts/message.ts'

/** Accounts changed by an edit: all of them, or the first thousands and `more`. */
const touched = { accounts: z.array(z.number()), more: z.boolean() }
/** The sheet whose revalidated rows the reply should include, so that no second call is needed. */
const show = z.number().int().nonnegative().optional()
/** Rows of the first few changed accounts on the requested sheet; empty if none was requested. */
const rowsOfTouched = { rows: z.array(gridRow) }
/** An edit that was undone or redone, and the accounts that it changed. */
const editStep = z.object({ edit: editView, ...touched, ...rowsOfTouched })
const editWalk = z.object({ edits: z.array(editView), ...touched })

/** What was done. It is stored and displayed for as long as the batch is there, so it must be sayable. */
const words = said.refine(canBeSaid)
/** Result of an edit of many cells. `locked`: accounts that were left out because they may not be edited now. */
const madeOfMany = z.object({
  edit: z.number(),
  cells: z.number(),
  accounts: z.number(),
  locked: z.number(),
})

const cellAddress = z.object({
  sheet: cellChange.shape.sheet,
  row: cellChange.shape.row,
  column: cellChange.shape.column,
})

const changedView = z.object({
  /** Accounts with a changed cell, each once; rows without an account are only in `sheets`. */
  accounts: z.number(),
  /** Rows with changed cells, of each sheet that has any. */
  sheets: z.array(z.object({ sheet: z.number(), rows: z.number() })),
})
export type ChangedView = z.infer<typeof changedView>

export const editsCalls = {
  /**
   * One undoable change; durable when the call returns. Accounts in progress cannot be edited, and the error says
   * why.
   */
  apply: base
    .input(
      z.object({
        batch: batchId,
        words,
        cells: z.array(cellChange).min(1).max(10_000),
        show,
      }),
    )
    .output(z.object({ edit: z.number(), ...touched, ...rowsOfTouched })),
  undo: base.input(z.object({ batch: batchId, show })).output(editStep.nullable()),
  redo: base.input(z.object({ batch: batchId, show })).output(editStep.nullable()),
  /**
   * Undoes edits in one transaction, all or nothing, until `edit` is the newest one applied; null: until none is
   * applied. Returns null when nothing is to be undone.
   */
  undoTo: base.input(z.object({ batch: batchId, edit: z.number().nullable() })).output(editWalk.nullable()),
  /**
   * Redoes edits in one transaction, all or nothing, up to and including `edit`. Returns null when nothing is to be
   * redone.
   */
  redoTo: base.input(z.object({ batch: batchId, edit: z.number() })).output(editWalk.nullable()),
  /** Newest first. */
  history: base.input(z.object({ batch: batchId })).output(z.array(editView)),
  /**
   * Edits of the account's rows, the newest 100 first; `cells` counts the account's own. An account that does not exist
   * has none.
   */
  ofAccount: base.input(z.object({ batch: batchId, account: z.number() })).output(z.array(editView)),
  /** What was changed in the batch and is not undone. */
  changed: base.input(z.object({ batch: batchId })).output(changedView),
  /** The history of one cell; `column` is zero-based. */
  cell: base.input(z.object({ batch: batchId, ...cellAddress.shape })).output(cellHistory),
  /** Restores the original text of cells, as one undoable edit. Accounts in progress are left out of a scope. */
  revertCells: base
    .input(
      z.object({
        batch: batchId,
        words,
        what: z.union([
          z.strictObject({ cells: z.array(cellAddress).min(1).max(10_000) }),
          z.strictObject({ scope: fixScope }),
        ]),
      }),
    )
    .output(madeOfMany),
}

/** An item of a list (`customers.1`) or an object (`billing_address`) of an account's payload. */
const item = { batch: batchId, account: z.number(), attr: z.string().min(1) }

/** The cells that feed it, and their other effects: payload paths that would be removed with it. */
const itemCells = z.object({
  cells: z.array(
    z.object({ ...cellAddress.shape, sheetName: z.string(), name: z.string(), text: z.string() }),
  ),
  alsoFeeds: z.array(z.string()),
})

export const fixesCalls = {
  /** Streams first the cells that it would change, then the effect on their accounts as it is computed. */
  preview: base.input(z.object({ batch: batchId, fix, scope: fixScope })).output(eventIterator(fixPreview)),
  /** One undoable change; the accounts are revalidated in the background. Accounts in progress are left out. */
  apply: base
    .input(
      z.object({
        batch: batchId,
        fix,
        scope: fixScope,
        words,
        /**
         * The cause that it is made for: the playbook then stores the fix and how many of these problems it
         * removed.
         */
        cause: fixCause.optional(),
      }),
    )
    /** `words`: those of the edit, without a sensitive value that is masked. */
    .output(madeOfMany.extend({ words: said })),
  /** The cells to empty so that an item or object is not sent. Refused where that is impossible. */
  previewRemoval: base.input(z.object(item)).output(itemCells),
  /** Empties them, as one undoable edit. */
  removeItem: base
    .input(z.object(item))
    .output(z.object({ edit: z.number(), cells: z.number(), ...touched })),
}
