// Texts of the fixes that interpret values: telephone numbers, dates, numbers, digits, lengths.
import { createTexts } from '../../../shared/texts/texts.ts'
import { value as de } from '../de/fix/value.ts'
import { value as en } from '../en/fix/value.ts'

export const valueTexts = createTexts({ en, de })
