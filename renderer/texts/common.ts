// Texts that several pages share. The texts of a single step are in the other files of this folder.
import { createTexts } from '../../shared/texts/texts.ts'
import { common as de } from './de/common.ts'
import { common as en } from './en/common.ts'

export const texts = createTexts({ en, de })
