// The German messages of engine and contract, by room, with the keys of the English ones.
import type { messages as english } from '../en/messages.ts'
import type { Translation } from '../texts.ts'
import { fixingMessages } from './fixing.ts'
import { jobMessages } from './jobs.ts'
import { storeMessages } from './store.ts'

export const messages = {
  fixing: fixingMessages,
  jobs: jobMessages,
  store: storeMessages,
} as const satisfies Translation<typeof english>
