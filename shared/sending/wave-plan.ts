// Wave plan of a batch: the sizes of its waves, what comes between two of them, and the brakes that stop one by rule.
// The defaults are field-notes.md section 7: a canary first, then more, then the rest.
import { z } from 'zod'

export const brakes = z.strictObject({
  /** Stops when, of the wave's accounts that have an answer, at least `percent` went wrong; not before `atLeast` have one. */
  errorRate: z
    .strictObject({ percent: z.number().min(1).max(100), atLeast: z.number().int().min(1) })
    .nullable()
    .default({ percent: 10, atLeast: 20 }),
  /** Stops when the same code came this often in a row. */
  sameCode: z.number().int().min(2).nullable().default(5),
  /** A code that stops at its first coming. */
  stopCodes: z.array(z.string().trim().min(1)).max(100).default([]),
})
export type Brakes = z.infer<typeof brakes>

export const sendingPlan = z.strictObject({
  /** Accounts of each wave; what is left after them is the last one. */
  sizes: z.array(z.number().int().positive()).max(20).default([1, 10, 100]),
  /** ask: a person releases each wave. Otherwise the next one follows when the one before was sent, or is done. */
  between: z.enum(['ask', 'when_sent', 'when_done']).default('ask'),
  brakes: brakes.prefault({}),
})
export type SendingPlan = z.infer<typeof sendingPlan>

export const usualPlan: SendingPlan = sendingPlan.parse({})

/** The size of the wave that comes after so many; null: all that is left. */
export function nextSize(plan: SendingPlan, waves: number): number | null {
  return plan.sizes[waves] ?? null
}

export const waveView = z.object({
  /** From 1. */
  number: z.number(),
  /** What was asked for; null: all that was left. */
  size: z.number().nullable(),
  /** Accounts that were released with it and not cancelled. */
  accounts: z.number(),
  /** Milliseconds since 1970. */
  releasedAt: z.number(),
  /** When none of it was on its way any more; null: some are. */
  endedAt: z.number().nullable(),
  queued: z.number(),
  /** Sending, unconfirmed or watched. */
  onTheWay: z.number(),
  created: z.number(),
  /** Refused at creation, failed (a dry run of it included), cancelled, or there already without us. */
  wrong: z.number(),
  /** Done otherwise: a dry run that succeeded. */
  other: z.number(),
})
export type WaveView = z.infer<typeof waveView>

export const stopReasons = ['error_rate', 'same_code', 'stop_code'] as const

/** Why a batch stands still by itself, until a person says go on. */
export const stopView = z.object({
  reason: z.enum(stopReasons),
  /** The wave's number; null where the accounts were released before waves were kept. */
  wave: z.number().nullable(),
  at: z.number(),
  code: z.string().nullable(),
  /** What stopped it, in a sentence with its figures. */
  message: z.string(),
  /** What happens on "go on", in a sentence. */
  goOn: z.string(),
})
export type StopView = z.infer<typeof stopView>

const range = z.object({ fromMs: z.number(), toMs: z.number() })

/** How fast it goes, measured; null where there is nothing to measure or not enough of it. */
export const paceView = z.object({
  /** Requests answered a second, of all kinds, on the whole connection. */
  requestsPerSecond: z.number().nullable(),
  /** The same, by kind of request. */
  byKind: z
    .object({
      create: z.number().nullable(),
      validate: z.number().nullable(),
      status: z.number().nullable(),
    })
    .optional(),
  /** Accounts of this connection accepted by the service a minute. */
  sentPerMinute: z.number().nullable(),
  /** Requests under way at most, now and by the settings. */
  concurrency: z.object({ now: z.number(), limit: z.number() }),
  /** Why nothing begins for now, and until when as far as that is known; milliseconds since 1970. */
  waiting: z
    .object({
      for: z.enum(['slow_down', 'quiet_hours', 'not_answering', 'offline', 'data_check', 'unsound_data']),
      until: z.number().nullable(),
      /** How far a check of the data folder is, where that is known. */
      percent: z.number().optional(),
      /** What is wrong with the data folder, and what to do. */
      message: z.string().optional(),
    })
    .nullable(),
  /** Why it goes slower than the settings allow. */
  slowedBy: z.enum(['slow_down', 'latency', 'not_answering']).nullable(),
  /** Until all that is queued is sent, quiet hours on the way included, as a range from what was measured. */
  sendingLeft: range.nullable(),
  /** Until all that is on its way is done. */
  finishingLeft: range.nullable(),
})
export type PaceView = z.infer<typeof paceView>
