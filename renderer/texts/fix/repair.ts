// Texts of applying the repairs of a fix file.
import { createTexts } from '../../../shared/texts/texts.ts'
import { repair as de } from '../de/fix/repair.ts'
import { repair as en } from '../en/fix/repair.ts'

export const repairTexts = createTexts({ en, de })
