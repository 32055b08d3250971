// The language of menus, dialogs and notices: the system's, until the window has named the one that a person chose.
import { speak } from '../../../shared/texts/current.ts'
import { chooseLanguage, type Language } from '../../../shared/texts/language.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import type { ElectronParts } from '../electron-parts.ts'

type System = Pick<ElectronParts['app'], 'getPreferredSystemLanguages'>

export function speakLanguageOfSystem(system: System): void {
  speakLanguage(system, chooseLanguage('system', system.getPreferredSystemLanguages()))
}

/** Numbers and dates follow the system in every language. */
export function speakLanguage(system: System, language: Language): void {
  const [locale = language] = system.getPreferredSystemLanguages()
  speak(createMessageFormat(language, locale))
}
