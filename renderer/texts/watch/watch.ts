// Texts of the Watch step.
import { createTexts } from '../../../shared/texts/texts.ts'
import { watch as de } from '../de/watch/watch.ts'
import { watch as en } from '../en/watch/watch.ts'

export const watchTexts = createTexts({ en, de })
