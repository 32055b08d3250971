// English messages of what the service answers.
export const serviceMessages = {} as const
