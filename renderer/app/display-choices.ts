// How this browser shows the window: which panes are open and how wide they are. Choices of display only, never data and
// never a secret; a browser that keeps nothing, or holds something else under the name, shows what is usual.
import { useSyncExternalStore } from 'react'
import { z } from 'zod'

const name = 'carryover.display'

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

function keptText(): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()
let now: DisplayChoices | null = null

function current(): DisplayChoices {
  now ??= readChoices(keptText())
  return now
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useDisplayChoices(): DisplayChoices {
  return useSyncExternalStore(subscribe, current)
}

/** Shown at once and kept for the next time. */
export function chooseDisplay(changes: Partial<DisplayChoices>): void {
  now = { ...current(), ...changes }
  try {
    window.localStorage.setItem(name, JSON.stringify(now))
  } catch {
    // This browser keeps nothing: the choice holds while the window is open.
  }
  for (const listener of listeners) listener()
}
