// Texts of the Fix step; the texts of problem causes are in cause.ts.
import { createTexts } from '../../../shared/texts/texts.ts'
import { fix as de } from '../de/fix/fix.ts'
import { fix as en } from '../en/fix/fix.ts'

export const fixTexts = createTexts({ en, de })
