// Texts of the Submit step.
import { createTexts } from '../../../shared/texts/texts.ts'
import { submit as de } from '../de/submit/submit.ts'
import { submit as en } from '../en/submit/submit.ts'

export const submitTexts = createTexts({ en, de })

/** Why sending is paused, as the end of a sentence. */
export const pauseTitles = submitTexts.pause.reasons
