// German messages of sending: decisions, waves, pauses and connections.
import type { sendingMessages as english } from '../en/sending.ts'
import type { Translation } from '../texts.ts'

export const sendingMessages = {} as const satisfies Translation<typeof english>
