// Store of the user's display settings. The engine saves them, so they survive a change of browser. The language among
// them is applied here, wherever it was chosen.
import { useSyncExternalStore } from 'react'
import { type DisplayChoices, readChoices } from './display-choices.ts'
import { engine } from '../engine.ts'
import { applyLanguage } from './language.ts'

const listeners = new Set<() => void>()
let now = readChoices(null)

function show(next: DisplayChoices): void {
  now = next
  applyLanguage(next.language)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the saved settings; called whenever the link to the engine has opened. */
export async function recallDisplay(): Promise<void> {
  const { choices: kept } = await engine.display.get()
  if (kept !== null) show(readChoices(kept))
}

export function useDisplayChoices(): DisplayChoices {
  return useSyncExternalStore(subscribe, () => now)
}

/** Applies at once and saves for the next session; if saving fails, it applies until the window closes. */
export function chooseDisplay(changes: Partial<DisplayChoices>): void {
  show({ ...now, ...changes })
  engine.display.set({ choices: JSON.stringify(now) }).catch(() => undefined)
}
