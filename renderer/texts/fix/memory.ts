// Texts of the strip and the dialog of remembered repairs.
import { createTexts } from '../../../shared/texts/texts.ts'
import { memory as de } from '../de/fix/memory.ts'
import { memory as en } from '../en/fix/memory.ts'

export const memoryTexts = createTexts({ en, de })
