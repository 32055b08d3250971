// The languages of the texts, and the choice of one: the user's setting, or else the system's locales. English is used
// where no locale of the system has texts.
import { z } from 'zod'

export const languages = ['en', 'de'] as const
export const language = z.enum(languages)
export type Language = z.infer<typeof language>

/** `system`: the first language of the system that has texts. */
export const languageSetting = z.enum(['system', ...languages])
export type LanguageSetting = z.infer<typeof languageSetting>

/** The language of a file that is written for a person, and the locale of its numbers, such as `de-CH`. */
export const fileLanguage = z.object({ language, locale: z.string().max(100) })
export type FileLanguage = z.infer<typeof fileLanguage>

/** Each language by its own name, as a list to choose from shows it. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const satisfies Readonly<
  Record<Language, string>
>

/** @param locales the system's, in its order, such as `de-CH` or `en_GB.UTF-8` */
export function chooseLanguage(setting: LanguageSetting, locales: readonly string[]): Language {
  if (setting !== 'system') return setting
  for (const locale of locales) {
    const found = languages.find((known) => known === locale.toLowerCase().split(/[-_.]/)[0])
    if (found !== undefined) return found
  }
  return 'en'
}
