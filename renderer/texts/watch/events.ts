// Texts of the events of a batch or an account.
import { createTexts } from '../../../shared/texts/texts.ts'
import { events as de } from '../de/watch/events.ts'
import { events as en } from '../en/watch/events.ts'

export const eventTexts = createTexts({ en, de })
