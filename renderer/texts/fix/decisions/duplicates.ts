// Texts of the duplicates view.
import { createTexts } from '../../../../shared/texts/texts.ts'
import { duplicates as de } from '../../de/fix/decisions/duplicates.ts'
import { duplicates as en } from '../../en/fix/decisions/duplicates.ts'

export const duplicatesTexts = createTexts({ en, de })
