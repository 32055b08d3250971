// English messages of accounts, their lines and duplicates.
export const accountMessages = {} as const
