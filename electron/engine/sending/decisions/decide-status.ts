// Decides what a status means for an account on its way. Pure; store-status.ts writes the result in one transaction.
// Its tests hold the table of all cases. The age of an account decides nothing here: a late account is shown to
// people (stuck.ts), never failed and never sent again for being late.
import { isOneOf, type Outcome, unsuccessfulOutcomes } from '../../../../shared/sending/states.ts'
import { quietTime } from '../../../../shared/sending/connection.ts'
import type { Problem } from '../../../../shared/payload/problems.ts'
import type { StatusRecord } from '../../../../shared/sending/service.ts'
import type { AccountDetails, MoveFields } from '../../store/accounts/account-row.ts'
import { pollInterval } from '../limits/backoff.ts'
import type { Moment, Move } from './decide-create.ts'
import { parseInstant } from '../../../../shared/sending/instant.ts'
import {
  byDate,
  clockTolerance,
  measureOffset,
  type ProcessClock,
  type ProcessOwner,
  processOwner,
} from './process-clock.ts'
import { message } from '../../../../shared/texts/message.ts'

export type StatusContext = {
  readonly account: AccountDetails
  /**
   * Start of our first attempt that may have made a process, by the service's clock; null if this workspace knows of
   * none.
   */
  readonly attemptStartedAt: number | null
  /** Start of the latest attempt by the service's clock; equal to the first if there was only one. */
  readonly latestStartedAt?: number
  /** The service accepted the latest attempt: it has our create, whatever its clocks say. */
  readonly wasAccepted?: boolean
  /** The service answered the latest attempt with "already imported". */
  readonly wasAlreadyThere?: boolean
  /**
   * Start of the first attempt that may have left, by the service's clock; null if another batch created the account
   * since.
   */
  readonly firstSentAt?: number | null
  /** No answer came to that attempt: it may still be on its way. */
  readonly answerLost?: boolean
  /** How long the quiet time has run, by the monotonic clock; null if it has not begun. */
  readonly quietForMs?: number | null
  /** Known offset of the clock of created_at. */
  readonly clock: ProcessClock
}

/** Meaning of a status record for a processing or unconfirmed account. */
export type Reading =
  | { readonly kind: 'move'; readonly move: Move }
  /** Not finished: read again. `changes`: the fields that changed; null if none did. */
  | { readonly kind: 'later'; readonly changes: MoveFields | null }
  /** That process has ended, but ours may still arrive and start another: read again after the quiet time. */
  | Rest
  /** A process from before our create answers, and says nothing about ours. */
  | { readonly kind: 'older' }

/** The quiet time begins (`rest`), or is not over (`not_yet`). */
export type Rest = { readonly kind: 'rest' | 'not_yet'; readonly dueAt: number }

/** Tolerance in milliseconds: the service always writes the same instant for one process, but formats may round it. */
const sameInstant = 1000

/** How often a PROCESSED record without an identifier is read again before it is accepted as it is. */
const identifierReads = 5

export function decideRecord(record: StatusRecord, context: StatusContext, moment: Moment): Reading {
  const { account } = context
  const seen = seenIn(record)
  const followed = account.doubt === 1
  const outcome = outcomeOf(record.status)

  const whose = processOwner(seen.process_at, context.attemptStartedAt, context.clock)
  const isPast =
    whose === 'older' ||
    isOver(account, seen, outcome) ||
    (whose === 'unsure' && outcome === 'created' && isOfEarlier(seen.process_at, context))
  if (!followed && isPast) return decideOlderProcess(record, context, seen, outcome, moment)
  if (outcome === null)
    return account.state === 'processing'
      ? later(account, seen, moment)
      : { kind: 'move', move: watch(seen, account.doubt, moment) }
  if (outcome === 'created') {
    const missing = !hasIdentifier(record)
    if (missing && account.state === 'unconfirmed')
      return { kind: 'move', move: watch(seen, account.doubt, moment) }
    // Tries restart with each new status, so they count the reads since it said PROCESSED.
    const isNew = account.service_status !== record.status
    if (missing && (isNew || account.tries < identifierReads)) return later(account, seen, moment)
    // The process we followed is older, or the account may have been sent without this workspace still knowing of it.
    const isOlder = whose === 'older'
    const made =
      followed && isOlder
        ? 'already_there'
        : followed
          ? 'whose_account_unsure'
          : outcomeByOwner(whose, context)
    const problems = missing ? [identifierMissing] : []
    return { kind: 'move', move: finish(made, record, seen, [...doubtOf(made), ...problems], moment) }
  }
  // Ours may still come in three cases. Somebody else's process may have begun and ended in the seconds in which ours
  // was sent, or may have run before and been followed since. An attempt may have left without this database knowing
  // of it. An accepted one may not be visible yet, while an older process answers.
  const mayCome =
    account.state === 'unconfirmed' || context.answerLost === true || seemsOlder(seen.process_at, context)
  const rest = mayCome ? restOf(context.quietForMs ?? null, moment) : null
  return rest ?? { kind: 'move', move: finish(outcome, record, seen, errorOf(record), moment) }
}

