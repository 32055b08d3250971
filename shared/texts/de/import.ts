// German messages of reading files: what a file is, and why it cannot be read.
import type { importMessages as english } from '../en/import.ts'
import type { Translation } from '../texts.ts'

export const importMessages = {} as const satisfies Translation<typeof english>
