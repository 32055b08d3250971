// The language of the window: the user's setting, or else the system's. Numbers and dates follow the system's locale
// in both languages. A change of the language mounts everything again, because texts are read while rendering.
import { useSyncExternalStore } from 'react'
import { currentFormat, onLanguageChange, speak } from '../../../shared/texts/current.ts'
import {
  chooseLanguage,
  type Language,
  languageNames,
  type LanguageSetting,
} from '../../../shared/texts/language.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { texts } from '../../texts/common.ts'
import { desktop } from '../host/desktop-bridge.ts'

/** The last language that the desktop program received. */
let named: Language | null = null

/** Nothing is drawn again where the window speaks this language already. */
export function applyLanguage(setting: LanguageSetting): void {
  const language = chooseLanguage(setting, navigator.languages)
  if (named !== language) desktop?.setLanguage(language).catch(() => undefined)
  named = language
  const now = currentFormat()
  if (now.language === language && now.locale === navigator.language) return
  speak(createMessageFormat(language, navigator.language))
  document.documentElement.lang = language
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
