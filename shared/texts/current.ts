// The language that this window or process speaks, set once at its start and again when the user chooses another one.
// Windows and hosts read it; the engine does not: it sends messages without language.
import { createMessageFormat, type MessageFormat } from './message-format.ts'

let format = createMessageFormat('en', 'en-GB')
const listeners = new Set<() => void>()

export function currentFormat(): MessageFormat {
  return format
}

export function speak(next: MessageFormat): void {
  format = next
  for (const listener of listeners) listener()
}

/** @returns ends the subscription */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
