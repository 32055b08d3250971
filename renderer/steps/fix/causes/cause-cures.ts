// Fixes that may cure a cause, best first: what worked before, what the values themselves suggest, then emptying the
// cells of a field that may be empty, then each of a few allowed values. Whether one helps is counted elsewhere
// (use-cures.ts). Pure functions.
import type { WorkedFix } from '../../../../shared/contract/fixing/playbook.ts'
import type { ProblemGroup } from '../../../../shared/contract/views.ts'
import type { Fix } from '../../../../shared/fixing/fix.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { emptyDraft, fixOf } from '../bulk/fix-draft.ts'
import { type ColumnFacts, kindFor } from '../bulk/fix-for-cause.ts'
import type { ColumnValues } from '../bulk/fields/column-values.ts'
import { proposedFor } from '../bulk/proposed.ts'

export type Candidate = {
  readonly fix: Fix
  /** The name of the column that it takes from, if it takes from one. */
  readonly takeFrom: string | null
  /** It keeps what the cells say; the others replace or remove it. */
  readonly keeps: boolean
}

/** A column whose values may stand in for empty ones: it fills the same field of another object. */
export type Source = { readonly column: number; readonly name: string }

export type CureQuestion = {
  readonly group: ProblemGroup
  readonly facts: ColumnFacts
  /** Values of the cells with the problem. */
  readonly values: ColumnValues
  readonly sources: readonly Source[]
  readonly worked: readonly WorkedFix[]
  readonly isOfService: boolean
}

/** Counting one takes a while. */
const mostCandidates = 6
/** More choices than this are no choice at a glance. */
const fewChoices = 3
const ofEmptyCells = new Set(['required', 'blank', 'null'])
/** Codes of the service about how a value is written: without the value, nothing is left to refuse. */
const ofWriting = new Set([
  'invalid',
  'invalid_choice',
  'invalid_phone_number',
  'max_length',
  'min_length',
  'max_value',
  'min_value',
  'date_in_future',
])

export function candidatesOf(question: CureQuestion): Candidate[] {
  const { group, facts, sources } = question
  const found: Candidate[] = [...workedBefore(question), ...suggested(question)]
  if (ofEmptyCells.has(group.code ?? ''))
    found.push(
      ...sources.map(({ column, name }) => ({
        fix: { kind: 'take', column, onlyEmpty: true } as const,
        takeFrom: name,
        keeps: true,
      })),
    )
  else if (mayBeCleared(question)) found.push({ fix: { kind: 'clear' }, takeFrom: null, keeps: false })
  const choices = facts.field?.choices ?? []
  if (group.code === 'invalid_choice' && choices.length <= fewChoices)
    found.push(
      ...choices.map((text) => ({ fix: { kind: 'set', text } as const, takeFrom: null, keeps: false })),
    )
  const known = new Map(found.map((one) => [JSON.stringify(one.fix), one]))
  return [...known.values()].slice(0, mostCandidates)
}

function mayBeCleared({ group, facts, isOfService }: CureQuestion): boolean {
  if (facts.field === null || facts.field.required) return false
  return !isOfService || ofWriting.has(group.code ?? '')
}

/** Fixes that worked for this cause and need nothing that this file lacks. */
function workedBefore({ worked }: CureQuestion): Candidate[] {
  return worked.flatMap(({ fix }) => {
    if (fix.kind === 'take' || fix.kind === 'set' || fix.kind === 'clear') return []
    return [{ fix, takeFrom: null, keeps: true }]
  })
}

/** The fix that fits the code and the values, where nothing is left for a person to say. */
function suggested({ group, facts, values }: CureQuestion): Candidate[] {
  const kind = kindFor(group.code, facts)
  const { proposed, nearest } = proposedFor({ kind, facts, message: sentenceOf(group.message), values })
  const draft = { ...emptyDraft, table: nearest }
  const variants =
    kind === 'phone'
      ? [draft, { ...draft, bare: true }]
      : kind === 'table' && nearest.size === 0
        ? []
        : [draft]
  return variants.flatMap((one) => {
    const made = fixOf(kind, one, proposed)
    return made.as === 'fix' && kind !== 'set' ? [{ fix: made.fix, takeFrom: null, keeps: true }] : []
  })
}

/** A candidate with what it would do. */
export type Cure = Candidate & {
  readonly cells: number
  /** Problems that it would solve, and accounts that would have none left. */
  readonly solves: number
  readonly unblocks: number
  /** Of a problem that the service named: accounts that it would be asked about again. */
  readonly revalidates: number
  /** Accounts of the sample that the counts are about; null: they are about all. */
  readonly of: number | null
}

/** Those that help, best first: what keeps the values goes before what replaces them. */
export function bestFirst(cures: readonly Cure[]): Cure[] {
  const rank = ({ keeps, fix }: Cure): number => (keeps ? 0 : fix.kind === 'clear' ? 1 : 2)
  return cures
    .filter(({ solves, revalidates }) => solves > 0 || revalidates > 0)
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        other.unblocks - one.unblocks ||
        other.revalidates - one.revalidates ||
        other.solves - one.solves,
    )
}
