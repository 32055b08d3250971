// What a status does to an account that has settled: pure. The service may have changed its mind, or may be speaking of
// another process of the same account. What it says is taken only where it is of the process that settled the account.
//
//   settled ──the same──▶ settled                    settled ──PENDING, IN_PROGRESS again──▶ watching
//   settled ──another outcome or identifier──▶ settled with that, `mind_changed`
import { isOneOf, type Outcome, thereOutcomes, unsuccessfulOutcomes } from '../../../shared/account-state.ts'
import type { Problem } from '../../../shared/problems.ts'
import type { StatusRecord } from '../../../shared/service.ts'
import type { Account, MoveFields } from '../store/account-row.ts'
import { pollInterval } from './backoff.ts'
import type { Moment } from './decide.ts'
import {
  doubtOf,
  errorOf,
  hasIdentifier,
  identifierMissing,
  isSameProcess,
  outcomeOf,
  secondLook,
  seenIn,
  thereBy,
} from './decide-status.ts'
import { byDate, clockTolerance, type ProcessClock, whoseProcess } from './process-clock.ts'

export type LookContext = {
  readonly account: Account
  /** Start of the first attempt that may have made its process, by the service's clock. */
  readonly attemptStartedAt: number | null
  /** The service answered the latest attempt with yes. */
  readonly saidYes: boolean
  /** What is known of the clock of created_at. */
  readonly clock: ProcessClock
  /** The service's clock minus ours; null where its reply did not tell. */
  readonly skewMs: number | null
  /** Another batch has the same account on its way: two may not be. */
  readonly onItsWayElsewhere: boolean
}

/** What the service said of an account, before or after. */
export type Said = {
  readonly outcome: Outcome | null
  readonly status: string | null
  readonly identifier: string | null
}

export type Look =
  | { readonly kind: 'same'; readonly fields: MoveFields; readonly problems: readonly Problem[] | null }
  /** Another process of the same account answers: it says nothing of this one. */
  | { readonly kind: 'other'; readonly which: 'older' | 'newer'; readonly fields: MoveFields }
  | {
      readonly kind: 'changed'
      /** The service says the same, and by now it is known who made the account. */
      readonly whoseKnown: boolean
      readonly to: 'settled' | 'watching'
      readonly fields: MoveFields
      readonly problems: readonly Problem[] | null
      readonly before: Said
      readonly after: Said
    }

/** Nobody waits for another look. */
const looked = { look: 0, due_at: 0, tries: 0 } as const

export function decideLook(record: StatusRecord, context: LookContext, moment: Moment): Look {
  const { account } = context
  const seen = seenIn(record)
  const which = processOf(seen.process_at, context)
  if (which !== 'same') return { kind: 'other', which, fields: looked }

  const isRunning = record.status === 'PENDING' || record.status === 'IN_PROGRESS'
  const before: Said = {
    outcome: account.outcome,
    status: account.service_status,
    identifier: account.platform_identifier,
  }
  if (isRunning && !context.onItsWayElsewhere && account.outcome !== 'already_there')
    return {
      kind: 'changed',
      whoseKnown: false,
      to: 'watching',
      fields: runningAgain(seen, moment),
      problems: [],
      before,
      after: { outcome: null, status: record.status, identifier: null },
    }

  const outcome = outcomeNow(record, context)
  const isThere = isOneOf(thereOutcomes, outcome)
  const identifier = record.platform_identifier ?? (isThere ? account.platform_identifier : null)
  const after: Said = { outcome, status: record.status, identifier }
  const problems = problemsNow(record, outcome, identifier)
  const common = { ...looked, ...seen, platform_identifier: identifier, not_found_at: null }
  if (saysTheSame(before, after)) return { kind: 'same', fields: common, problems }
  // What it says is as before, and the clocks tell by now whose it is.
  const whoseKnown = before.outcome === 'whose_account_unsure' && isSaid(before, after)
  const fields: MoveFields = {
    ...common,
    ...(before.outcome === outcome ? {} : secondLook(outcome, identifier !== null, moment)),
    outcome,
    settled_at: moment.now,
    since: moment.now,
    mind_changed_at: moment.now,
  }
  return { kind: 'changed', whoseKnown, to: 'settled', fields, problems, before, after }
}

