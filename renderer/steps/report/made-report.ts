// Compares the latest report with the batch to find whether accounts have changed since. Pure functions.
import type { BatchView } from '../../../shared/contract/contract.ts'

type Counts = NonNullable<NonNullable<BatchView['report']>['counts']>

/** unknown: it is from before reports kept their counts. */
export type CurrentState = { readonly kind: 'unknown' } | { readonly kind: 'known'; readonly moved: number }

/** Null where no report was made. */
export function currentStateOf(batch: BatchView): CurrentState | null {
  if (batch.report === null) return null
  const { counts } = batch.report
  if (counts === null) return { kind: 'unknown' }
  // What was excluded then is what its states did not count.
  const excluded = counts.accounts - Object.values(counts.states).reduce((sum, one) => sum + one, 0)
  const moved = movedSince(counts, batch) + Math.max(0, batch.excluded - excluded)
  // Two that changed places leave the counts as they were.
  return { kind: 'known', moved: Math.max(moved, batch.processing.mindChangedSinceReport) }
}

/** Accounts counted in another state than before; two that swapped states are not noticed. */
export function movedSince(
  then: Pick<Counts, 'states' | 'outcomes'>,
  now: Pick<BatchView, 'states' | 'outcomes'>,
): number {
  const { done: _, ...before } = then.states
  const all = [...Object.entries(before), ...Object.entries(then.outcomes)]
  const current: Readonly<Record<string, number>> = { ...now.states, ...now.outcomes }
  return all.reduce((sum, [name, value]) => sum + Math.max(0, (current[name] ?? 0) - value), 0)
}
