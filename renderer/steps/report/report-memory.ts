// The reports that this window made, kept while it is open: where the files are and what the counts were then, so that an
// outdated one can be told.
import { useSyncExternalStore } from 'react'
import type { BatchView } from '../../../shared/contract.ts'

export type MadeReport = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Paths by kind of file. */
  readonly files: Readonly<Record<string, string>>
  readonly folder: string
  readonly unexplained: number
  readonly counts: Pick<BatchView, 'states' | 'outcomes'>
}

const made = new Map<number, MadeReport>()
const listeners = new Set<() => void>()

export function keepReport(batch: number, report: MadeReport): void {
  made.set(batch, report)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useMadeReport(batch: number): MadeReport | null {
  return useSyncExternalStore(subscribe, () => made.get(batch) ?? null)
}

/** Accounts that are counted elsewhere than they were; two that changed places are not seen. */
export function movedSince(then: MadeReport['counts'], now: MadeReport['counts']): number {
  const { settled: _, ...before } = then.states
  const all = [...Object.entries(before), ...Object.entries(then.outcomes)]
  const current: Readonly<Record<string, number>> = { ...now.states, ...now.outcomes }
  return all.reduce((sum, [name, value]) => sum + Math.max(0, (current[name] ?? 0) - value), 0)
}