/** The service does not know the process of a settled account (any more). */
export function decideLookNotFound(account: Account, moment: Moment): Extract<Look, { kind: 'same' }> {
  const isGone = account.outcome === 'created' || account.outcome === 'whose_account_unsure'
  return {
    kind: 'same',
    fields: { ...looked, not_found_at: account.not_found_at ?? moment.now },
    problems: isGone ? [noLongerKnown] : null,
  }
}

/** Of which process a record is: by the instant that was kept when the account settled, else by what that may have been. */
function processOf(
  processAt: number | null,
  { account, attemptStartedAt, skewMs, clock }: LookContext,
): 'same' | 'older' | 'newer' {
  if (processAt === null) return 'same'
  if (account.process_at !== null) {
    if (isSameProcess(processAt, account.process_at) === true) return 'same'
    return processAt > account.process_at ? 'newer' : 'older'
  }
  if (whoseProcess(processAt, attemptStartedAt, clock) === 'older') return 'older'
  const settledAt = account.settled_at === null ? null : account.settled_at + (skewMs ?? 0)
  return settledAt !== null && byDate(processAt, clock) > settledAt + clockTolerance ? 'newer' : 'same'
}

/** An account that was there already stays so, but where the very process that said so has failed since. */
function outcomeNow(record: StatusRecord, context: LookContext): Outcome {
  const { account } = context
  const before = account.outcome
  if (before === null) throw new Error(`Account ${account.id} is settled without an outcome`)
  const said = outcomeOf(record.status)
  if (said === null) return before
  if (before === 'whose_account_unsure' && said === 'created') {
    const { process_at } = seenIn(record)
    return thereBy(whoseProcess(process_at, context.attemptStartedAt, context.clock), context)
  }
  if (before !== 'already_there') return said
  const isThatProcess = account.process_at !== null
  return isThatProcess && isOneOf(unsuccessfulOutcomes, said) ? said : before
}

/** Another word is a change, and so is another identifier; of an account that was there already, both may be told late. */
function saysTheSame(before: Said, after: Said): boolean {
  const isNewWord = before.status !== null && before.status !== after.status
  const toldLate = before.outcome === 'already_there' && before.identifier === null
  const isNewIdentifier = before.identifier !== after.identifier && !toldLate
  return before.outcome === after.outcome && !isNewIdentifier && !isNewWord
}

function isSaid(before: Said, after: Said): boolean {
  return before.status === after.status && before.identifier === after.identifier
}

/** Null: what stands there stays. */
function problemsNow(
  record: StatusRecord,
  outcome: Outcome,
  identifier: string | null,
): readonly Problem[] | null {
  if (outcomeOf(record.status) === null) return null
  if (outcome === 'created') return identifier === null && !hasIdentifier(record) ? [identifierMissing] : []
  if (outcome === 'already_there') return []
  return outcome === 'whose_account_unsure' ? doubtOf(outcome) : errorOf(record)
}

function runningAgain(seen: ReturnType<typeof seenIn>, moment: Moment): MoveFields {
  const { now, limits, random } = moment
  return {
    ...seen,
    outcome: null,
    settled_at: null,
    platform_identifier: null,
    look: 0,
    tries: 0,
    not_found_at: null,
    since: now,
    mind_changed_at: now,
    due_at: now + pollInterval(0, limits.pollFirstMs, limits.pollLongestMs, random),
  }
}

const noLongerKnown: Problem = {
  source: 'process',
  attr: null,
  code: 'process_not_found',
  message:
    'The service said that it was created, and does not know its import process any more. Ask the platform operator whether the account is still there.',
}
