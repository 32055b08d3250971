// The report that was made last, as the engine tells it: whether accounts moved on since, and whether its files can be had
// here. Pure.
import type { BatchView } from '../../../shared/contract.ts'
import { hasNativeDialogs } from '../../app/files.ts'

type Counts = NonNullable<NonNullable<BatchView['report']>['counts']>

/** unknown: it is from before reports kept their counts. */
export type Standing = { readonly kind: 'unknown' } | { readonly kind: 'known'; readonly moved: number }

/** Null where no report was made. */
export function standingOf(batch: BatchView): Standing | null {
  if (batch.report === null) return null
  const { counts } = batch.report
  return counts === null ? { kind: 'unknown' } : { kind: 'known', moved: movedSince(counts, batch) }
}

/** Accounts that are counted elsewhere than they were; two that changed places are not seen. */
export function movedSince(
  then: Pick<Counts, 'states' | 'outcomes'>,
  now: Pick<BatchView, 'states' | 'outcomes'>,
): number {
  const { settled: _, ...before } = then.states
  const all = [...Object.entries(before), ...Object.entries(then.outcomes)]
  const current: Readonly<Record<string, number>> = { ...now.states, ...now.outcomes }
  return all.reduce((sum, [name, value]) => sum + Math.max(0, (current[name] ?? 0) - value), 0)
}

/** Whether the web host hands the report's files out: they lie in the batch's own folder. */
export function isServed({ id, report }: Pick<BatchView, 'id' | 'report'>): boolean {
  return !hasNativeDialogs && new RegExp(`[\\\\/]reports[\\\\/]batch-${id}$`).test(report?.folder ?? '')
}
