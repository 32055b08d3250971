// German messages of what the service answers.
import type { serviceMessages as english } from '../en/service.ts'
import type { Translation } from '../texts.ts'

export const serviceMessages = {} as const satisfies Translation<typeof english>
