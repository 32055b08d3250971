// Turns the catalogues of a folder of texts, one a language, into one object with their structure: a text without
// arguments is a string, one with arguments is a function of its named values. The English catalogue gives the types.
// Strings are read in the current language at each access, so nothing may keep one while modules load.
import type { GetICUArgs } from '@schummar/icu-type-parser'
import type { Language } from './language.ts'
import type { FormatValues, MessageFormat } from './message-format.ts'
import { currentFormat } from './current.ts'

/** An English catalogue: ICU messages in nested objects, declared `as const`. */
export type Catalogue = { readonly [name: string]: string | Catalogue }

/** The same structure in another language. */
export type Translation<C> = { readonly [K in keyof C]: C[K] extends string ? string : Translation<C[K]> }

/** The values that a message names, with their types. */
export type Arguments<T extends string> = GetICUArgs<
  T,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: number | Date }
>

/** What a message becomes: a string, or a function of its values. */
export type Text<T extends string> = keyof Arguments<T> extends never
  ? string
  : (values: Arguments<T>) => string

export type Texts<C> = { readonly [K in keyof C]: C[K] extends string ? Text<C[K]> : Texts<C[K]> }

/** @param formatNow another language than the current one, such as that of a request */
export function createTexts<const C extends Catalogue>(
  catalogues: { readonly en: C } & Readonly<Record<Exclude<Language, 'en'>, Translation<C>>>,
  formatNow: () => MessageFormat = currentFormat,
): Texts<C> {
  return structureOf(catalogues.en, (language) => catalogues[language], formatNow) as Texts<C>
}

/** The same part of each catalogue. It is read with each text: a window loads a translation after its code. */
type PartIn = (language: Language) => unknown

function structureOf(english: Catalogue, partIn: PartIn, formatNow: () => MessageFormat): object {
  const texts: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(english)) {
    const memberIn: PartIn = (language) => memberOf(partIn(language), name)
    Object.defineProperty(
      texts,
      name,
      typeof one === 'string'
        ? leafOf(one, memberIn, formatNow)
        : { enumerable: true, value: structureOf(one, memberIn, formatNow) },
    )
  }
  return texts
}

/** English where the translation is not loaded. */
function leafOf(english: string, textIn: PartIn, formatNow: () => MessageFormat): PropertyDescriptor {
  const templateIn = (language: Language): string =>
    language === 'en' ? english : ((textIn(language) as string | undefined) ?? english)
  const hasArguments = english.includes('{')
  if (!hasArguments) return { enumerable: true, get: () => templateIn(formatNow().language) }
  const say = (values: FormatValues): string => {
    const format = formatNow()
    return format.format(templateIn(format.language), values)
  }
  return { enumerable: true, value: say }
}

function memberOf(part: unknown, name: string): unknown {
  return (part as Readonly<Record<string, unknown>> | undefined)?.[name]
}
