// Texts of the web host. A refusal is in the language that its request accepts; what a terminal shows is in the
// language of this process.
import { chooseLanguage, type Language } from '../../../shared/texts/language.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { createTexts } from '../../../shared/texts/texts.ts'
import { web as de } from './de/web.ts'
import { web as en } from './en/web.ts'

export const webTexts = createTexts({ en, de })
export type WebTexts = typeof webTexts

const formats = { en: createMessageFormat('en', 'en-GB'), de: createMessageFormat('de', 'de-DE') }
const byLanguage = {
  en: createTexts({ en, de }, () => formats.en),
  de: createTexts({ en, de }, () => formats.de),
} satisfies Readonly<Record<Language, WebTexts>>

/** @param accepted the header Accept-Language, such as `de-DE,de;q=0.9,en;q=0.8` */
export function webTextsFor(accepted: string | undefined): WebTexts {
  return byLanguage[chooseLanguage('system', acceptedLocales(accepted ?? ''))]
}

/** The most wanted first; the order of the header counts between equals. */
export function acceptedLocales(header: string): readonly string[] {
  return header
    .split(',')
    .map((part) => {
      const [locale = '', weight] = part.split(';').map((one) => one.trim())
      const quality = weight === undefined ? 1 : Number(weight.replace(/^q=/i, ''))
      return { locale, quality: Number.isFinite(quality) ? quality : 0 }
    })
    .filter(({ locale, quality }) => locale !== '' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ locale }) => locale)
}
