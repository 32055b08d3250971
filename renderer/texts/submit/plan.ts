// Texts of a batch's sending plan: each option, and what a brake would have done so far.
import { createTexts } from '../../../shared/texts/texts.ts'
import { plan as de } from '../de/submit/plan.ts'
import { plan as en } from '../en/submit/plan.ts'

export const planTexts = createTexts({ en, de })
