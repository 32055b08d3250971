// Texts of `validate`, `run`, `resume` and `watch`, in the current language.
import { createTexts } from '../../../shared/texts/texts.ts'
import { run as de } from './de/run.ts'
import { run as en } from './en/run.ts'

export const runTexts = createTexts({ en, de })
