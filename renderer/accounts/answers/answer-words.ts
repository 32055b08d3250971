// The words of a review: of the answers to a question pack, or of the repairs in a fix file.
import type { AnswerReview } from '../../../shared/contract/fixing/questions.ts'
import { questionTexts } from '../../texts/fix/question.ts'
import { repairTexts } from '../../texts/fix/repair.ts'

export function answerWords(of: AnswerReview['of']): typeof repairTexts.review | typeof questionTexts {
  return of === 'repairs' ? repairTexts.review : questionTexts
}
