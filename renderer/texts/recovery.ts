// Texts of the recovery page, shown when the data folder cannot be opened.
import { createTexts } from '../../shared/texts/texts.ts'
import { recovery as de } from './de/recovery.ts'
import { recovery as en } from './en/recovery.ts'

export const recoveryTexts = createTexts({ en, de })
