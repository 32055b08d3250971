// Vocabulary of the catalogue: the phrases that a header may use for each single-valued field (title, aliases and
// name, alone or after their parent), and the surrounding words that a header may add without changing its meaning.
import type { Catalogue, CatalogueField } from '../../catalogue/catalogue.ts'
import { singular } from '../everyday-words.ts'
import { headerWords } from '../header-words.ts'

export type Phrase = {
  readonly plain: string
  readonly full: string
  readonly tokens: readonly string[]
  /** The origin of the phrase, for display. */
  readonly what: 'title' | 'alias' | 'name' | 'name with its owner'
  readonly field: CatalogueField
}

export type Vocabulary = {
  /** Every phrase of the fields below the base. */
  readonly phrases: readonly Phrase[]
  /** The words of the objects and lists that contain a field, and of its own phrases. */
  around(field: CatalogueField): ReadonlySet<string>
  /** Every token of the catalogue, below the base or not. */
  readonly known: ReadonlySet<string>
}

/** Cached per catalogue, which never changes: reading its titles is most of the work of a suggestion. */
const vocabularies = new WeakMap<Catalogue, (base: string) => Vocabulary>()

/** Vocabularies by base: the catalogue path of a list's item (`customers.*`), or empty for the account. */
export function vocabulariesOf(catalogue: Catalogue): (base: string) => Vocabulary {
  const made = vocabularies.get(catalogue) ?? createVocabularies(catalogue)
  vocabularies.set(catalogue, made)
  return made
}

function createVocabularies(catalogue: Catalogue): (base: string) => Vocabulary {
  const known = new Set(catalogue.fields.flatMap((field) => namesOf(field).flatMap((name) => tokensOf(name))))
  const made = new Map<string, Vocabulary>()
  return (base) => {
    const vocabulary = made.get(base) ?? vocabularyOf(base, catalogue, known)
    made.set(base, vocabulary)
    return vocabulary
  }
}

function vocabularyOf(base: string, catalogue: Catalogue, known: ReadonlySet<string>): Vocabulary {
  const prefix = base === '' ? '' : `${base}.`
  const phrases = catalogue.fields
    .filter((field) => field.path.startsWith(prefix) && isSingle(field) && field.name !== '*')
    .flatMap((field) => phrasesOf(field, catalogue))
  const own = Map.groupBy(phrases, (phrase) => phrase.field)
  const around = new Map<CatalogueField, ReadonlySet<string>>()
  return {
    phrases,
    known,
    around: (field) => {
      const made = around.get(field) ?? surroundings(field, own.get(field) ?? [], catalogue)
      around.set(field, made)
      return made
    },
  }
}

export function isSingle(field: CatalogueField): boolean {
  return field.kind !== 'object' && field.kind !== 'list'
}

/** All names of a field, list or object. */
export function namesOf(field: CatalogueField): string[] {
  return [...(field.title === null ? [] : [field.title]), ...field.aliases, field.name]
}

export function tokensOf(text: string): readonly string[] {
  return headerWords(text).tokens
}

/** Whether a sheet or the words before a number refer to this list: the same words except for plural and order. */
export function isSubject(tokens: readonly string[], list: CatalogueField): boolean {
  const wanted = tokens.toSorted().join(' ')
  return namesOf(list).some((name) => tokensOf(name).toSorted().join(' ') === wanted)
}

function phrasesOf(field: CatalogueField, catalogue: Catalogue): Phrase[] {
  const owner = ownerOf(field, catalogue)
  const names = namesOf(field)
  const phrase = (text: string, what: Phrase['what']): Phrase => {
    // A number in a phrase is part of its meaning (`Address line 1`), unlike one in a header.
    const { plain, full, tokens } = headerWords(text)
    return { plain, full, tokens, what, field }
  }
  return [
    ...names.map((text) =>
      phrase(text, text === field.title ? 'title' : text === field.name ? 'name' : 'alias'),
    ),
    ...(owner === null ? [] : names.map((text) => phrase(`${owner} ${text}`, 'name with its owner'))),
  ]
}

/** `customers.*.landline` → `customer`. */
function ownerOf(field: CatalogueField, catalogue: Catalogue): string | null {
  const parts = field.path.split('.')
  if (parts.at(-2) !== '*') return null
  return (
    catalogue.fieldAt(parts.slice(0, -1).join('.'))?.title ??
    parts.at(-3)?.split('_').map(singular).join(' ') ??
    null
  )
}

function surroundings(
  field: CatalogueField,
  phrases: readonly Phrase[],
  catalogue: Catalogue,
): ReadonlySet<string> {
  const parts = field.path.split('.')
  const owners = parts.slice(0, -1).map((_, at) => catalogue.fieldAt(parts.slice(0, at + 1).join('.')))
  const words = owners.flatMap((owner) =>
    owner === null ? [] : namesOf(owner).flatMap((name) => tokensOf(name)),
  )
  return new Set([...words, ...phrases.flatMap((phrase) => phrase.tokens)])
}
