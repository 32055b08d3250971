// The language of the window: the user's setting, or else the system's. Numbers and dates follow the system's locale
// in both languages. A change of the language mounts everything again, because texts are read while rendering.
import { useSyncExternalStore } from 'react'
import { currentFormat, onLanguageChange, speak } from '../../../shared/texts/current.ts'
import {
  hasCatalogue,
  loadCatalogue,
  onCatalogue,
} from '../../../shared/texts/message-catalogues-of-window.ts'
import {
  chooseLanguage,
  type Language,
  languageNames,
  type LanguageSetting,
} from '../../../shared/texts/language.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { texts } from '../../texts/common.ts'
import { loadGerman } from '../../texts/german-texts.ts'
import { desktop } from '../host/desktop-bridge.ts'

/** The last language that was wanted; the desktop program received it. */
let wanted: Language | null = null
/** Whether more than Home's texts was needed; a language is spoken with all its texts and messages then. */
let needsAll = false

/**
 * Ends when the window speaks the language. Nothing is drawn again where it does already. Rejects if the texts cannot
 * be loaded: the window goes on in the language that it has.
 */
export async function applyLanguage(setting: LanguageSetting): Promise<void> {
  const language = chooseLanguage(setting, navigator.languages)
  if (wanted !== language) desktop?.setLanguage(language).catch(() => undefined)
  wanted = language
  try {
    await loadTexts(language)
  } catch (error) {
    if (wanted === language) wanted = currentFormat().language
    throw error
  }
  const now = currentFormat()
  if (wanted !== language || (now.language === language && now.locale === navigator.language)) return
  speak(createMessageFormat(language, navigator.language))
  document.documentElement.lang = language
}

async function loadTexts(language: Language): Promise<void> {
  const ofEngine = needsAll ? loadCatalogue(language) : null
  // The code contains the English texts.
  const ofWindow = language === 'de' ? loadGerman(needsAll ? 'all' : 'home') : null
  await Promise.all([ofEngine, ofWindow])
}

/**
 * Loads the rest of the window's language, texts and the engine's messages: before another page than Home or
 * something that shows a message, and with the first step that is preloaded. Rejects if they cannot be loaded; the
 * next call tries again.
 */
export async function loadAllTexts(): Promise<void> {
  needsAll = true
  await loadTexts(wanted ?? chooseLanguage('system', navigator.languages))
}

/** Draws the component again when the engine's messages are here. */
export function useMessages(): void {
  useSyncExternalStore(onCatalogue, () => hasCatalogue(currentFormat().language))
}

/** What the window speaks now. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, () => currentFormat().language)
}

/** `System (Deutsch)`, `English`: each language by its own name, so that everybody finds theirs. */
export function languageLabel(setting: LanguageSetting): string {
  if (setting !== 'system') return languageNames[setting]
  const ofSystem = chooseLanguage('system', navigator.languages)
  return texts.language.system({ language: languageNames[ofSystem] })
}
