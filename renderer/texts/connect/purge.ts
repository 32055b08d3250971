// Texts of retention periods and of purging batches.
import { createTexts } from '../../../shared/texts/texts.ts'
import { purge as de } from '../de/connect/purge.ts'
import { purge as en } from '../en/connect/purge.ts'

export const purgeTexts = createTexts({ en, de })
