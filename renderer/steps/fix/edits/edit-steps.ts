// Computes how many undo or redo steps lead to an edit. Undo runs newest first, redo in the original order. Pure
// functions.
import type { EditView } from '../../../../shared/contract/views.ts'

/** How many edits must be undone (or done again) until this one is, it included. The history is newest first. */
export function stepsTo(
  history: readonly Pick<EditView, 'id' | 'undone' | 'replaced'>[],
  edit: Pick<EditView, 'id' | 'undone'>,
): number {
  return history.filter(
    (one) =>
      !one.replaced && one.undone === edit.undone && (edit.undone ? one.id <= edit.id : one.id >= edit.id),
  ).length
}
