// The catalogues of messages, all languages at once. The build of the window replaces this module by
// message-catalogues-of-window.ts, which loads one language at a time (renderer/vite.config.ts).
import { messages as de } from './de/messages.ts'
import { messages as en } from './en/messages.ts'
import type { Messages } from './create-message.ts'
import type { Language } from './language.ts'
import type { Translation } from './texts.ts'

const catalogues = { en, de } satisfies Readonly<Record<Language, Messages | Translation<Messages>>>

/** The messages of a language by room and name; null while a window loads them. */
export function catalogueOf(language: Language): Messages | Translation<Messages> | null {
  return catalogues[language]
}
