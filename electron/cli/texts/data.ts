// Texts of files and folders: the data folder, connections, backups, keys and mappings, in the current language.
import { createTexts } from '../../../shared/texts/texts.ts'
import { data as de } from './de/data.ts'
import { data as en } from './en/data.ts'

export const dataTexts = createTexts({ en, de })