/**
 * Handles a process older than our create. In state processing, ours is not visible yet. In state unconfirmed: a
 * finished account is somebody else's, a running process absorbs ours, and a failed one says nothing about ours. A
 * process that still ran when ours was accepted and finished since has absorbed ours; if it failed, that holds only
 * for what was sent before its end. The process may also belong to an earlier attempt of ours that arrived late, or
 * failed and was fixed since: then that attempt is why the service has the account.
 */
function decideOlderProcess(
  record: StatusRecord,
  context: StatusContext,
  seen: Seen,
  outcome: ReturnType<typeof outcomeOf>,
  moment: Moment,
): Reading {
  const { account, attemptStartedAt, latestStartedAt, clock } = context
  const { wasAccepted = false, wasAlreadyThere = false, firstSentAt = null } = context
  const mayBeOurs = account.state === 'unconfirmed' || wasAlreadyThere
  if (outcome === 'created' && mayBeOurs) {
    const earlier = firstSentAt === null ? 'older' : processOwner(seen.process_at, firstSentAt, clock)
    const made = isOfEarlier(seen.process_at, context) ? 'created' : madeBy[earlier]
    const problems = made === 'created' ? [createdEarlier] : doubtOf(made)
    return { kind: 'move', move: finish(made, record, seen, problems, moment) }
  }
  if (account.state === 'processing') {
    const finishedAt = parseInstant(record.modified_at ?? record.latest_event?.occurred_at)
    const sentAt = (outcome === 'created' ? null : latestStartedAt) ?? attemptStartedAt ?? 0
    const absorbed = finishedAt !== null && byDate(finishedAt, clock) > sentAt + clockTolerance
    if (outcome === null || !absorbed) return { kind: 'older' }
    if (outcome !== 'created')
      return { kind: 'move', move: finish(outcome, record, seen, errorOf(record), moment) }
    // The service accepted ours, but its clocks were never compared: what looks older may be ours.
    const made = wasAccepted && measureOffset(clock) === null ? 'whose_account_unsure' : 'already_there'
    return { kind: 'move', move: finish(made, record, seen, doubtOf(made), moment) }
  }
  if (outcome !== null) return { kind: 'older' }
  return { kind: 'move', move: watch(seen, 1, moment) }
}

/** Compares creation times; null if one of them is unknown. */
export function isSameProcess(one: number | null, other: number | null): boolean | null {
  return one === null || other === null ? null : Math.abs(one - other) <= sameInstant
}

/**
 * True if it belongs to an earlier attempt of ours: the process that ended the account before, or one made after that
 * attempt began.
 */
function isOfEarlier(
  processAt: number | null,
  { account, wasAlreadyThere = false, firstSentAt = null, clock }: StatusContext,
): boolean {
  if (account.state !== 'unconfirmed' && !wasAlreadyThere) return false
  if (isSameProcess(processAt, account.process_at) === true) return true
  return firstSentAt !== null && processOwner(processAt, firstSentAt, clock) === 'ours'
}

const madeBy = {
  ours: 'created',
  older: 'already_there',
  unsure: 'whose_account_unsure',
} as const satisfies Readonly<Record<ProcessOwner, Outcome>>

/** The outcome of an account that exists, unless the record proves that somebody else created it. */
export function outcomeByOwner(
  whose: ProcessOwner,
  { attemptStartedAt, wasAccepted = false }: Pick<StatusContext, 'attemptStartedAt' | 'wasAccepted'>,
): (typeof madeBy)[ProcessOwner] {
  // This workspace knows of no attempt, for example after a restored backup: one of its own may be the reason.
  if (attemptStartedAt === null) return 'whose_account_unsure'
  return wasAccepted ? 'created' : madeBy[whose]
}

/** Compares created_at with our start; uncorrected if the clocks were never compared. */
function seemsOlder(processAt: number | null, { attemptStartedAt, clock }: StatusContext): boolean {
  if (processAt === null || attemptStartedAt === null) return false
  return byDate(processAt, clock) < attemptStartedAt - clockTolerance
}

/**
 * True for the process that ended the account before it was sent again: nothing was read since, or the status would
 * differ. However close the two creation times are, it says nothing about the new attempt.
 */
function isOver(account: AccountDetails, seen: Seen, outcome: ReturnType<typeof outcomeOf>): boolean {
  return (
    outcome !== null &&
    outcome !== 'created' &&
    (account.service_status === null || account.service_status === seen.service_status) &&
    isSameProcess(seen.process_at, account.process_at) === true
  )
}

type Seen = Pick<AccountDetails, 'service_status' | 'service_event' | 'process_at'>

/** Fields that are stored from every record. */
export function seenIn(record: StatusRecord): Seen {
  return {
    service_status: record.status,
    service_event: record.latest_event?.event ?? null,
    process_at: parseInstant(record.created_at),
  }
}

