// The catalogues of messages as a window has them: the one of its language, loaded with the first step or when
// something wants to show a message. Until then a message has no sentence, and the window is drawn again.
import type { Messages } from './create-message.ts'
import type { Language } from './language.ts'
import type { Translation } from './texts.ts'

type Loaded = Messages | Translation<Messages>

const loaders: Readonly<Record<Language, () => Promise<{ readonly messages: Loaded }>>> = {
  en: () => import('./en/messages.ts'),
  de: () => import('./de/messages.ts'),
}
const loaded: Partial<Record<Language, Loaded>> = {}
const listeners = new Set<() => void>()

/** Rejects if the file cannot be loaded; the next call tries again. */
export async function loadCatalogue(language: Language): Promise<void> {
  if (loaded[language] !== undefined) return
  loaded[language] = (await loaders[language]()).messages
  for (const listener of listeners) listener()
}

/** Null until it is loaded, which begins now. */
export function catalogueOf(language: Language): Loaded | null {
  const catalogue = loaded[language]
  if (catalogue !== undefined) return catalogue
  loadCatalogue(language).catch(() => undefined)
  return null
}

export function hasCatalogue(language: Language): boolean {
  return loaded[language] !== undefined
}

/** @returns ends the subscription */
export function onCatalogue(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
