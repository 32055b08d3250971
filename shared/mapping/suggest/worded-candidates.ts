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
import { message, type Message, type MessageKey, type Said } from '../../texts/create-message.ts'
import { sentences } from '../../texts/join.ts'

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
  const { likeness } = found
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
    reason: reasonOf(found, fit, field),
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

const sayings = {
  equal: 'mapping.header_equals',
  written_out: 'mapping.header_written_out',
  same_meaning: 'mapping.header_same_meaning',
  nearly: 'mapping.header_nearly',
  with_owner: 'mapping.header_with_owner',
  qualified: 'mapping.header_qualified',
  part_of_header: 'mapping.header_holds',
  part_of_phrase: 'mapping.header_part_of',
} as const satisfies Readonly<Record<Likeness, MessageKey>>

function reasonOf({ likeness, phrase }: Found, fit: Fit, field: CatalogueField): Said {
  const what = message('mapping.what', { what: phrase.what })
  const words = message(sayings[likeness], { what, phrase: phrase.plain })
  const values = aboutValues(fit, field)
  return values === null ? words : sentences(words, values)
}

function aboutValues(fit: Fit, field: CatalogueField): Message | null {
  if (fit === 'unknown') return null
  const valueFormat = valueFormatOf(field)
  const kind =
    valueFormat === 'choice'
      ? message('mapping.its_choices')
      : valueFormat === 'text'
        ? message('mapping.texts_of_length')
        : message('mapping.values_of_kind', { kind: valueFormat ?? '' })
  if (fit === 'fits') return message('mapping.values_fit', { kind })
  return fit === 'partly'
    ? message('mapping.values_fit_partly', { kind })
    : message('mapping.values_fit_not', { kind })
}
