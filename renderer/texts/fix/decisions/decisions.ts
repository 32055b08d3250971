// Texts about decisions that a rebuild, or a merge of two versions, moved or dropped.
import { createTexts } from '../../../../shared/texts/texts.ts'
import { decisions as de } from '../../de/fix/decisions/decisions.ts'
import { decisions as en } from '../../en/fix/decisions/decisions.ts'

export const decisionsTexts = createTexts({ en, de })
