// Texts of the practice's guide.
import { createTexts } from '../../shared/texts/texts.ts'
import { practice as de } from './de/practice.ts'
import { practice as en } from './en/practice.ts'

export const practiceTexts = createTexts({ en, de })
