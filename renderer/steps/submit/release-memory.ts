// What this window remembers of each batch's gate while it is open: the consent, the sizes of the waves, how far it
// released. Nothing here is about the accounts; the engine's counts are.
import { useSyncExternalStore } from 'react'
import { firstSizes } from './waves.ts'

/** What was agreed to: another connection or supplier, or another note about it, needs a new consent. */
export type Consent = { readonly place: string; readonly notes: string }

export type ReleaseMemory = {
  readonly agreedTo: Consent | null
  readonly sizes: readonly number[]
  /** Index of the first wave that was not released from here. */
  readonly from: number
}

const fresh: ReleaseMemory = { agreedTo: null, sizes: firstSizes, from: 0 }
const memories = new Map<number, ReleaseMemory>()
const listeners = new Set<() => void>()

export function remember(batch: number, change: Partial<ReleaseMemory>): void {
  memories.set(batch, { ...(memories.get(batch) ?? fresh), ...change })
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useReleaseMemory(batch: number): ReleaseMemory {
  return useSyncExternalStore(subscribe, () => memories.get(batch) ?? fresh)
}
