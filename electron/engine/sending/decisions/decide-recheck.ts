// Decides what a recheck means for a done account. Pure. The service may have changed its mind, or may answer for
// another process of the same account. The answer counts only if it is about the process that made the account done.
//
// done ──the same──▶ done                    done ──PENDING, IN_PROGRESS again──▶ processing
// done ──another outcome or identifier──▶ done with that, `mind_changed`
import {
  isOneOf,
  type Outcome,
  thereOutcomes,
  unsuccessfulOutcomes,
} from '../../../../shared/sending/states.ts'
import type { Problem } from '../../../../shared/payload/problems.ts'
import type { StatusRecord } from '../../../../shared/sending/service.ts'
import type { AccountDetails, MoveFields } from '../../store/accounts/account-row.ts'
import { pollInterval } from '../limits/backoff.ts'
import type { Moment } from './decide-create.ts'
import {
  doubtOf,
  errorOf,
  hasIdentifier,
  identifierMissing,
  isSameProcess,
  outcomeOf,
  recheckAt,
  seenIn,
  outcomeByOwner,
} from './decide-status.ts'
import { byDate, clockTolerance, type ProcessClock, processOwner } from './process-clock.ts'
import { message } from '../../../../shared/texts/message.ts'

export type RecheckContext = {
  readonly account: AccountDetails
  /** Start of our first attempt that may have made its process, by the service's clock. */
  readonly attemptStartedAt: number | null
  /** The service accepted the latest attempt. */
  readonly wasAccepted: boolean
  /** Known offset of the clock of created_at. */
  readonly clock: ProcessClock
  /** The service's clock minus ours; null if its reply did not say. */
  readonly skewMs: number | null
  /** Another batch has the same account on its way: there must not be two. */
  readonly onItsWayElsewhere: boolean
}

/** What the service says of an account, before or after the recheck. */
export type ServiceState = {
  readonly outcome: Outcome | null
  readonly status: string | null
  readonly identifier: string | null
}

export type RecheckDecision =
  | { readonly kind: 'same'; readonly fields: MoveFields; readonly problems: readonly Problem[] | null }
  /** Another process of the same account answers: it says nothing about this one. */
  | { readonly kind: 'other'; readonly which: 'older' | 'newer'; readonly fields: MoveFields }
  | {
      readonly kind: 'changed'
      /** The service says the same, but now it is known who created the account. */
      readonly whoseKnown: boolean
      readonly to: 'done' | 'processing'
      readonly fields: MoveFields
      readonly problems: readonly Problem[] | null
      readonly before: ServiceState
      readonly after: ServiceState
    }

/** No further recheck is due. */
const looked = { recheck: null } as const

export function decideRecheck(
  record: StatusRecord,
  context: RecheckContext,
  moment: Moment,
): RecheckDecision {
  const { account } = context
  const seen = seenIn(record)
  const which = processOf(seen.process_at, context)
  if (which !== 'same') return { kind: 'other', which, fields: looked }

  const isRunning = record.status === 'PENDING' || record.status === 'IN_PROGRESS'
  const before: ServiceState = {
    outcome: account.outcome,
    status: account.service_status,
    identifier: account.platform_identifier,
  }
  if (isRunning && !context.onItsWayElsewhere && account.outcome !== 'already_there')
    return {
      kind: 'changed',
      whoseKnown: false,
      to: 'processing',
      fields: runningAgain(seen, moment),
      problems: [],
      before,
      after: { outcome: null, status: record.status, identifier: null },
    }

  const outcome = outcomeNow(record, context)
  const isThere = isOneOf(thereOutcomes, outcome)
  const identifier = record.platform_identifier ?? (isThere ? account.platform_identifier : null)
  const after: ServiceState = { outcome, status: record.status, identifier }
  const problems = problemsNow(record, outcome, identifier)
  const common = { ...looked, ...seen, platform_identifier: identifier, not_found_at: null }
  if (saysTheSame(before, after)) return { kind: 'same', fields: common, problems }
  // The service says the same as before, but the clocks now tell whose account it is.
  const whoseKnown = before.outcome === 'whose_account_unsure' && isSaid(before, after)
  const fields: MoveFields = {
    ...common,
    ...(before.outcome === outcome ? {} : { recheck: recheckAt(outcome, identifier !== null, moment) }),
    outcome,
    since: moment.now,
    changed_at: moment.now,
  }
  return { kind: 'changed', whoseKnown, to: 'done', fields, problems, before, after }
}

/** The service does not know the process of a done account (any more). */
export function decideRecheckNotFound(
  account: AccountDetails,
  moment: Moment,
): Extract<RecheckDecision, { kind: 'same' }> {
  const isGone = account.outcome === 'created' || account.outcome === 'whose_account_unsure'
  return {
    kind: 'same',
    fields: { ...looked, not_found_at: account.not_found_at ?? moment.now },
    problems: isGone ? [noLongerKnown] : null,
  }
}

/** Which process a record is about: by the stored creation time, else by the time range it must be in. */
function processOf(
  processAt: number | null,
  { account, attemptStartedAt, skewMs, clock }: RecheckContext,
): 'same' | 'older' | 'newer' {
  if (processAt === null) return 'same'
  if (account.process_at !== null) {
    if (isSameProcess(processAt, account.process_at) === true) return 'same'
    return processAt > account.process_at ? 'newer' : 'older'
  }
  if (processOwner(processAt, attemptStartedAt, clock) === 'older') return 'older'
  const doneAt = account.since === null ? null : account.since + (skewMs ?? 0)
  return doneAt !== null && byDate(processAt, clock) > doneAt + clockTolerance ? 'newer' : 'same'
}

/** An account that existed already keeps that outcome, unless the very process that said so has failed since. */
function outcomeNow(record: StatusRecord, context: RecheckContext): Outcome {
  const { account } = context
  const before = account.outcome
  if (before === null) throw new Error(`Account ${account.id} is done without an outcome`)
  const outcomeOfStatus = outcomeOf(record.status)
  if (outcomeOfStatus === null) return before
  if (before === 'whose_account_unsure' && outcomeOfStatus === 'created') {
    const { process_at } = seenIn(record)
    return outcomeByOwner(processOwner(process_at, context.attemptStartedAt, context.clock), context)
  }
  if (before !== 'already_there') return outcomeOfStatus
  const isThatProcess = account.process_at !== null
  return isThatProcess && isOneOf(unsuccessfulOutcomes, outcomeOfStatus) ? outcomeOfStatus : before
}

/** Another status or identifier is a change, except the first identifier of an account that existed already. */
function saysTheSame(before: ServiceState, after: ServiceState): boolean {
  const isNewWord = before.status !== null && before.status !== after.status
  const isFirstIdentifier = before.outcome === 'already_there' && before.identifier === null
  const isNewIdentifier = before.identifier !== after.identifier && !isFirstIdentifier
  return before.outcome === after.outcome && !isNewIdentifier && !isNewWord
}

function isSaid(before: ServiceState, after: ServiceState): boolean {
  return before.status === after.status && before.identifier === after.identifier
}

/** Null: existing problems are kept. */
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
    platform_identifier: null,
    recheck: null,
    tries: 0,
    not_found_at: null,
    since: now,
    changed_at: now,
    due_at: now + pollInterval(0, limits.pollFirstMs, limits.pollLongestMs, random),
  }
}

const noLongerKnown: Problem = {
  source: 'process',
  attr: null,
  code: 'process_not_found',
  message: message('sending.process_not_found'),
}
