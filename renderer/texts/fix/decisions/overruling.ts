// Texts of “Let the service decide”: the check, its meaning, and how many accounts it affects.
import { createTexts } from '../../../../shared/texts/texts.ts'
import { overruling as de } from '../../de/fix/decisions/overruling.ts'
import { overruling as en } from '../../en/fix/decisions/overruling.ts'

export const overrulingFixTexts = createTexts({ en, de })
