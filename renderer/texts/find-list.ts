// Texts of finding the accounts of a pasted list.
import { createTexts } from '../../shared/texts/texts.ts'
import { findList as de } from './de/find-list.ts'
import { findList as en } from './en/find-list.ts'

export const findListTexts = createTexts({ en, de })
