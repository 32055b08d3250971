// The states of an account and the moves between them (design.md section 3). This module is that table:
//
//   blocked ⇄ ready ⇄ refused
//               ⇅  ╲
//            validated ⇄ queued → sending → watching → done
//                        ⇅         ↓          ↑
//                        └──── unconfirmed ───┘
//
// A done account may be read again without leaving its state, and then finish otherwise: the service changed its mind.
// To watching it goes where the service says that its process runs once more.
//
// Held is a flag beside the state; the service's own words are data beside it. Nothing else decides what may follow.

export const accountStates = [
  'invalid',
  'unvalidated',
  'rejected',
  'validated',
  'queued',
  'sending',
  'unconfirmed',
  'processing',
  'done',
] as const
export type AccountState = (typeof accountStates)[number]

/**
 * How a done account ended. `already_there`: somebody else made it. `whose_account_unsure`: the platform has it, the
 * answer to our create was lost, and the clocks do not tell whether ours made it or somebody else shortly before.
 */
export const outcomes = [
  'created',
  'already_there',
  'whose_account_unsure',
  'failed',
  'cancelled',
  'dry_run',
  'dry_run_failed',
] as const
export type Outcome = (typeof outcomes)[number]

/** The platform has the account. */
export const thereOutcomes = [
  'created',
  'already_there',
  'whose_account_unsure',
] as const satisfies readonly Outcome[]
/** The service tried and could not, a dry run of it included: its error says why, and a person has to fix it. */
export const failedOutcomes = ['failed', 'dry_run_failed'] as const satisfies readonly Outcome[]
/** Ended without an account, and not as was meant: may be sent again, and is looked at once more by itself. */
export const unsuccessfulOutcomes = [...failedOutcomes, 'cancelled'] as const satisfies readonly Outcome[]
/** What counts as wrong wherever that is asked: waves, brakes, the list of those that need a person, notices. */
export const wrongOutcomes = [
  'already_there',
  'whose_account_unsure',
  ...unsuccessfulOutcomes,
] as const satisfies readonly Outcome[]

export function isOneOf<One extends Outcome>(
  which: readonly One[],
  outcome: Outcome | '' | null,
): outcome is One {
  return which.some((one) => one === outcome)
}

export function countOf(counts: OutcomeCounts, which: readonly Outcome[]): number {
  return which.reduce((sum, one) => sum + counts[one], 0)
}

// From an unsent state to done: the batch is a newer version of a file, and the earlier version's account is on the
// platform already, so this one is never sent.
export const moves: Readonly<Record<AccountState, readonly AccountState[]>> = {
  invalid: ['unvalidated', 'done'],
  unvalidated: ['validated', 'rejected', 'invalid', 'done'],
  rejected: ['unvalidated', 'invalid', 'done'],
  // To unconfirmed: restored from a backup, so it may have been sent since; its status is read before anything is sent.
  validated: ['queued', 'unvalidated', 'invalid', 'rejected', 'unconfirmed', 'done'],
  // To rejected: revalidated just before the create, and the service found problems. To unconfirmed: the attempt journal
  // knows that it was sent.
  queued: ['sending', 'validated', 'rejected', 'unconfirmed'],
  sending: ['processing', 'rejected', 'done', 'queued', 'unconfirmed'],
  unconfirmed: ['processing', 'done', 'queued'],
  processing: ['done'],
  done: ['unvalidated', 'invalid', 'queued', 'processing'],
}

export function mayMove(from: AccountState, to: AccountState): boolean {
  return moves[from].includes(to)
}

/** States in which a request may have reached the service, or soon will: one account per key may be in them. */
export const inFlightStates = [
  'queued',
  'sending',
  'unconfirmed',
  'processing',
] as const satisfies readonly AccountState[]

/** States in which the account may not be edited, because what was sent must stay what is shown. */
export function isLocked(state: AccountState): boolean {
  return state === 'sending' || state === 'unconfirmed' || state === 'processing'
}

export type StateCounts = Readonly<Record<AccountState, number>>
export type OutcomeCounts = Readonly<Record<Outcome, number>>

export function noStates(): Record<AccountState, number> {
  return {
    invalid: 0,
    unvalidated: 0,
    rejected: 0,
    validated: 0,
    queued: 0,
    sending: 0,
    unconfirmed: 0,
    processing: 0,
    done: 0,
  }
}

export function noOutcomes(): Record<Outcome, number> {
  return {
    created: 0,
    already_there: 0,
    whose_account_unsure: 0,
    failed: 0,
    cancelled: 0,
    dry_run: 0,
    dry_run_failed: 0,
  }
}
