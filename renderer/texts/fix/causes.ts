// Texts of the cause list, its value shapes and the playbook.
import { createTexts } from '../../../shared/texts/texts.ts'
import { causes as de } from '../de/fix/causes.ts'
import { causes as en } from '../en/fix/causes.ts'

export const causesTexts = createTexts({ en, de })
