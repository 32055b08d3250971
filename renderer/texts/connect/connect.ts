// Texts of the connections and catalogues pages.
import { createTexts } from '../../../shared/texts/texts.ts'
import { connect as de } from '../de/connect/connect.ts'
import { connect as en } from '../en/connect/connect.ts'

export const connectTexts = createTexts({ en, de })
