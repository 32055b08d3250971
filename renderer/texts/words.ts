// Texts of the list of words.
import { createTexts } from '../../shared/texts/texts.ts'
import { words as de } from './de/words.ts'
import { words as en } from './en/words.ts'

export const wordTexts = createTexts({ en, de })
