// The language of menus, dialogs and notices. At the start it is that of CARRYOVER_LANGUAGE, as the command line hands
// it on, or else the system's; then it is the one that the window names.
import { speak } from '../../../shared/texts/current.ts'
import { chooseLanguage, type Language, languageSetting } from '../../../shared/texts/language.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import type { ElectronParts } from '../electron-parts.ts'

type System = Pick<ElectronParts['app'], 'getPreferredSystemLanguages'>

/** A setting that is none counts as the system's. */
export function speakAtStart(
  system: System,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const setting = languageSetting.catch('system').parse(environment['CARRYOVER_LANGUAGE'])
  speakLanguage(system, chooseLanguage(setting, system.getPreferredSystemLanguages()))
}

/** Numbers and dates follow the system in every language. */
export function speakLanguage(system: System, language: Language): void {
  const [locale = language] = system.getPreferredSystemLanguages()
  speak(createMessageFormat(language, locale))
}
