// Texts of the help of the command line, in the current language.
import { createTexts } from '../../../shared/texts/texts.ts'
import { help as de } from './de/help.ts'
import { help as en } from './en/help.ts'

export const helpTexts = createTexts({ en, de })
