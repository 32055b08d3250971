// Texts of what the members of a team share.
import { createTexts } from '../../../shared/texts/texts.ts'
import { shared as de } from '../de/team/shared.ts'
import { shared as en } from '../en/team/shared.ts'

export const sharedTexts = createTexts({ en, de })
