// Texts of an account's timeline.
import { createTexts } from '../../../shared/texts/texts.ts'
import { timeline as de } from '../de/watch/timeline.ts'
import { timeline as en } from '../en/watch/timeline.ts'

export const timelineTexts = createTexts({ en, de })
