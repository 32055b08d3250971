// Texts of an account's timeline.
import { createTexts } from '../../shared/texts/texts.ts'
import { timeline as de } from './de/timeline.ts'
import { timeline as en } from './en/timeline.ts'

export const timelineTexts = createTexts({ en, de })
