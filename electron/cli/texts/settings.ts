// Texts of the options for the settings of a connection, in the current language.
import { createTexts } from '../../../shared/texts/texts.ts'
import { settings as de } from './de/settings.ts'
import { settings as en } from './en/settings.ts'

export const settingsTexts = createTexts({ en, de })
