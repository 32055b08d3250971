// Texts of the lens: the values that a cell became, and its latest validation.
import { createTexts } from '../../../shared/texts/texts.ts'
import { lens as de } from '../de/fix/lens.ts'
import { lens as en } from '../en/fix/lens.ts'

export const lensTexts = createTexts({ en, de })
