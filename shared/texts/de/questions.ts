// German messages of question packs and their answers.
import type { questionMessages as english } from '../en/questions.ts'
import type { Translation } from '../texts.ts'

export const questionMessages = {} as const satisfies Translation<typeof english>
