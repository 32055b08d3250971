// Texts of the Load step.
import { createTexts } from '../../../shared/texts/texts.ts'
import { load as de } from '../de/load/load.ts'
import { load as en } from '../en/load/load.ts'

export const loadTexts = createTexts({ en, de })
