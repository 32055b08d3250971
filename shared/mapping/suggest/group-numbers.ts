// Maps numbered columns to list items: `Customer 2 landline`, `landline_1`, `MPAN 2`, `Second Fuel`. A number
// counts the list named next to it; otherwise the list that the same number counts in a neighbouring header;
// otherwise the list that contains the field itself.
import type { Catalogue, CatalogueField } from '../../catalogue/catalogue.ts'
import { meanings } from '../everyday-words.ts'
import type { HeaderWords } from '../header-words.ts'
import { endsWith } from './likeness.ts'
import { namesOf, tokensOf } from './words-of-fields.ts'

/** The lists that a number counts in a sheet: `2 supply_addresses.*.meter_points`. */
export type CountedLists = ReadonlySet<string>

export type NumberedPath = {
  /** Relative path; `#2` for a group's number, which `countItems` turns into an index. */
  readonly path: string
  /** This header names the list, or a neighbour with the same number does, or there is only one. */
  readonly sure: boolean
}

/** The field's path below `base` with the header's numbers; null when a number counts nothing on that path. */
export function numberedPath(
  field: CatalogueField,
  base: string,
  header: HeaderWords,
  catalogue: Catalogue,
  counted: CountedLists,
): NumberedPath | null {
  const parts = field.path.split('.').slice(base === '' ? 0 : base.split('.').length)
  const stars = parts.flatMap((part, at) => (part === '*' ? [at] : []))
  const listAt = (star: number): string => [...(base === '' ? [] : [base]), ...parts.slice(0, star)].join('.')
  const taken = new Map<number, number>()
  let sure = true
  for (const [order, { number }] of header.numbers.entries()) {
    const free = stars.filter((star) => !taken.has(star))
    const naming = (how: Naming) =>
      free.findLast((star) => namingOf(header, order, listAt(star), catalogue) === how)
    const neighbour = free.findLast((star) => counted.has(`${number} ${listAt(star)}`))
    const known = naming('outright') ?? neighbour
    const inFront = known === undefined ? naming('in_front') : undefined
    const at = known ?? inFront ?? free.at(-1)
    if (at === undefined) return null
    if (known === undefined && stars.length > (inFront === undefined ? 2 : 1)) sure = false
    taken.set(at, number)
  }
  const path = parts
    .map((part, at) => (part === '*' ? (taken.has(at) ? `#${taken.get(at)}` : '0') : part))
    .join('.')
  return { path, sure: sure && header.numbers.length <= stars.length }
}

/** The lists that a header's numbers name explicitly, in the form of `CountedLists`. */
export function countedIn(
  header: HeaderWords,
  lists: readonly CatalogueField[],
  catalogue: Catalogue,
): string[] {
  return header.numbers.flatMap(({ number }, order) =>
    lists
      .filter((list) => namingOf(header, order, list.path, catalogue) === 'outright')
      .map((list) => `${number} ${list.path}`),
  )
}

/**
 * A number after a list's name counts it (`Customer 2 landline`). A number at the start of the header counts the
 * list only if the header is just its name (`Second meter point`): in `Second supply start`, the word supply may
 * belong to the start.
 */
type Naming = 'outright' | 'in_front' | 'not'

function namingOf(header: HeaderWords, order: number, list: string, catalogue: Catalogue): Naming {
  const field = catalogue.fieldAt(list)
  if (field === null) return 'not'
  const { after } = header.numbers[order] ?? { after: 0 }
  const names = namesOf(field)
    .map(tokensOf)
    .filter((tokens) => tokens.length > 0)
  const before = meanings(header.words.slice(0, after))
  if (after > 0) return names.some((tokens) => endsWith(before, tokens)) ? 'outright' : 'not'
  const following = header.tokens
  const starts = names.filter((tokens) => tokens.every((token, at) => following[at] === token))
  if (starts.some((tokens) => tokens.length === following.length)) return 'outright'
  return starts.length > 0 ? 'in_front' : 'not'
}

/** Converts group numbers to indexes: counted from 0 if a 0 occurs in that list, else from 1. */
export function countItems<Match extends { readonly field: string }>(matches: readonly Match[]): Match[] {
  const zeroBased = new Set(
    matches.flatMap(({ field }) => {
      const parts = field.split('.')
      return parts.flatMap((part, at) => (part === '#0' ? [parts.slice(0, at).join('.')] : []))
    }),
  )
  return matches.map((match) => {
    const parts = match.field.split('.')
    const field = parts
      .map((part, at) => {
        if (!part.startsWith('#')) return part
        const number = Number(part.slice(1))
        return String(zeroBased.has(parts.slice(0, at).join('.')) ? number : number - 1)
      })
      .join('.')
    return { ...match, field }
  })
}
