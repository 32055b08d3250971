// Consent that a person gave at each batch's gate, for as long as this window is open. Accounts and waves are the
// engine's.
import { useSyncExternalStore } from 'react'

/** What was agreed to: another connection or supplier, or another note about it, needs a new consent. */
export type Consent = { readonly place: string; readonly notes: string }

const given = new Map<number, Consent>()
const listeners = new Set<() => void>()

/** Null: cancelled. */
export function remember(batch: number, consent: Consent | null): void {
  if (consent === null) given.delete(batch)
  else given.set(batch, consent)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConsent(batch: number): Consent | null {
  return useSyncExternalStore(subscribe, () => given.get(batch) ?? null)
}
