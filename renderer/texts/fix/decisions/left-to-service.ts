// Texts about checks that a person left to the service, in Fix and on a connection.
import { createTexts } from '../../../../shared/texts/texts.ts'
import { leftToService as de } from '../../de/fix/decisions/left-to-service.ts'
import { leftToService as en } from '../../en/fix/decisions/left-to-service.ts'

export const overrulingTexts = createTexts({ en, de })
