// Texts of the Team page, and of pausing for all.
import { createTexts } from '../../shared/texts/texts.ts'
import { team as de } from './de/team.ts'
import { team as en } from './en/team.ts'

export const teamTexts = createTexts({ en, de })
