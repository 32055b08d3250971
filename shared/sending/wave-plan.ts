// Plan for sending a batch: the sizes of its waves, the condition that starts the next wave, and the brakes that stop
// sending automatically. By default a canary goes first, then larger waves, then the rest.
import { z } from 'zod'
import { said } from '../texts/message.ts'

export const brakes = z.strictObject({
  /** Stops when at least `percent` of the wave's accounts with a reply went wrong, once `atLeast` have one. */
  errorRate: z
    .strictObject({ percent: z.number().min(1).max(100), atLeast: z.number().int().min(1) })
    .nullable()
    .default({ percent: 10, atLeast: 20 }),
  /** Stops when the same code came this often in a row. */
  sameCode: z.number().int().min(2).nullable().default(5),
  /** Codes that stop at their first occurrence. */
  stopCodes: z.array(z.string().trim().min(1)).max(100).default([]),
  /** In a team, a brake that trips also pauses what the batch sends to for every desktop. */
  forAll: z.boolean().default(false),
})
export type Brakes = z.infer<typeof brakes>

export const sendingPlan = z.strictObject({
  /** Sizes of the waves; the remaining accounts form the last one. */
  sizes: z.array(z.number().int().positive()).max(20).default([1, 10, 100]),
  /** ask: a person releases each wave. Otherwise the next one follows when the previous one is sent, or done. */
  between: z.enum(['ask', 'when_sent', 'when_done']).default('ask'),
  brakes: brakes.prefault({}),
})
export type SendingPlan = z.infer<typeof sendingPlan>

export const usualPlan: SendingPlan = sendingPlan.parse({})

/** The size of the next wave after so many; null: all remaining accounts. */
export function nextSize(plan: SendingPlan, waves: number): number | null {
  return plan.sizes[waves] ?? null
}

export const waveView = z.object({
  /** From 1. */
  number: z.number(),
  /** The requested size; null: all remaining accounts. */
  size: z.number().nullable(),
  /** Accounts released with it and not cancelled. */
  accounts: z.number(),
  /** Milliseconds since 1970. */
  releasedAt: z.number(),
  /** When its last account left the states in progress; null: some have not. */
  endedAt: z.number().nullable(),
  queued: z.number(),
  /** Sending, unconfirmed or processing. */
  onTheWay: z.number(),
  created: z.number(),
  /** Rejected at creation, failed (also in a dry run), cancelled, or created by another client. */
  wrong: z.number(),
  /** Done with another result: a dry run that succeeded. */
  other: z.number(),
})
export type WaveView = z.infer<typeof waveView>

export const stopReasons = ['error_rate', 'same_code', 'stop_code'] as const

/** The reason why a batch stopped automatically, until a person resumes it. */
export const stopView = z.object({
  reason: z.enum(stopReasons),
  /** The wave's number; null where the accounts were released before waves were kept. */
  wave: z.number().nullable(),
  at: z.number(),
  code: z.string().nullable(),
  /** The cause of the stop, in a sentence with its figures. */
  message: said,
  /** The effect of resuming, in a sentence. */
  goOn: said,
})
export type StopView = z.infer<typeof stopView>

/** A remaining time, in milliseconds: the likely one, and the range that it is in. */
export const range = z.object({ fromMs: z.number(), likelyMs: z.number(), toMs: z.number() })

/** Measured speed; null when there is nothing or not enough to measure. */
export const paceView = z.object({
  /** Replies per second to requests of all kinds, on the whole connection. */
  requestsPerSecond: z.number().nullable(),
  /** The same, by type of request. */
  byKind: z
    .object({
      create: z.number().nullable(),
      validate: z.number().nullable(),
      status: z.number().nullable(),
    })
    .optional(),
  /** Accounts per minute that the service accepts on this connection. */
  sentPerMinute: z.number().nullable(),
  /** Maximum of requests in flight, now and by the settings. */
  concurrency: z.object({ now: z.number(), limit: z.number() }),
  /** The reason why nothing is sent for now, and its end if known; milliseconds since 1970. */
  waiting: z
    .object({
      for: z.enum([
        'slow_down',
        'quiet_hours',
        'not_answering',
        'offline',
        'data_check',
        'unsound_data',
        'team',
      ]),
      until: z.number().nullable(),
      /** Progress of a check of the data folder, if known. */
      percent: z.number().optional(),
      /** The data folder's error and what to do, why the team lets nothing be created, or whose quiet hours for all they are. */
      message: said.optional(),
    })
    .nullable(),
  /** The reason why it is slower than the settings allow. */
  slowedBy: z.enum(['slow_down', 'latency', 'not_answering']).nullable(),
  /** How long the connection's requests have been under way without any answer; null: none is under way. */
  silentMs: z.number().nullable(),
  /** Time until all queued accounts are sent, including quiet hours, as a range from measurements. */
  sendingLeft: range.nullable(),
  /** Time until all accounts in progress are done. */
  finishingLeft: range.nullable(),
})
export type PaceView = z.infer<typeof paceView>
