// The language of what the command line prints for people: --language, CARRYOVER_LANGUAGE, or the system's. It is set
// before the commands are declared, because their help is in that language too. What programs read has no language.
import { speak } from '../../../shared/texts/current.ts'
import { chooseLanguage, languageSetting, type LanguageSetting } from '../../../shared/texts/language.ts'
import type { Environment } from './invocation.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'

/** `words`: the arguments. A setting that is none is reported later, with the other mistakes of the call. */
export function speakAsAsked(words: readonly string[], env: Environment): void {
  const locales = localesOf(env)
  const language = chooseLanguage(settingOf(words, env), locales)
  // English is the same on every machine; other numbers follow the country of the system.
  const own = locales.find((locale) => locale.toLowerCase().startsWith(language))
  speak(createMessageFormat(language, language === 'en' ? 'en-GB' : (own ?? language)))
}

function settingOf(words: readonly string[], env: Environment): LanguageSetting {
  const at = words.findLastIndex((word) => word === '--language' || word.startsWith('--language='))
  const word = words[at] ?? ''
  const given = word.includes('=') ? word.slice(word.indexOf('=') + 1) : words[at + 1]
  const setting = languageSetting.safeParse(at < 0 ? env['CARRYOVER_LANGUAGE'] : given)
  return setting.success ? setting.data : 'system'
}

/** As BCP 47 tags. Systems that set none of the variables, such as Windows, are asked through Intl. */
function localesOf(env: Environment): readonly string[] {
  const named = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG']
  const locale = named ?? Intl.DateTimeFormat().resolvedOptions().locale
  return [locale.replace(/[.@].*$/, '').replace('_', '-')]
}
