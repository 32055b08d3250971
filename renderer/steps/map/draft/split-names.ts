// Finds columns of whole names ("Mr John Smith", "Smith, John") whose parts no column fills yet, and the fields that
// the parts belong to. Nothing is split before a person takes the offer. Pure functions.
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { looksLikeNames } from '../../../../shared/mapping/conversions/names.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import type { Mapping } from '../../../../shared/mapping/file.ts'
import type { Choice } from '../../../components/fields/select.tsx'
import { type Feed, feedAlso, feedsOf, refeed, type Scope } from './draft.ts'

const givenEnd = /(^|\.)(?:given|first|fore)_?names?$/
const familyEnd = /(^|\.)(?:family|last|sur)_?names?$/

/** The fields of the parts, with their conversions; empty where nothing is to be offered. */
export function nameFeeds(
  mapping: Mapping,
  choices: readonly Choice<string>[],
  texts: readonly string[],
): readonly Feed[] {
  if (!looksLikeNames(texts)) return []
  const fed = new Set(fedColumns(mapping).map(({ field }) => generalPath(field)))
  const free = (path: string): boolean => !fed.has(generalPath(path))
  const paths = choices.map(({ value }) => value)
  for (const given of paths.filter((path) => givenEnd.test(path) && free(path))) {
    const item = given.slice(0, given.lastIndexOf('.') + 1)
    const inItem = paths.filter((path) => path.startsWith(item) && !path.slice(item.length).includes('.'))
    const family = inItem.find((path) => familyEnd.test(path) && free(path))
    if (family === undefined) continue
    const title = inItem.find((path) => path === `${item}title` && free(path))
    return [
      ...(title === undefined
        ? []
        : [{ path: title, conversion: { kind: 'name' as const, part: 'title' as const } }]),
      { path: given, conversion: { kind: 'name', part: 'given' } },
      { path: family, conversion: { kind: 'name', part: 'family' } },
    ]
  }
  return []
}

/** The mapping with the parts of the column's names; a field that takes the whole name already stays. */
export function withNameFeeds(
  mapping: Mapping,
  scope: Scope,
  column: string,
  feeds: readonly Feed[],
): Mapping {
  // One part of the names may be mapped as if it were whole.
  const paths = new Set(feeds.map(({ path }) => path))
  const cleared = feedsOf(mapping, scope, column).reduce(
    (now, { path }) => (paths.has(path) ? refeed(now, scope, column, path, null) : now),
    mapping,
  )
  return feeds.reduce((now, feed) => feedAlso(now, scope, column, feed), cleared)
}
