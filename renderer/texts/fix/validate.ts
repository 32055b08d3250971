// Texts of validating accounts as they are edited.
import { createTexts } from '../../../shared/texts/texts.ts'
import { validate as de } from '../de/fix/validate.ts'
import { validate as en } from '../en/fix/validate.ts'

export const validateTexts = createTexts({ en, de })
