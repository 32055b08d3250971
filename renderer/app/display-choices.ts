// How a person likes the window: which panes are open and how wide they are. Kept by the engine, so that it outlives the
// browser; choices of display only, and anything else under their name shows what is usual.
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { engine } from './engine.ts'

const width = z.number().int().min(120).max(900).nullable().catch(null)
const choices = z.object({
  railNarrow: z.boolean().catch(false),
  causesShown: z.boolean().catch(true),
  /** Pixels; null: as wide as the window's size suggests. */
  causesWidth: width,
  accountShown: z.boolean().catch(true),
  accountWidth: width,
})
export type DisplayChoices = z.infer<typeof choices>

/** What is usual, from anything at all. */
export function readChoices(kept: string | null): DisplayChoices {
  try {
    return choices.catch(choices.parse({})).parse(JSON.parse(kept ?? '{}'))
  } catch {
    return choices.parse({})
  }
}

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
