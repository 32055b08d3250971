// Texts of the commands about the team, in the current language.
import { createTexts } from '../../../shared/texts/texts.ts'
import { team as de } from './de/team.ts'
import { team as en } from './en/team.ts'

export const teamTexts = createTexts({ en, de })
