// The sentence of a problem where its cell is chosen, marked or named beside it: the sentence does not name the cell again.
import { type Said, sentenceOf } from '../../../shared/texts/message.ts'

const withPlace = 'mapping.not_converted'
const withoutPlace = 'mapping.not_converted_here'

/** The sentence of a problem's message, without the sheet, the row and the column of its cell. */
export function sentenceAtCell(message: Said): string {
  if (typeof message === 'string' || message.key !== withPlace) return sentenceOf(message)
  return sentenceOf({ ...message, key: withoutPlace })
}
