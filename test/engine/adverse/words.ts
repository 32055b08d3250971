// Messages between the engine process under trial and the process that runs the adverse service.
import { z } from 'zod'

/** The longest time without any other work in the event loop, and this thread's CPU time in it, in milliseconds. */
export const gap = z.object({ wall: z.number(), cpu: z.number() })
export type Gap = z.infer<typeof gap>

/** Arguments of the process: the folder, the address before each number, and the numbers in order. */
export const order = z.object({
  folder: z.string(),
  address: z.string(),
  trials: z.array(z.number()),
  /** How many of the first ones are warm-up runs. */
  warm: z.number(),
  /** Batches of one data folder. */
  together: z.number(),
})
export type Order = z.infer<typeof order>

export const trialEnd = z.object({
  said: z.literal('trial'),
  number: z.number(),
  /** What was shown each time that nothing progressed: its kind, and its sentence if it has one. */
  stood: z.array(z.array(z.object({ kind: z.string(), sentence: z.string() }))),
  /** Accounts by state at the end. */
  states: z.record(z.string(), z.number()),
  refusedWithoutWords: z.number(),
  longestTexts: z.record(z.string(), z.number()),
  /** Notices of errors, pauses for a fault, and uncaught errors. */
  faults: z.array(z.string()),
  /** Why it could not be finished; null if it was. */
  stuck: z.string().nullable(),
  gap,
  /** The same, only for reading the views and making the report. */
  lookGap: gap,
  virtualSeconds: z.number(),
  seconds: z.number(),
})
export type TrialEnd = z.infer<typeof trialEnd>

const bytes = z.object({ rss: z.number(), heap: z.number(), peak: z.number() })
export const memory = z.object({ said: z.literal('memory'), base: bytes, end: bytes })
export type Memory = z.infer<typeof memory>

export const fromChild = z.discriminatedUnion('said', [
  z.object({ said: z.literal('skip'), ms: z.number() }),
  z.object({ said: z.literal('fix'), number: z.number() }),
  z.object({ said: z.literal('idle'), gap }),
  trialEnd,
  memory,
])
export type FromChild = z.infer<typeof fromChild>
