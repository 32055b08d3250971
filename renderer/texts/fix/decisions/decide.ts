// Texts for holding, excluding and releasing one or many accounts.
import { createTexts } from '../../../../shared/texts/texts.ts'
import { decide as de } from '../../de/fix/decisions/decide.ts'
import { decide as en } from '../../en/fix/decisions/decide.ts'

export const decideTexts = createTexts({ en, de })