export function hasIdentifier(record: StatusRecord): boolean {
  return record.platform_identifier !== null && record.platform_identifier !== undefined
}

/** After a new status the account is read as often as a new one, because something is happening. */
function later(account: AccountDetails, seen: Seen, { now, limits, random }: Moment): Reading {
  if (account.service_status !== seen.service_status) {
    const due_at = now + pollInterval(0, limits.pollFirstMs, limits.pollLongestMs, random)
    return { kind: 'later', changes: { ...seen, since: now, tries: 1, due_at, not_found_at: null } }
  }
  const same =
    account.service_event === seen.service_event &&
    account.process_at === seen.process_at &&
    account.not_found_at === null
  return { kind: 'later', changes: same ? null : { ...seen, not_found_at: null } }
}

function watch(seen: Seen, doubt: number, moment: Moment): Move {
  const { limits, random, now } = moment
  return {
    to: 'processing',
    fields: {
      ...seen,
      doubt,
      tries: 0,
      not_found_at: null,
      since: now,
      due_at: now + pollInterval(0, limits.pollFirstMs, limits.pollLongestMs, random),
    },
    problems: null,
    event: { kind: 'confirmed', detail: {} },
  }
}

function finish(
  outcome: Outcome,
  record: StatusRecord,
  seen: Seen,
  problems: readonly Problem[],
  moment: Moment,
): Move {
  return {
    to: 'done',
    fields: {
      ...seen,
      recheck: recheckAt(outcome, hasIdentifier(record), moment),
      outcome,
      due_at: 0,
      since: moment.now,
      platform_identifier: record.platform_identifier ?? null,
      tries: 0,
      not_found_at: null,
      // The service has reported the outcome.
      doubt: 0,
    },
    problems: { source: 'process', list: problems },
    event: null,
  }
}

/** When a done account is rechecked without being asked for; null: it is not. */
export function recheckAt(
  outcome: Outcome,
  hasItsIdentifier: boolean,
  { now, limits }: Moment,
): number | null {
  const open =
    isOneOf(unsuccessfulOutcomes, outcome) ||
    outcome === 'whose_account_unsure' ||
    (outcome === 'created' && !hasItsIdentifier)
  return open && limits.recheckMs !== null ? now + limits.recheckMs : null
}

export const identifierMissing: Problem = {
  source: 'process',
  attr: null,
  code: 'identifier_missing',
  message: message('sending.identifier_missing'),
}

const whoseUnsure: Problem = {
  source: 'process',
  attr: null,
  code: 'whose_account_unsure',
  message: message('sending.whose_account_unsure'),
}

/** Extra problems for an uncertain outcome. */
export function doubtOf(outcome: Outcome): readonly Problem[] {
  return outcome === 'whose_account_unsure' ? [whoseUnsure] : []
}

const createdEarlier: Problem = {
  source: 'process',
  attr: null,
  code: 'created_earlier',
  message: message('sending.created_earlier'),
}

export function errorOf(record: StatusRecord): Problem[] {
  const error = record.latest_error
  if (error === null || error === undefined) return []
  return [
    {
      source: 'process',
      attr: null,
      code: error.code ?? null,
      message: error.detail ?? message('service.no_text'),
    },
  ]
}

/** service-spec.md section 3; an unknown word is not finished. */
export function outcomeOf(status: string): Exclude<Outcome, 'already_there' | 'whose_account_unsure'> | null {
  switch (status) {
    case 'PROCESSED':
      return 'created'
    case 'ERRORED':
      return 'failed'
    case 'CANCELLED':
      return 'cancelled'
    case 'DRY_RUN_SUCCEEDED':
      return 'dry_run'
    case 'DRY_RUN_ERRORED':
      return 'dry_run_failed'
    default:
      return null
  }
}

/** Null: the quiet time is over, and nothing that was sent can still arrive. */
function restOf(quietForMs: number | null, { now, limits }: Moment): Rest | null {
  const quiet = quietTime(limits)
  if (quietForMs === null) return { kind: 'rest', dueAt: now + quiet }
  return quietForMs < quiet ? { kind: 'not_yet', dueAt: now + Math.ceil(quiet - quietForMs) } : null
}

/**
 * Handles "not found". A processing account is not visible yet. An unconfirmed one is read again after the quiet
 * time, measured by the monotonic clock, and may then be sent again.
 */
export function decideNotFound(
  account: Pick<AccountDetails, 'state' | 'tries'>,
  quietForMs: number | null,
  moment: Moment,
): { readonly kind: 'later'; readonly dueAt: number } | Rest | { readonly kind: 'send_again' } {
  const { now, limits, random } = moment
  if (account.state === 'processing') {
    return {
      kind: 'later',
      dueAt: now + pollInterval(account.tries, limits.pollFirstMs, limits.pollLongestMs, random),
    }
  }
  return restOf(quietForMs, moment) ?? { kind: 'send_again' }
}
