// Turns the catalogues of a folder of texts, one a language, into one object with their structure: a text without
// arguments is a string, one with arguments is a function of its named values. The English catalogue gives the types.
// Strings are read in the current language at each access, so nothing may keep one while modules load.
import type { GetICUArgs } from '@schummar/icu-type-parser'
import type { Language } from './language.ts'
import type { FormatValues } from './message-format.ts'
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

export function createTexts<const C extends Catalogue>(
  catalogues: { readonly en: C } & Readonly<Record<Exclude<Language, 'en'>, Translation<C>>>,
): Texts<C> {
  return structureOf(catalogues) as Texts<C>
}

/** By language, the same part of each catalogue. */
type Parts = Readonly<Record<Language, unknown>>

function structureOf(parts: Parts): object {
  const texts: Record<string, unknown> = {}
  for (const [name, english] of Object.entries(parts.en as Catalogue))
    Object.defineProperty(
      texts,
      name,
      typeof english === 'string'
        ? leafOf(english.includes('{'), { en: english, de: member(parts.de, name) as string })
        : { enumerable: true, value: structureOf({ en: english, de: member(parts.de, name) }) },
    )
  return texts
}

function leafOf(hasArguments: boolean, templates: Readonly<Record<Language, string>>): PropertyDescriptor {
  if (!hasArguments) return { enumerable: true, get: () => templates[currentFormat().language] }
  const say = (values: FormatValues): string => {
    const format = currentFormat()
    return format.format(templates[format.language], values)
  }
  return { enumerable: true, value: say }
}

function member(part: unknown, name: string): unknown {
  return (part as Readonly<Record<string, unknown>>)[name]
}
