// Contract calls about decisions (held, excluded) that were moved or dropped because accounts were rebuilt or two
// versions of a file were merged.
import { z } from 'zod'
import { droppedWhys, movedWhys } from '../../fixing/decision-match.ts'
import { said } from '../../texts/message.ts'
import { base, batchId } from '../base.ts'

/** A decision that was moved to the account as it is now, or dropped, and that nobody has read about yet. */
export const decisionChange = z.object({
  id: z.number(),
  at: z.number(),
  fate: z.enum(['moved', 'dropped']),
  why: z.enum([...movedWhys, ...droppedWhys]),
  what: z.enum(['hold', 'exclude']),
  reason: said,
  until: z.number().nullable(),
  /** The account that it was made for, and its rows in the main sheet. */
  key: z.string(),
  sheet: z.string().nullable(),
  rows: z.array(z.number()),
  /** The account that it is on now; null: dropped. */
  now: z.object({ key: z.string(), rows: z.array(z.number()) }).nullable(),
})
export type DecisionChange = z.infer<typeof decisionChange>

export const decisionsCalls = {
  /** Oldest first. */
  changes: base
    .input(
      z.object({
        batch: batchId,
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), changes: z.array(decisionChange) })),
  /** The user has read all changes up to this one. */
  markRead: base.input(z.object({ batch: batchId, upTo: z.number() })).output(z.void()),
}
