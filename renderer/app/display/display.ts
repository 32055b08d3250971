// Store of the user's display settings. The engine saves them, so they survive a change of browser. Language, theme and
// density are applied here, wherever they were chosen.
import { useSyncExternalStore } from 'react'
import { type DisplayChoices, readChoices } from './display-choices.ts'
import { applyDensity } from '../../components/density.ts'
import { engine } from '../engine.ts'
import { applyLanguage } from './language.ts'
import { applyTheme } from './theme.ts'

const listeners = new Set<() => void>()
let now = readChoices(null)
/** Of the program; null until the saved settings are here. */
let programVersion: string | null = null

/** Ends when the window speaks the chosen language. */
async function show(next: DisplayChoices): Promise<void> {
  now = next
  applyTheme(next.theme)
  applyDensity(next.density)
  for (const listener of listeners) listener()
  await applyLanguage(next.language)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the saved settings; called whenever the link to the engine has opened. */
export async function recallDisplay(): Promise<void> {
  const { choices: kept, version } = await engine.display.get()
  programVersion = version
  await show(kept === null ? now : readChoices(kept))
}

export function useDisplayChoices(): DisplayChoices {
  return useSyncExternalStore(subscribe, () => now)
}

export function useProgramVersion(): string | null {
  return useSyncExternalStore(subscribe, () => programVersion)
}

/**
 * Applies at once and saves for the next session; if saving fails, it applies until the window closes. A language
 * whose texts cannot be loaded applies when the link to the engine opens again.
 */
export function chooseDisplay(changes: Partial<DisplayChoices>): void {
  show({ ...now, ...changes }).catch(() => undefined)
  engine.display.set({ choices: JSON.stringify(now) }).catch(() => undefined)
}
