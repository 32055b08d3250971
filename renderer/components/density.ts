// How close rows stand in grids, lists and tables. The density in use is an attribute of the document: the style
// sheet reads it there, and lists that measure their rows read it with these hooks.
import { useSyncExternalStore } from 'react'

export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** Pixels that a comfortable row is taller. */
const taller = 8

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] })
  return () => observer.disconnect()
}

function extraNow(): number {
  return document.documentElement.dataset['density'] === 'comfortable' ? taller : 0
}

export function applyDensity(density: Density): void {
  document.documentElement.dataset['density'] = density
}

/** The height of a row, from its height in a compact list. */
export function useRowHeight(compact: number): number {
  return compact + useSyncExternalStore(subscribe, extraNow)
}
