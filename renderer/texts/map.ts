// Texts of the Map step.
import { createTexts } from '../../shared/texts/texts.ts'
import { map as de } from './de/map.ts'
import { map as en } from './en/map.ts'

export const mapTexts = createTexts({ en, de })
