// Words of edits: what one changed, and what can be undone or redone.
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
