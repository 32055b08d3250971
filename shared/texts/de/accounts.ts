// German messages of accounts, their lines and duplicates.
import type { accountMessages as english } from '../en/accounts.ts'
import type { Translation } from '../texts.ts'

export const accountMessages = {} as const satisfies Translation<typeof english>
