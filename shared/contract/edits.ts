// Calls that change cells: edits one by one, and fixes over many. Whatever makes an edit refuses with the code
// `redo_would_be_lost` while undone edits could be done again, unless it says that they may be forgotten.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { fix, fixScope } from '../fixing/fix.ts'
import { cellChange, cellHistory, editView, fixPreview, gridRow } from './views.ts'
import { base, batchId } from './base.ts'
import { fixCause } from './playbook.ts'

/** Undone edits may be forgotten for good. */
export const forgetUndone = z.boolean().default(false)

/** Accounts that an edit touched: all of them, or the first thousands of them and `more`. */
const touched = { accounts: z.array(z.number()), more: z.boolean() }
/** The sheet whose rows the answer is to bring along, as its accounts are validated since, so that nobody asks twice. */
const show = z.number().int().nonnegative().optional()
/** Of the first few accounts that were touched, on the sheet to show; empty where none was named. */
const rowsOfTouched = { rows: z.array(gridRow) }
/** An edit that was undone or done again, and the accounts that it touched. */
const editStep = z.object({ edit: editView, ...touched, ...rowsOfTouched })
const editWalk = z.object({ edits: z.array(editView), ...touched })

const words = z.string().min(1)
/** Of an edit of many cells. `locked`: accounts that were left out, since they may not be edited now. */
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

export const editsCalls = {
  /** One undoable change; durable when it answers. Accounts on their way cannot be edited, and it says why. */
  apply: base
    .input(
      z.object({
        batch: batchId,
        words: z.string(),
        cells: z.array(cellChange).min(1).max(10_000),
        forgetUndone,
        show,
      }),
    )
    .output(z.object({ edit: z.number(), ...touched, ...rowsOfTouched })),
  undo: base.input(z.object({ batch: batchId, show })).output(editStep.nullable()),
  redo: base.input(z.object({ batch: batchId, show })).output(editStep.nullable()),
  /** In one go, all or nothing: until `edit` is the newest that stands; null: until none stands. Null where it is so. */
  undoTo: base.input(z.object({ batch: batchId, edit: z.number().nullable() })).output(editWalk.nullable()),
  /** In one go, all or nothing: up to and with `edit`. Null where nothing up to it is undone. */
  redoTo: base.input(z.object({ batch: batchId, edit: z.number() })).output(editWalk.nullable()),
  /** Newest first. */
  history: base.input(z.object({ batch: batchId })).output(z.array(editView)),
  /** Undone edits that another edit would forget, and the one that redo does again first. */
  redoable: base
    .input(z.object({ batch: batchId }))
    .output(z.object({ count: z.number(), first: editView.nullable() })),
  /** What one cell has been; `column` is zero-based. */
  cell: base.input(z.object({ batch: batchId, ...cellAddress.shape })).output(cellHistory),
  /** Puts cells back to the text as it was read, as one undoable edit. Accounts on their way are left out of a scope. */
  revertCells: base
    .input(
      z.object({
        batch: batchId,
        words,
        what: z.union([
          z.strictObject({ cells: z.array(cellAddress).min(1).max(10_000) }),
          z.strictObject({ scope: fixScope }),
        ]),
        forgetUndone,
      }),
    )
    .output(madeOfMany),
}

/** An item of a list (`customers.1`) or an object (`billing_address`) of an account's payload. */
const item = { batch: batchId, account: z.number(), attr: z.string().min(1) }

/** The cells that feed it, and what else they feed: paths of the payload that go with them. */
const itemCells = z.object({
  cells: z.array(
    z.object({ ...cellAddress.shape, sheetName: z.string(), name: z.string(), text: z.string() }),
  ),
  alsoFeeds: z.array(z.string()),
})

export const fixesCalls = {
  /** First the cells that it would change, then, as it is found out, what that would do to their accounts. */
  preview: base.input(z.object({ batch: batchId, fix, scope: fixScope })).output(eventIterator(fixPreview)),
  /** One undoable change; the accounts are revalidated in the background. Those on their way are left out. */
  apply: base
    .input(
      z.object({
        batch: batchId,
        fix,
        scope: fixScope,
        words,
        forgetUndone,
        /** What it is made for: the playbook then keeps the fix and how many of these problems it made go. */
        cause: fixCause.optional(),
      }),
    )
    .output(madeOfMany),
  /** Which cells would be emptied so that an item or object is not sent. Refused where it cannot be. */
  previewRemoval: base.input(z.object(item)).output(itemCells),
  /** Empties them, as one undoable edit. */
  removeItem: base
    .input(z.object({ ...item, forgetUndone }))
    .output(z.object({ edit: z.number(), cells: z.number(), ...touched })),
}
