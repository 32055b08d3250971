// Texts of the connection's network section.
import { createTexts } from '../../../shared/texts/texts.ts'
import { network as de } from '../de/connect/network.ts'
import { network as en } from '../en/connect/network.ts'

export const networkTexts = createTexts({ en, de })
