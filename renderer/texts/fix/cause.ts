// Texts of problem causes by their codes.
import { createTexts } from '../../../shared/texts/texts.ts'
import { cause as de } from '../de/fix/cause.ts'
import { cause as en } from '../en/fix/cause.ts'

export const causeTexts = createTexts({ en, de })
