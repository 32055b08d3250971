// Texts of the comparison of two versions of a file.
import { createTexts } from '../../../shared/texts/texts.ts'
import { version as de } from '../de/load/version.ts'
import { version as en } from '../en/load/version.ts'

export const versionTexts = createTexts({ en, de })
