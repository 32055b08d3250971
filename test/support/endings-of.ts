// The endings of a view that a test makes of states and outcomes, as if no account were held.
import { type EndingCounts, endingOf, noEndings } from '../../shared/sending/endings.ts'
import type { AccountState, Outcome } from '../../shared/sending/states.ts'

export function endingsOf(
  states: Partial<Record<AccountState, number>> = {},
  outcomes: Partial<Record<Outcome, number>> = {},
): EndingCounts {
  const endings = noEndings()
  for (const [state, count] of Object.entries(states) as [AccountState, number][])
    if (state !== 'done') endings[endingOf(state, null, 'no')] += count
  for (const [outcome, count] of Object.entries(outcomes) as [Outcome, number][]) endings[outcome] += count
  return endings
}
