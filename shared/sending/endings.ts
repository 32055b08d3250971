// Endings: the one thing that became of each account, and of each row through its account. They are disjoint, so the
// counts of any group of accounts or rows add up to the group. Pure functions.
import { type AccountState, type Outcome, outcomes } from './states.ts'

/**
 * The outcome of a done account; otherwise where it stands. `held`: it would go on, but a person or Carryover keeps it.
 * `excluded`: it is not to be migrated, whatever became of it before. `ready` and `not_validated` were never released,
 * or were cancelled again.
 */
export const endings = [
  ...outcomes,
  'in_progress',
  'unconfirmed',
  'queued',
  'ready',
  'not_validated',
  'to_fix',
  'held',
  'excluded',
] as const
export type Ending = (typeof endings)[number]
export type EndingCounts = Readonly<Record<Ending, number>>

const ofState: Readonly<Record<Exclude<AccountState, 'done'>, Ending>> = {
  invalid: 'to_fix',
  rejected: 'to_fix',
  unvalidated: 'not_validated',
  validated: 'ready',
  queued: 'queued',
  sending: 'in_progress',
  processing: 'in_progress',
  unconfirmed: 'unconfirmed',
}

/** `held`: no, held, or excluded. A done account has an outcome. */
export function endingOf(
  state: AccountState,
  outcome: Outcome | null,
  held: 'no' | 'held' | 'excluded',
): Ending {
  if (held === 'excluded') return 'excluded'
  if (outcome !== null) return outcome
  if (state === 'done') throw new Error('A done account has no outcome.')
  const ending = ofState[state]
  const isSent = ending === 'in_progress' || ending === 'unconfirmed'
  return held === 'held' && !isSent ? 'held' : ending
}

export function noEndings(): Record<Ending, number> {
  return Object.fromEntries(endings.map((ending) => [ending, 0])) as Record<Ending, number>
}

/** Groups of endings, as tables of groups of accounts show them. */
export const endingGroups = {
  there: ['created', 'already_there', 'whose_account_unsure'],
  dry_run: ['dry_run'],
  on_the_way: ['queued', 'in_progress', 'unconfirmed'],
  not_released: ['ready', 'not_validated'],
  to_fix: ['to_fix'],
  held: ['held'],
  failed: ['failed', 'cancelled', 'dry_run_failed'],
  with_member: ['with_member'],
  excluded: ['excluded'],
} as const satisfies Readonly<Record<string, readonly Ending[]>>
export type EndingGroup = keyof typeof endingGroups

export function sumOf(counts: EndingCounts, group: EndingGroup): number {
  return endingGroups[group].reduce((sum, ending) => sum + counts[ending], 0)
}
