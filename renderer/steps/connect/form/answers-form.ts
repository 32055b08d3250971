// Converts the settings for rejections to and from form text: codes and statuses are comma-separated lists. Pure
// functions.
import { z } from 'zod'
import { serviceAnswers, type ServiceAnswers } from '../../../../shared/sending/service-answers.ts'
import { connectTexts } from '../../../texts/connect/connect.ts'

const { errors } = connectTexts
const parts = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))]
const list = z.string().transform(parts)
const statuses = z
  .string()
  .transform(parts)
  .pipe(
    z
      .array(z.string().regex(/^[45]\d\d$/, { error: () => errors.statuses }))
      .min(1, { error: () => errors.statuses }),
  )
  .transform((all) => all.map(Number))
function whole(least: number, most: number) {
  const error = (): string => errors.whole({ least, most })
  return z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .pipe(z.number().min(least, { error }).max(most, { error }))
}

export const answerFields = {
  pausedCodes: list,
  completeCodes: list,
  closedCodes: list,
  closedStatuses: statuses,
  closedDomains: list,
  signInCodes: list,
  refusalsInARow: whole(2, 1000),
  /** Empty: never. */
  sameProblemInARow: z
    .string()
    .transform((text) => (text.trim() === '' ? null : text))
    .pipe(whole(10, 100_000).nullable()),
}
export type AnswerInput = { readonly [name in keyof typeof answerFields]: string }

export function answersToForm(answers: ServiceAnswers): AnswerInput {
  const joined = (all: readonly (string | number)[]): string => all.join(', ')
  return {
    pausedCodes: joined(answers.pausedCodes),
    completeCodes: joined(answers.completeCodes),
    closedCodes: joined(answers.closedCodes),
    closedStatuses: joined(answers.closedStatuses),
    closedDomains: joined(answers.closedDomains),
    signInCodes: joined(answers.signInCodes),
    refusalsInARow: String(answers.refusalsInARow),
    sameProblemInARow: answers.sameProblemInARow === null ? '' : String(answers.sameProblemInARow),
  }
}

export function answersOfForm(form: ServiceAnswers): ServiceAnswers {
  return serviceAnswers.parse(
    Object.fromEntries(
      (Object.keys(answerFields) as (keyof ServiceAnswers)[]).map((name) => [name, form[name]]),
    ),
  )
}
