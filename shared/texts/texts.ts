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
  return structureOf(catalogues, formatNow) as Texts<C>
}

/** By language, the same part of each catalogue. */
type Parts = Readonly<Record<Language, unknown>>

function structureOf(parts: Parts, formatNow: () => MessageFormat): object {
  const texts: Record<string, unknown> = {}
  for (const [name, english] of Object.entries(parts.en as Catalogue))
    Object.defineProperty(
      texts,
      name,
      typeof english === 'string'
        ? leafOf({ en: english, de: member(parts.de, name) as string }, formatNow)
        : { enumerable: true, value: structureOf({ en: english, de: member(parts.de, name) }, formatNow) },
    )
  return texts
}

function leafOf(
  templates: Readonly<Record<Language, string>>,
  formatNow: () => MessageFormat,
): PropertyDescriptor {
  const hasArguments = templates.en.includes('{')
  if (!hasArguments) return { enumerable: true, get: () => templates[formatNow().language] }
  const say = (values: FormatValues): string => {
    const format = formatNow()
    return format.format(templates[format.language], values)
  }
  return { enumerable: true, value: say }
}

function member(part: unknown, name: string): unknown {
  return (part as Readonly<Record<string, unknown>>)[name]
}
