// Compares what became of an account in two batches, or in two validation passes of one batch. An account is to be fixed
// if something is wrong with it that a person has to fix; two results are the same if they have the same ending and the
// same problems. Pure.
import type { Ending } from './endings.ts'
import { unsuccessfulOutcomes } from './states.ts'

/** In the order of lists: what got worse, what got better, then what stayed. */
export const comparisonKinds = [
  'new_problems',
  'solved',
  'other_problems',
  'changed',
  'only_first',
  'only_second',
  'same_problems',
  'same',
] as const
export type ComparisonKind = (typeof comparisonKinds)[number]

export type ComparedResult = {
  readonly isToFix: boolean
  readonly state: Ending
  /** Each problem once, sorted and joined: equal for equal ones. */
  readonly problems: string
}

/** Null: the account is not on that side. */
export function comparisonKind(first: ComparedResult | null, second: ComparedResult | null): ComparisonKind {
  if (first === null) return 'only_second'
  if (second === null) return 'only_first'
  if (first.isToFix !== second.isToFix) return second.isToFix ? 'new_problems' : 'solved'
  if (!second.isToFix) return first.state === second.state ? 'same' : 'changed'
  return first.problems === second.problems ? 'same_problems' : 'other_problems'
}

/** The result of an account as it is now. What is held or excluded is not to be fixed, whatever is wrong with it. */
export function resultNow(ending: Ending, problems: readonly string[]): ComparedResult {
  const isToFix = ending === 'to_fix' || unsuccessfulOutcomes.some((one) => one === ending)
  return { isToFix, state: ending, problems: isToFix ? joined(problems) : '' }
}

/** The result of one validation of an account: the ending that it has with this verdict while nothing else happens. */
export function resultOfPass(verdict: 'validated' | 'rejected', problems: readonly string[]): ComparedResult {
  const isToFix = verdict === 'rejected'
  const ending: Ending = isToFix ? 'to_fix' : 'ready'
  return { isToFix, state: ending, problems: isToFix ? joined(problems) : '' }
}

const joined = (problems: readonly string[]): string => [...new Set(problems)].sort().join('\n')
