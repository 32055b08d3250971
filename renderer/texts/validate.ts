// Texts of validating accounts as they are edited.
import { createTexts } from '../../shared/texts/texts.ts'
import { validate as de } from './de/validate.ts'
import { validate as en } from './en/validate.ts'

export const validateTexts = createTexts({ en, de })
