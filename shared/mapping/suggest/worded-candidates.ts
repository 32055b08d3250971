// Candidates from a header's words: every field with a matching phrase, with the best match as the reason. Words
// shared by many fields, and values that do not fit, lower the certainty.
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import { saysLittle } from '../everyday-words.ts'
import type { HeaderWords } from '../header-words.ts'
import type { Column } from '../../sheet/sheet.ts'
import { weighed } from './candidate.ts'
import type { Candidate, Certainty, Search } from './candidate.ts'
import { numberedPath } from './group-numbers.ts'
import { endsWith, likenesses, likenessOf, saysIt } from './likeness.ts'
import type { Likeness } from './likeness.ts'
import { fitOf, valueFormatOf } from './values.ts'
import type { Fit } from './values.ts'
import type { Phrase } from './words-of-fields.ts'

export function fromWords(
  column: Column,
  header: HeaderWords,
  values: readonly string[],
  search: Search,
): Candidate[] {
  if (header.tokens.length === 0) return []
  const nearest = new Map<CatalogueField, { readonly likeness: Likeness; readonly phrase: Phrase }>()
  for (const phrase of search.vocabulary.phrases) {
    const likeness = likenessOf(header, phrase, search.vocabulary)
    if (likeness === null) continue
    const other = nearest.get(phrase.field)
    if (other === undefined || isNearer({ likeness, phrase }, other))
      nearest.set(phrase.field, { likeness, phrase })
  }
  return [...nearest].flatMap(([field, found]) => worded(column, header, field, found, values, search) ?? [])
}

type Found = { readonly likeness: Likeness; readonly phrase: Phrase }

/** Of two equally close phrases, the longer is more specific. */
function isNearer(one: Found, other: Found): boolean {
  const away = likenesses.indexOf(one.likeness) - likenesses.indexOf(other.likeness)
  return away < 0 || (away === 0 && one.phrase.tokens.length > other.phrase.tokens.length)
}

function worded(
  column: Column,
  header: HeaderWords,
  field: CatalogueField,
  found: Found,
  values: readonly string[],
  search: Search,
): Candidate | null {
  const numbered = numberedPath(field, search.base, header, search.catalogue, search.counted)
  if (numbered === null) return null
  const { likeness, phrase } = found
  const fit = fitOf(values, field)
  const reported = saysIt(likeness)
  const proved = likeness === 'part_of_phrase' && fit === 'fits'
  let certainty: Certainty = reported || proved ? 'likely' : 'possible'
  if (likeness === 'equal' && tellsApart(header, found, search)) certainty = 'certain'
  if (isVague(header, found, search) || !numbered.sure) certainty = 'possible'
  const repeated = column.name !== column.header.trim().replace(/\s+/g, ' ') && column.header.trim() !== ''
  return {
    column,
    field: numbered.path,
    certainty: weighed(repeated && certainty === 'certain' ? 'likely' : certainty, fit),
    reason: `${sayings[likeness](phrase)}${aboutValues(fit, field)}`,
    rank: rankOf(found, fit),
    near: likeness !== 'part_of_header',
  }
}

/** Within a rank, a longer phrase in the header and values that fit make a field closer. */
function rankOf({ likeness, phrase }: Found, fit: Fit): number {
  const within = likeness === 'with_owner' || likeness === 'part_of_header'
  const length = within ? Math.min(phrase.tokens.length, 9) / 100 : 0
  const values = { fits: -0.2, unknown: 0, partly: 0.1, not: 0.3 }[fit]
  return 2 + likenesses.indexOf(likeness) - length + values
}

/** An exact match whose words end no other field's phrase: `Postcode` alone may be the billing one. */
function tellsApart(header: HeaderWords, { phrase }: Found, search: Search): boolean {
  if (header.numbers.length > 0 && phrase.what !== 'name with its owner') return false
  const relative = phrase.field.path.slice(search.base === '' ? 0 : search.base.length + 1)
  // On a list's own sheet, headers refer to the list's fields.
  if (search.base !== '' && !relative.includes('.')) return true
  if (saysLittle(header.words)) return false
  return !search.vocabulary.phrases.some(
    (other) =>
      other.field !== phrase.field &&
      (other.what === 'title' || other.what === 'alias') &&
      other.tokens.length > header.tokens.length &&
      endsWith(other.tokens, header.tokens) &&
      !search.spoken.has(other.field),
  )
}

/** Vague words for a more specific phrase; or the bare name of a field deep in a list, together with other words. */
function isVague(header: HeaderWords, { likeness, phrase }: Found, search: Search): boolean {
  if (saysLittle(header.words) && !saysLittle(phrase.plain.split(' '))) return true
  const relative = phrase.field.path.slice(search.base === '' ? 0 : search.base.length + 1)
  const little = saysLittle(header.words) || likeness === 'with_owner'
  return phrase.what === 'name' && relative.includes('.') && little
}

const sayings: Readonly<Record<Likeness, (phrase: Phrase) => string>> = {
  equal: ({ what, plain }) => `The header equals the field’s ${what} “${plain}”.`,
  written_out: ({ what, plain }) => `Written out, the header is the field’s ${what} “${plain}”.`,
  same_meaning: ({ what, plain }) => `The header means the same as the field’s ${what} “${plain}”.`,
  nearly: ({ what, plain }) => `The header is close to the field’s ${what} “${plain}”.`,
  with_owner: ({ what, plain }) =>
    `The header is the field’s ${what} “${plain}” and words about where it belongs.`,
  qualified: ({ what, plain }) => `The header is the field’s ${what} “${plain}” and the name of a system.`,
  part_of_header: ({ what, plain }) => `The header holds the field’s ${what} “${plain}” among other words.`,
  part_of_phrase: ({ what, plain }) => `The header is part of the field’s ${what} “${plain}”.`,
}

function aboutValues(fit: Fit, field: CatalogueField): string {
  const valueFormat = valueFormatOf(field)
  const kind =
    valueFormat === 'choice'
      ? 'its choices'
      : valueFormat === 'text'
        ? 'texts of its length'
        : `values of the kind “${valueFormat}”`
  if (fit === 'fits') return ` The column’s values look like ${kind}.`
  if (fit === 'partly') return ` Only some of the column’s values look like ${kind}.`
  return fit === 'not' ? ` But the column’s values do not look like ${kind}.` : ''
}
