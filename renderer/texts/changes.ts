// Texts of what changed in each version.
import { createTexts } from '../../shared/texts/texts.ts'
import { changes as de } from './de/changes.ts'
import { changes as en } from './en/changes.ts'

export const changeTexts = createTexts({ en, de })
