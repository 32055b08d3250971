// The English messages of engine and contract, by room. A key is `room.name`; window, command line and reports say them.
import { fixingMessages } from './fixing.ts'
import { jobMessages } from './jobs.ts'
import { storeMessages } from './store.ts'

export const messages = { fixing: fixingMessages, jobs: jobMessages, store: storeMessages } as const
