// API calls about edits: change cells, undo, redo, history.
import { failed, type Result, success } from '../../system/failure.ts'
import type { EditView } from '../../../../shared/contract/views.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { ChangedView } from '../../../../shared/contract/fixing/edits.ts'
import { batchOf, type CallContext, type Inputs, os, type Refuse, unwrap } from '../call-context.ts'
import { nobodyAsks } from '../import/row-calls.ts'
import { madeOf } from './fix-calls.ts'
import { checkTexts, maskHistory } from '../../accounts/masking/masks.ts'
import { rowsToShow } from '../../accounts/rows-to-show.ts'
import { message } from '../../../../shared/texts/create-message.ts'

const never = new AbortController().signal

export function editCalls(context: CallContext) {
  const { editing, store, masking } = context
  const calls = os.edits
  return {
    apply: calls.apply.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      unwrap(checkTexts(input.cells.map(({ text }) => text)), errors)
      const made = unwrap(editing.apply(batch, input.words, input.cells), errors)
      return { ...made, rows: rowsToShow(context, batch, input.show, made.accounts) }
    }),
    undo: calls.undo.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      return shownStep(context, batch, unwrap(editing.undo(batch), errors), input.show)
    }),
    redo: calls.redo.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      return shownStep(context, batch, unwrap(editing.redo(batch), errors), input.show)
    }),
    undoTo: calls.undoTo.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      return shownWalk(context, batch, unwrap(editing.undoTo(batch, input.edit ?? 0), errors))
    }),
    redoTo: calls.redoTo.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      return shownWalk(context, batch, unwrap(editing.redoTo(batch, input.edit), errors))
    }),
    history: calls.history.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      return masking.edits(batch, store.editHistory.history(batch.id))
    }),
    ofAccount: calls.ofAccount.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      return masking.edits(batch, store.editHistory.ofAccount(batch.id, input.account))
    }),
    changed: calls.changed.handler(({ input, errors, signal }) =>
      changed(context, batchOf(context, input.batch, errors).id, signal),
    ),
    cell: calls.cell.handler(({ input, errors }) => {
      const { sheet, row, column } = input
      const batch = batchOf(context, input.batch, errors)
      const history = store.editHistory.cell(batch.id, sheet, row, column)
      const known = unwrap(history === null ? noSuchRow(sheet, batch.id, row) : success(history), errors)
      return masking.isMasked(batch, sheet, column) ? maskHistory(known) : known
    }),
    revertCells: calls.revertCells.handler(({ input, errors, signal }) =>
      revertCells(context, input, errors, signal),
    ),
  }
}

async function revertCells(
  context: CallContext,
  input: Inputs['edits']['revertCells'],
  errors: Refuse,
  signal: AbortSignal | undefined = never,
) {
  const { editing, fixing, store } = context
  const batch = batchOf(context, input.batch, errors)
  const { what, ...request } = input
  if ('scope' in what) {
    const made = unwrap(await fixing.revert(batch, { ...request, ...what }, signal), errors)
    return unwrap(madeOf(made, nothingEdited), errors)
  }
  const changes = backToRead(context, batch.id, what.cells)
  if (changes.length === 0) return unwrap<never>(failed('input', 'nothing_to_change', nothingEdited), errors)
  const { edit } = unwrap(editing.apply(batch, input.words, changes), errors)
  const { cells, accounts } = store.editHistory.view(edit)
  return { edit, cells, accounts, locked: 0 }
}

/** An edit that was undone or redone, with the rows that it changed; null: there was none. */
function shownStep<Step extends { readonly edit: EditView; readonly accounts: readonly number[] }>(
  context: CallContext,
  batch: StoredBatch,
  step: Step | null,
  show: number | undefined,
) {
  if (step === null) return null
  const [edit = step.edit] = context.masking.edits(batch, [step.edit])
  return { ...step, edit, rows: rowsToShow(context, batch, show, step.accounts) }
}

function shownWalk<Walk extends { readonly edits: readonly EditView[] }>(
  { masking }: CallContext,
  batch: StoredBatch,
  walk: Walk | null,
) {
  return walk === null ? null : { ...walk, edits: masking.edits(batch, walk.edits) }
}

type CellAt = { readonly sheet: number; readonly row: number; readonly column: number }

/** Of these cells the edited ones, with the text that was read. */
function backToRead({ store }: CallContext, batch: number, cells: readonly CellAt[]) {
  return cells.flatMap((cell) => {
    const history = store.editHistory.cell(batch, cell.sheet, cell.row, cell.column)
    return history === null || history.read === history.now ? [] : [{ ...cell, text: history.read }]
  })
}

async function changed(
  { store }: CallContext,
  batch: number,
  signal: AbortSignal | undefined,
): Promise<ChangedView> {
  const nobody = nobodyAsks<{ value: ChangedView }>(signal, { value: { accounts: 0, sheets: [] } })
  const { value } = await store.lookups.changed(batch, { soon: false, signal }).catch(nobody)
  return value
}

function noSuchRow(sheet: number, batch: number, row: number): Result<never> {
  return failed('input', 'no_such_row', message('fixing.no_such_row', { sheet, batch, row }))
}

const nothingEdited = message('fixing.nothing_edited')
