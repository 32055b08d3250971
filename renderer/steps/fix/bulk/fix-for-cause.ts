// Chooses the first fix to suggest for a cause, from its code, from the values that its field and the column's
// mapping accept, and from the shape of its values. The user can choose another. Pure functions.
import type { Conversion, ConversionStep } from '../../../../shared/mapping/file.ts'
import type { FieldView } from '../../../../shared/contract/views.ts'
import type { Kind, Proposed } from './fix-draft.ts'

/** What is known of the column that a fix is about. */
export type ColumnFacts = {
  readonly field: FieldView | null
  readonly conversion: Conversion | null
  /** Of the connection: for numbers without +. */
  readonly phoneRegion: string | null
}

export const noFacts: ColumnFacts = { field: null, conversion: null, phoneRegion: null }

function stepsOf(conversion: Conversion | null): readonly ConversionStep[] {
  if (conversion === null) return []
  return conversion.kind === 'steps' ? conversion.steps : [conversion]
}

/** `shape`: of the values, where only one was chosen. */
export function kindFor(
  code: string | null,
  facts: ColumnFacts = noFacts,
  shape: string | null = null,
): Kind {
  const steps = stepsOf(facts.conversion).map(({ kind }) => kind)
  const { field } = facts
  if (code === 'required' || code === 'blank' || code === 'null' || shape === 'empty') return 'set'
  if (shape !== null && /^(?:unseen|around) /.test(shape) && code !== 'invalid_phone_number') return 'tidy'
  if (code === 'invalid_phone_number') return 'phone'
  if (code === 'invalid_choice') return 'table'
  if (code === 'max_length') return 'shorten'
  if (code === 'two_digit_year' || code === 'no_such_date') return 'date'
  if (code !== 'invalid') return 'replace'
  if (steps.includes('date') || steps.includes('datetime') || field?.format?.startsWith('date') === true)
    return 'date'
  if (steps.includes('decimal') || steps.includes('integer') || field?.format === 'decimal') return 'number'
  if (field?.kind === 'number' || field?.kind === 'integer') return 'number'
  return steps.includes('boolean') || field?.kind === 'boolean' ? 'table' : 'replace'
}

/**
 * Default fix settings from the column's conversion, so that the mapping can read the result. `message`: of a problem
 * with a limit.
 */
export function proposedBy(
  facts: ColumnFacts,
  message: string | null,
): Pick<Proposed, 'region' | 'dateTo' | 'decimalTo' | 'length'> {
  const steps = stepsOf(facts.conversion)
  let region = facts.phoneRegion
  let dateTo = facts.field?.format === 'date-time' ? "yyyy-MM-dd'T'HH:mm:ss'Z'" : 'yyyy-MM-dd'
  let decimalTo: '.' | ',' = '.'
  for (const step of steps) {
    if (step.kind === 'phone') region = step.region ?? region
    if (step.kind === 'date' || step.kind === 'datetime') dateTo = step.pattern
    if (step.kind === 'decimal') decimalTo = step.decimalSign
  }
  const limit = /(?:at most|more than) ([\d,]+) characters/.exec(message ?? '')?.[1]?.replaceAll(',', '')
  return { region, dateTo, decimalTo, length: limit === undefined ? null : Number(limit) }
}

type DateOrder = 'day' | 'month'

/** Which of day and month comes first in the dates that the mapping reads; null: it is not said. */
export function dateOrderBy(facts: ColumnFacts): DateOrder | null {
  for (const step of stepsOf(facts.conversion)) {
    if (step.kind === 'any_date') return step.order
    if (step.kind === 'date' || step.kind === 'datetime') return dateOrderOf(step.pattern)
  }
  return null
}

/** Null: the year comes first. */
export function dateOrderOf(pattern: string): DateOrder | null {
  const order = { d: 'day', M: 'month', y: null } as const
  const [first] = /[dMy]/.exec(pattern) ?? []
  return first === undefined ? null : order[first as keyof typeof order]
}

/** Possible results for a yes-or-no column: the words that the mapping reads. */
export function choicesBy({ field, conversion }: ColumnFacts): readonly string[] {
  for (const step of stepsOf(conversion)) {
    if (step.kind === 'boolean') return [step.yes[0] ?? 'yes', step.no[0] ?? 'no']
    // The column's own words, from which the mapping makes the field's.
    if (step.kind === 'choice') return Object.keys(step.values)
  }
  if (field?.kind === 'boolean') return ['true', 'false']
  return field?.choices ?? []
}
