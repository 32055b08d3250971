// Texts of comparing two batches, or two validations of one batch.
import { createTexts } from '../../shared/texts/texts.ts'
import { compare as de } from './de/compare.ts'
import { compare as en } from './en/compare.ts'

export const compareTexts = createTexts({ en, de })
