// Formats ICU messages (https://unicode-org.github.io/icu/userguide/format_parse/messages) by the library
// intl-messageformat. Plurals follow the language of the texts; numbers and dates follow the user's locale.
import { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from './language.ts'

export type FormatValues = Readonly<Record<string, string | number | Date>>

export type MessageFormat = {
  readonly language: Language
  /** Of numbers and dates, such as `de-CH`. */
  readonly locale: string
  /** Throws if the template is malformed or a value is missing. */
  format(template: string, values: FormatValues): string
  /** `a, b and c`. */
  list(items: readonly string[]): string
}

/** Most formatted texts that are kept; then all are dropped. Long ones, such as a service's explanation, are not kept. */
const mostKept = 5000
const longestKept = 500

/**
 * Parsed templates and formatted texts are kept, because a window formats the same texts each time it is drawn.
 * @param locale a BCP 47 tag; one that is malformed is replaced by the language
 */
export function createMessageFormat(language: Language, locale: string): MessageFormat {
  const ofNumbers = usableLocale(locale) ?? language
  const parsed = new Map<string, IntlMessageFormat>()
  const formatted = new Map<string, string>()
  let conjunction: Intl.ListFormat | null = null
  const formatters = {
    getNumberFormat: remember((options: string) => new Intl.NumberFormat(ofNumbers, optionsOf(options))),
    getDateTimeFormat: remember((options: string) => new Intl.DateTimeFormat(ofNumbers, optionsOf(options))),
    getPluralRules: remember((options: string) => new Intl.PluralRules(language, optionsOf(options))),
  }
  function formatNow(template: string, values: FormatValues): string {
    let message = parsed.get(template)
    if (message === undefined) {
      message = new IntlMessageFormat(template, language, {}, { ignoreTag: true, formatters })
      parsed.set(template, message)
    }
    return String(message.format(values))
  }
  return {
    language,
    locale: ofNumbers,
    format(template, values) {
      const key = `${template}\n${JSON.stringify(values)}`
      let text = formatted.get(key)
      if (text === undefined) {
        text = formatNow(template, values)
        if (key.length > longestKept) return text
        if (formatted.size >= mostKept) formatted.clear()
        formatted.set(key, text)
      }
      return text
    },
    list(items) {
      // American English puts a comma before the last `and`.
      conjunction ??= new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' })
      return conjunction.format(items)
    },
  }
}

/** The library names a locale with each call; ours is fixed, so only the options tell formats apart. */
function remember<T>(create: (options: string) => T): (locales: unknown, options?: object) => T {
  const known = new Map<string, T>()
  return (_locales, options) => {
    const key = JSON.stringify(options ?? {})
    const made = known.get(key) ?? create(key)
    known.set(key, made)
    return made
  }
}

function optionsOf(json: string): object {
  return JSON.parse(json) as object
}

function usableLocale(locale: string): string | null {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? null
  } catch {
    return null
  }
}
