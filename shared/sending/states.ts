// States of an account and the allowed moves between them:
//
//   invalid ⇄ unvalidated ⇄ rejected
//                  ⇅  ╲
//               validated ⇄ queued → sending → processing → done
//                             ⇅         ↓           ↑
//                             └──── unconfirmed ────┘
//
// A done account may be polled again without leaving its state, and its outcome may then change, because the
// service changed its answer. It returns to processing when the service reports that its process runs again. Held
// is a flag separate from the state, and the service's own texts are stored separately too. Nothing else decides
// which state may follow.

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
 * Result of a done account. `already_there`: another client created it. `whose_account_unsure`: the account is on
 * the platform, the reply to our create was lost, and the clocks do not show whether our create or an earlier one
 * of another client made it. `with_member`: another member of the team has claimed or created it; it is not sent from
 * here unless that claim ends without an account.
 */
export const outcomes = [
  'created',
  'already_there',
  'whose_account_unsure',
  'failed',
  'cancelled',
  'dry_run',
  'dry_run_failed',
  'with_member',
] as const
export type Outcome = (typeof outcomes)[number]

/** Code of the problem that says with whom an account is. */
export const withMemberCode = 'with_another_operator'

/** The account is on the platform. */
export const thereOutcomes = [
  'created',
  'already_there',
  'whose_account_unsure',
] as const satisfies readonly Outcome[]
/** The service tried and failed, also in a dry run: its error gives the reason, and a person has to fix it. */
export const failedOutcomes = ['failed', 'dry_run_failed'] as const satisfies readonly Outcome[]
/** Ended without an account, and not as intended: may be sent again, and is polled once more automatically. */
export const unsuccessfulOutcomes = [...failedOutcomes, 'cancelled'] as const satisfies readonly Outcome[]
/** Outcomes that count as wrong everywhere: waves, brakes, the list of those that need a person, notices. */
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
  // To unconfirmed: restored from a backup, so it may have been sent since; its status is polled before anything is
  // sent.
  validated: ['queued', 'unvalidated', 'invalid', 'rejected', 'unconfirmed', 'done'],
  // To rejected: revalidated just before the create, and the service found problems. To unconfirmed: the attempt
  // journal shows that it was sent.
  queued: ['sending', 'validated', 'rejected', 'unconfirmed'],
  sending: ['processing', 'rejected', 'done', 'queued', 'unconfirmed'],
  unconfirmed: ['processing', 'done', 'queued'],
  processing: ['done'],
  done: ['unvalidated', 'invalid', 'queued', 'processing'],
}

export function mayMove(from: AccountState, to: AccountState): boolean {
  return moves[from].includes(to)
}

/**
 * States in which a request may have reached the service, or soon will: at most one account per key may be in them.
 */
export const inFlightStates = [
  'queued',
  'sending',
  'unconfirmed',
  'processing',
] as const satisfies readonly AccountState[]

/** States in which the account may not be edited, because it must keep showing what was sent. */
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
    with_member: 0,
  }
}
