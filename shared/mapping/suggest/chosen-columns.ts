// Chooses from all columns' candidates those that the mapping takes: one field per column, one column per field.
// When two columns match a field equally well, neither gets it. A merely possible candidate is offered and never
// chosen.
import type { ColumnMapping } from '../file.ts'
import { countItems } from './group-numbers.ts'
import type { Candidate, Certainty } from './candidate.ts'
import type { Column } from '../../sheet/sheet.ts'

export type Matched = { readonly column: Column; readonly candidates: readonly Candidate[] }

export type Chosen = {
  readonly matches: readonly (Candidate & { readonly certainty: Exclude<Certainty, 'possible'> })[]
  readonly columns: readonly ColumnMapping[]
  /** Further candidates of each column, best first; its chosen match is not repeated. */
  readonly offers: readonly { readonly column: Column; readonly candidates: readonly Candidate[] }[]
}

/** `joins`: names of columns that link sheets; they are chosen only if the header is a field's own path. */
export function chosenOf(matched: readonly Matched[], joins: ReadonlySet<string>): Chosen {
  const flat = countItems(matched.flatMap(({ candidates }) => candidates.map((one) => ({ ...one }))))
  const byColumn = Map.groupBy(flat, (one) => one.column)
  const wanted = matched.flatMap(({ column }) => {
    const [first] = byColumn.get(column) ?? []
    if (first === undefined || first.certainty === 'possible') return []
    return joins.has(column.name) && first.rank > 0 ? [] : [first]
  })
  const least = new Map<string, number>()
  for (const { field, rank } of wanted) least.set(field, Math.min(least.get(field) ?? Infinity, rank))
  const best = wanted.filter((match) => match.rank === least.get(match.field))
  const single = best.filter((match) => best.filter((other) => other.field === match.field).length === 1)
  const matches = single.flatMap((match) => {
    const { certainty } = match
    return certainty === 'possible' ? [] : [{ ...match, certainty }]
  })
  const taken = new Map(matches.map((match) => [match.column, match]))
  return {
    matches,
    columns: matches.map(({ column, field, conversion }) => ({
      column: column.name,
      field,
      ...(conversion === undefined ? {} : { conversion }),
    })),
    offers: matched.map(({ column }) => ({
      column,
      candidates: (byColumn.get(column) ?? [])
        .filter((one) => isOffered(one, taken.get(column)))
        .map((one) => ({ ...one, certainty: 'possible' })),
    })),
  }
}

/** A certain field gets no further offers; a likely one only close matches. */
function isOffered(one: Candidate, taken: Candidate | undefined): boolean {
  if (taken === undefined) return true
  return taken.certainty !== 'certain' && one.field !== taken.field && one.near
}
