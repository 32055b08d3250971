// English messages of question packs and their answers.
export const questionMessages = {} as const
