// Texts of the Map step.
import { createTexts } from '../../../shared/texts/texts.ts'
import { map as de } from '../de/load/map.ts'
import { map as en } from '../en/load/map.ts'

export const mapTexts = createTexts({ en, de })
