// Texts of handing a batch over and opening project files, in the current language.
import { createTexts } from '../../../shared/texts/texts.ts'
import { handover as de } from './de/handover.ts'
import { handover as en } from './en/handover.ts'

export const handoverTexts = createTexts({ en, de })
