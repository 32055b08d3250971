// Calls that change cells: edits one by one, and fixes over many.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { fix, fixScope } from '../fix.ts'
import { cellChange, editView, fixPreview } from '../views.ts'
import { base, batchId } from './base.ts'

/** An edit that was undone or done again, and the accounts that it touched. */
const editStep = z.object({ edit: editView, accounts: z.array(z.number()) })

export const editsCalls = {
  /** One undoable change; durable when it answers. Accounts on their way cannot be edited, and it says why. */
  apply: base
    .input(z.object({ batch: batchId, words: z.string(), cells: z.array(cellChange).min(1).max(10_000) }))
    .output(z.object({ edit: z.number(), accounts: z.array(z.number()) })),
  undo: base.input(z.object({ batch: batchId })).output(editStep.nullable()),
  redo: base.input(z.object({ batch: batchId })).output(editStep.nullable()),
  /** Newest first. */
  history: base.input(z.object({ batch: batchId })).output(z.array(editView)),
}

export const fixesCalls = {
  /** First the cells that it would change, then, as it is found out, what that would do to their accounts. */
  preview: base.input(z.object({ batch: batchId, fix, scope: fixScope })).output(eventIterator(fixPreview)),
  /** One undoable change; the accounts are judged again in the background. Those on their way are left out. */
  apply: base
    .input(z.object({ batch: batchId, fix, scope: fixScope, words: z.string().min(1) }))
    .output(z.object({ edit: z.number(), cells: z.number(), accounts: z.number(), locked: z.number() })),
}
