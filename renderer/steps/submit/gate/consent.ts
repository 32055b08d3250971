// Store of the user's consent at the gate, per batch, for as long as this window is open. It holds nothing about
// accounts or waves: the engine knows those.
import { useSyncExternalStore } from 'react'

/** Subject of the consent: another connection or supplier, or a changed note, needs a new consent. */
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
