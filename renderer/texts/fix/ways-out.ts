// Texts of the remedies for problems without a cell. Each says what it will do before it does it.
import { createTexts } from '../../../shared/texts/texts.ts'
import { waysOut as de } from '../de/fix/ways-out.ts'
import { waysOut as en } from '../en/fix/ways-out.ts'

export const waysOutTexts = createTexts({ en, de })
