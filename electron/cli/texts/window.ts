// Texts of the commands that open the window, in the current language.
import { createTexts } from '../../../shared/texts/texts.ts'
import { window as de } from './de/window.ts'
import { window as en } from './en/window.ts'

export const windowTexts = createTexts({ en, de })
