// Edits: a change of cells, undo, redo, and their history.
import { batchOf, type CallContext, os, unwrap } from './call-context.ts'

export function editCalls(context: CallContext) {
  const { editing, store } = context
  const calls = os.edits
  return {
    apply: calls.apply.handler(({ input, errors }) =>
      unwrap(editing.apply(batchOf(context, input.batch, errors), input.words, input.cells), errors),
    ),
    undo: calls.undo.handler(({ input, errors }) =>
      unwrap(editing.undo(batchOf(context, input.batch, errors)), errors),
    ),
    redo: calls.redo.handler(({ input, errors }) =>
      unwrap(editing.redo(batchOf(context, input.batch, errors)), errors),
    ),
    history: calls.history.handler(({ input, errors }) =>
      store.edits.history(batchOf(context, input.batch, errors).id),
    ),
  }
}
