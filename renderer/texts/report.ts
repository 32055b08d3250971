// Texts of the Report step.
import { createTexts } from '../../shared/texts/texts.ts'
import { report as de } from './de/report.ts'
import { report as en } from './en/report.ts'

export const reportTexts = createTexts({ en, de })
