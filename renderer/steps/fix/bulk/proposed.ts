// Default values of a fix, from the facts of its column and from the values in it. Pure functions.
import { type FoundDates, foundDates, foundNumbers } from '../../../../shared/fixing/rules/found.ts'
import { proposeChoices } from '../../../../shared/mapping/conversions/propose/propose-choices.ts'
import type { ColumnValues } from './fields/column-values.ts'
import { choicesBy, type ColumnFacts, dateOrderBy, dateOrderOf, proposedBy } from './fix-for-cause.ts'
import type { Kind, Proposed } from './fix-draft.ts'

/**
 * What a fix of this kind proposes for known values. Where day and month could be either way round, they are
 * in the order in which the mapping reads the column.
 */
export function proposedFor(known: {
  readonly kind: Kind
  readonly facts: ColumnFacts
  readonly message: string | null
  readonly values: ColumnValues
}): { readonly proposed: Proposed; readonly nearest: ReadonlyMap<string, string> } {
  const { kind, facts, message, values } = known
  const dates = kind === 'date' ? foundDates(values.values) : undefined
  const writing = kind === 'number' ? foundNumbers(values.values) : null
  return {
    proposed: proposedOf(facts, message, inOrderOf(facts, dates), writing),
    nearest: nearestOf(values, choicesBy(facts)),
  }
}

export function proposedOf(
  facts: ColumnFacts,
  message: string | null,
  dates: readonly FoundDates[] | undefined,
  writing: Proposed['writing'],
): Proposed {
  const base = proposedBy(facts, message)
  const certain = (dates ?? []).flatMap(({ patterns }) => (patterns.length === 1 ? patterns : []))
  const dateFrom = certain.map(({ pattern }) => pattern).filter((pattern) => pattern !== base.dateTo)
  return { ...base, dateFrom: dateFrom.slice(0, 8), writing }
}

/** Of several patterns that read the same values, those with day and month as the mapping reads them. */
function inOrderOf(facts: ColumnFacts, dates: readonly FoundDates[] | undefined): FoundDates[] | undefined {
  const order = dateOrderBy(facts)
  return dates?.map((one) =>
    one.patterns.length < 2
      ? one
      : { ...one, patterns: one.patterns.filter(({ pattern }) => dateOrderOf(pattern) === order) },
  )
}

export function nearestOf(
  found: ColumnValues | undefined,
  choices: readonly string[],
): ReadonlyMap<string, string> {
  if (found === undefined || choices.length === 0) return new Map()
  const taken = new Set(choices)
  const values = found.values.filter(({ text }) => text.trim() !== '' && !taken.has(text))
  const proposals = proposeChoices(
    values.map(({ text }) => text),
    choices,
  )
  return new Map(
    proposals.flatMap(({ choice }, at) => {
      const folded = values[at]?.folded
      return choice === null || folded === undefined ? [] : [[folded, choice] as const]
    }),
  )
}
