// Texts of asking the customer and of merging answers.
import { createTexts } from '../../../shared/texts/texts.ts'
import { question as de } from '../de/fix/question.ts'
import { question as en } from '../en/fix/question.ts'

export const questionTexts = createTexts({ en, de })
