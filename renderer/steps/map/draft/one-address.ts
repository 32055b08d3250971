// Finds a file with one address where the catalogue has two of the same kind (a supply and a billing address): each is
// filled in part, or one of them not at all. What columns fill of one can fill the other as well. Nothing is mapped
// before a person takes the offer. Pure functions.
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { Mapping } from '../../../../shared/mapping/file.ts'
import type { Choice } from '../../../components/fields/select.tsx'
import { type Feed, feedAlso, feedsOf, type Scope } from './draft.ts'

/** Field names that two groups share at least, to be of the same kind; and parts of the address in the file. */
const leastShared = 2
const leastParts = 2

type Part = { readonly column: string; readonly feed: Feed }
type Group = {
  readonly path: string
  readonly leaves: ReadonlySet<string>
  /** By field name: the column that fills it. */
  readonly parts: ReadonlyMap<string, Part>
}

export type OneAddress = {
  /** Paths of the two groups, the one with more columns first. */
  readonly groups: readonly [string, string]
  /** Columns of the address. */
  readonly columns: readonly string[]
  /** What is to be added. */
  readonly feeds: readonly { readonly column: string; readonly feed: Feed }[]
}

/** The address that can fill two groups; null if there is none, or both are filled by columns of their own. */
export function oneAddress(
  mapping: Mapping,
  scope: Scope,
  columns: readonly string[],
  choices: readonly Choice<string>[],
): OneAddress | null {
  const fed = columns.flatMap((column) =>
    feedsOf(mapping, scope, column).map((feed): Part => ({ column, feed })),
  )
  const groups = groupsOf(choices, fed)
  const fixed = new Set(mapping.fixed.map(({ field }) => field))
  for (const [at, one] of groups.entries())
    for (const other of groups.slice(at + 1)) {
      const shared = [...one.leaves].filter((leaf) => other.leaves.has(leaf))
      if (shared.length < leastShared || shared.some((leaf) => one.parts.has(leaf) && other.parts.has(leaf)))
        continue
      const found = shared.flatMap((leaf) => {
        const part = one.parts.get(leaf) ?? other.parts.get(leaf)
        return part === undefined ? [] : [{ leaf, part }]
      })
      if (found.length < leastParts) continue
      const feeds = found.flatMap(({ leaf, part: { column, feed } }) =>
        [one, other].flatMap((group) => {
          const path = `${group.path}.${leaf}`
          return group.parts.has(leaf) || fixed.has(path) ? [] : [{ column, feed: { ...feed, path } }]
        }),
      )
      const [first, second] = one.parts.size < other.parts.size ? [other, one] : [one, other]
      return { groups: [first.path, second.path], columns: found.map(({ part }) => part.column), feeds }
    }
  return null
}

/** The groups of fields, of a list only its first item. */
function groupsOf(choices: readonly Choice<string>[], fed: readonly Part[]): Group[] {
  const leaves = new Map<string, Set<string>>()
  for (const { value } of choices) {
    const end = value.lastIndexOf('.')
    if (end === -1) continue
    const path = value.slice(0, end)
    if (/\.[1-9]\d*(?:\.|$)/.test(path)) continue
    const known = leaves.get(path) ?? new Set<string>()
    leaves.set(path, known.add(value.slice(end + 1)))
  }
  const once = new Map([...leaves].map(([path, names]) => [generalPath(path), { path, names }]))
  return [...once.values()].map(({ path, names }) => ({
    path,
    leaves: names,
    parts: new Map(
      fed.flatMap((part) => {
        const end = part.feed.path.lastIndexOf('.')
        return part.feed.path.slice(0, end) === path ? [[part.feed.path.slice(end + 1), part] as const] : []
      }),
    ),
  }))
}

export function withOneAddress(mapping: Mapping, scope: Scope, { feeds }: OneAddress): Mapping {
  return feeds.reduce((now, { column, feed }) => feedAlso(now, scope, column, feed), mapping)
}
