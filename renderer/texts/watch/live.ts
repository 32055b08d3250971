// Texts of the live view: headlines short enough to be read from two metres, each with one sentence below.
import { createTexts } from '../../../shared/texts/texts.ts'
import { live as de } from '../de/watch/live.ts'
import { live as en } from '../en/watch/live.ts'

export const liveTexts = createTexts({ en, de })
