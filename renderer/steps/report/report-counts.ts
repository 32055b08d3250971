// The counts that a report was made from, and how many accounts moved on since. Pure.
import { z } from 'zod'
import { accountStates } from '../../../shared/account-state.ts'

// The outcomes have one name more there: accounts without any.
const summaryCounts = z.object({
  states: z.record(z.enum(accountStates), z.number()),
  outcomes: z.record(z.string(), z.number()),
})
export type Counts = Readonly<z.infer<typeof summaryCounts>>

/** The counts in a report's `summary.json`; null where it is none. */
export function countsIn(summaryJson: string): Counts | null {
  try {
    const parsed = summaryCounts.safeParse(JSON.parse(summaryJson))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Accounts that are counted elsewhere than they were; two that changed places are not seen. */
export function movedSince(then: Counts, now: Counts): number {
  const { settled: _, ...before } = then.states
  const all = [...Object.entries(before), ...Object.entries(then.outcomes)]
  const current: Readonly<Record<string, number>> = { ...now.states, ...now.outcomes }
  return all.reduce((sum, [name, value]) => sum + Math.max(0, (current[name] ?? 0) - value), 0)
}
