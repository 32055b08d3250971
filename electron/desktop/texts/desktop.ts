// Texts of the desktop program.
import { createTexts } from '../../../shared/texts/texts.ts'
import { desktop as de } from './de/desktop.ts'
import { desktop as en } from './en/desktop.ts'

export const desktopTexts = createTexts({ en, de })
