// Texts of the home page.
import { createTexts } from '../../shared/texts/texts.ts'
import { home as de } from './de/home.ts'
import { home as en } from './en/home.ts'

export const homeTexts = createTexts({ en, de })
