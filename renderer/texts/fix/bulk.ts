// Texts of the dialog that edits many cells, and the names of such edits.
import { createTexts } from '../../../shared/texts/texts.ts'
import { bulk as de } from '../de/fix/bulk.ts'
import { bulk as en } from '../en/fix/bulk.ts'

export const bulkTexts = createTexts({ en, de })
