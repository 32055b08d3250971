// Asks the team's database for this desktop's share of the limits of one service. One statement, so one round trip.
import { z } from 'zod'
import type { ShareLimits, Usage } from '../../sending/limits/shared-limiter.ts'
import type { Session } from '../claims/claims.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'

/**
 * A share is used for at most so many milliseconds from before it was asked for. The database keeps it for a second
 * longer before it gives it to others.
 */
export const shareMs = 5000

export type ShareAsked = {
  /** Of `serviceAt`. */
  readonly service: string
  /** Grows with each call of a session. */
  readonly number: number
  /** False: gives the share back. */
  readonly isSending: boolean
  /** The desktop's own settings. */
  readonly limits: ShareLimits
  /** The most requests a second and at once that it can use at present; null: all. */
  readonly wants: Usage
  /** The most that it uses until the answer comes. */
  readonly has: ShareLimits
}

/**
 * share: it has one; turn: there are more desktops than requests at once, and it is the turn of others; soon: others have
 * not yet given what this one gets; none: it is not sending; older: a later call came first; left, replaced: as of claims.
 */
const verdicts = ['share', 'turn', 'soon', 'none', 'older', 'left', 'replaced'] as const

export type ShareAnswer = {
  readonly verdict: (typeof verdicts)[number]
  readonly limits: ShareLimits
  /** How many desktops send to the service. */
  readonly desktops: number
  /** Milliseconds until it should be renewed. */
  readonly againMs: number
}

const leaseRow = z.object({
  verdict: z.enum(verdicts),
  rate: z.number().nullable(),
  concurrency: z.number(),
  reads: z.number().nullable(),
  desktops: z.number(),
  again_ms: z.number(),
})

export async function askForShare(
  database: Pick<TeamDatabase, 'run'>,
  { desktop, session }: Session,
  { service, number, isSending, limits, wants, has }: ShareAsked,
): Promise<TeamResult<ShareAnswer>> {
  const found = await database.run(
    leaseRow,
    'SELECT * FROM carryover.lease($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    [
      desktop,
      session,
      number,
      service,
      isSending,
      limits.rate,
      limits.concurrency,
      limits.readsPerMinute,
      wants.rate,
      wants.concurrency,
      has.rate,
      has.concurrency,
      has.readsPerMinute,
    ],
  )
  if (!found.ok) return found
  const [row] = found.value
  if (row === undefined) throw new Error('The database gave no answer about a share')
  const { verdict, rate, concurrency, reads, desktops, again_ms: againMs } = row
  return {
    ok: true,
    value: { verdict, limits: { rate, concurrency, readsPerMinute: reads }, desktops, againMs },
  }
}
