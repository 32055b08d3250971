// Texts of the audit log.
import { createTexts } from '../../shared/texts/texts.ts'
import { audit as de } from './de/audit.ts'
import { audit as en } from './en/audit.ts'

export const auditTexts = createTexts({ en, de })
