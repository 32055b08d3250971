// Texts of a batch's sending plan: each option, and what a brake would have done so far.
import { createTexts } from '../../shared/texts/texts.ts'
import { plan as de } from './de/plan.ts'
import { plan as en } from './en/plan.ts'

export const planTexts = createTexts({ en, de })
