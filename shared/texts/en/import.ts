// English messages of reading files: what a file is, and why it cannot be read.
export const importMessages = {} as const
