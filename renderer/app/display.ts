// The window as a person likes it, kept by the engine so that it outlives the browser.
import { useSyncExternalStore } from 'react'
import { type DisplayChoices, readChoices } from './display-choices.ts'
import { engine } from './engine.ts'

const listeners = new Set<() => void>()
let now = readChoices(null)

function show(next: DisplayChoices): void {
  now = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As the window was left; asked once, when the link to the engine is there. */
export async function recallDisplay(): Promise<void> {
  const { choices: kept } = await engine.display.get()
  if (kept !== null) show(readChoices(kept))
}

export function useDisplayChoices(): DisplayChoices {
  return useSyncExternalStore(subscribe, () => now)
}

/** Shown at once and kept for the next time; where it cannot be kept it holds while the window is open. */
export function chooseDisplay(changes: Partial<DisplayChoices>): void {
  show({ ...now, ...changes })
  engine.display.set({ choices: JSON.stringify(now) }).catch(() => undefined)
}
