// Words of edits: what one changed, and what can be undone or redone.
import type { EditView, SheetView } from '../../../../shared/contract/views.ts'
import { message, type Message, type Said, sentenceOf } from '../../../../shared/texts/message.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'

/** @param key of the row's account; null: it has none */
export function editOf(column: string, key: string | null, row: number): Message {
  return key === null ? message('edits.cell_of_row', { column, row }) : message('edits.cell', { column, key })
}

/** @param words of the edit; undefined: there is none to undo */
export function undoWords(words: Said | undefined): string {
  return words === undefined ? fixTexts.undoNone : fixTexts.undo({ words: sentenceOf(words) })
}

/** @param words of the edit; undefined: there is none to redo */
export function redoWords(words: Said | undefined): string {
  return words === undefined ? fixTexts.redoNone : fixTexts.redo({ words: sentenceOf(words) })
}

type SheetColumns = Pick<SheetView, 'position'> & {
  readonly info: { readonly columns: readonly { readonly index: number; readonly name: string }[] }
}

/** Where it is: `Phone 1, row 4`, or where it begins. Edits that are named alike differ by it. */
export function editPlace(
  { first, cells }: Pick<EditView, 'first' | 'cells'>,
  sheets: readonly SheetColumns[],
): string | null {
  const info = sheets.find(({ position }) => position === first?.sheet)?.info
  const column = info?.columns.find(({ index }) => index === first?.column)?.name
  if (first === null || column === undefined) return null
  const at = { column, row: first.row }
  return cells === 1 ? fixTexts.editAt(at) : fixTexts.editFrom(at)
}
