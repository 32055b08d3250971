// What a status does to an account that is on its way: pure decisions, carried out by read-work.ts in one transaction.
// The tables are reliability.md section 2 and field-notes.md sections 1, 2 and 5. No age of an account decides anything
// here: a late account is looked at by people (stuck.ts), never failed and never sent again for being late.
import { isOneOf, type Outcome, unsuccessfulOutcomes } from '../../../shared/account-state.ts'
import { quietTime } from '../../../shared/connection.ts'
import type { Problem } from '../../../shared/problems.ts'
import type { StatusRecord } from '../../../shared/service.ts'
import type { Account, MoveFields } from '../store/account-row.ts'
import { pollInterval } from './backoff.ts'
import type { Moment, Move } from './decide.ts'
import { parseInstant } from './instant.ts'
import {
  byDate,
  clockTolerance,
  measured,
  type ProcessClock,
  type Whose,
  whoseProcess,
} from './process-clock.ts'

export type StatusContext = {
  readonly account: Account
  /** Start of the first attempt that may have made a process, by the service's clock; null when this workspace knows of none. */
  readonly attemptStartedAt: number | null
  /** Start of the latest attempt by the service's clock; the same where there was only one. */
  readonly latestStartedAt?: number
  /** The service answered the latest attempt with yes: it has our create, whatever its clocks say. */
  readonly saidYes?: boolean
  /** The service answered the latest attempt with "already imported". */
  readonly saidExists?: boolean
  /** Start of the first attempt that may have left, by the service's clock; null where another batch made the account since. */
  readonly firstSentAt?: number | null
  /** No answer came to that attempt: it may still be on its way. */
  readonly answerLost?: boolean
  /** For how long the quiet time has run, by a clock that nobody can set; null where it has not begun. */
  readonly quietForMs?: number | null
  /** What is known of the clock of created_at. */
  readonly clock: ProcessClock
}

/** What a status record means for a watching or unconfirmed account. */
export type Reading =
  | { readonly kind: 'move'; readonly move: Move }
  /** Not finished: looked at again. `news` is what the service says otherwise than before; null where it says the same. */
  | { readonly kind: 'later'; readonly news: MoveFields | null }
  /** It has ended, and ours may still arrive and begin another: to be asked again after the quiet time. */
  | Rest
  /** A process from before ours answers, and says nothing of ours. */
  | { readonly kind: 'older' }

/** The quiet time begins (`rest`), or is not over (`not_yet`). */
export type Rest = { readonly kind: 'rest' | 'not_yet'; readonly dueAt: number }

/** The service writes an instant of one process always the same; formats may round it. */
const sameInstant = 1000

/** How often a PROCESSED record without an identifier is looked at again before it is taken as it is. */
const identifierLooks = 5

export function decideRecord(record: StatusRecord, context: StatusContext, moment: Moment): Reading {
  const { account } = context
  const seen = seenIn(record)
  const followed = account.doubt === 1
  const outcome = outcomeOf(record.status)

  const whose = whoseProcess(seen.process_at, context.attemptStartedAt, context.clock)
  const isPast =
    whose === 'older' ||
    isOver(account, seen, outcome) ||
    (whose === 'unsure' && outcome === 'created' && isOfEarlier(seen.process_at, context))
  if (!followed && isPast) return decideOlder(record, context, seen, outcome, moment)
  if (outcome === null)
    return account.state === 'watching'
      ? later(account, seen, moment)
      : { kind: 'move', move: watch(seen, account.doubt, moment) }
  if (outcome === 'created') {
    const missing = !hasIdentifier(record)
    if (missing && account.state === 'unconfirmed')
      return { kind: 'move', move: watch(seen, account.doubt, moment) }
    // Tries begin anew with each word, so they are those since it said PROCESSED.
    const isNews = account.service_status !== record.status
    if (missing && (isNews || account.tries < identifierLooks)) return later(account, seen, moment)
    // What was followed is older, or the account may have been sent without this workspace knowing of it any more.
    const isOlder = whose === 'older'
    const made =
      followed && isOlder ? 'already_there' : followed ? 'whose_account_unsure' : thereBy(whose, context)
    const problems = missing ? [identifierMissing] : []
    return { kind: 'move', move: settle(made, record, seen, [...doubtOf(made), ...problems], moment) }
  }
  // Somebody else's may have begun and ended in the very seconds in which ours was sent, or have run before and been
  // followed since. Ours is then still to come; so may one be that left without this database knowing of it, and one that
  // was answered with yes and is not visible yet, where what answers may be older.
  const mayCome =
    account.state === 'unconfirmed' || context.answerLost === true || seemsOlder(seen.process_at, context)
  const rest = mayCome ? restOf(context.quietForMs ?? null, moment) : null
  return rest ?? { kind: 'move', move: settle(outcome, record, seen, errorOf(record), moment) }
}

/**
 * An older process answers. While we watch, ours is not visible yet. While we do not know whether ours arrived: a
 * finished account is somebody's, a running one absorbs ours, and a failed one says nothing of ours. One that still ran
 * when ours was accepted, and has finished since, has absorbed it: where it failed, only what was sent before its end.
 * It may also be of an earlier sending of ours, that came late or failed and was mended since: that is why the service
 * has the account.
 */
function decideOlder(
  record: StatusRecord,
  context: StatusContext,
  seen: Seen,
  outcome: ReturnType<typeof outcomeOf>,
  moment: Moment,
): Reading {
  const { account, attemptStartedAt, latestStartedAt, clock } = context
  const { saidYes = false, saidExists = false, firstSentAt = null } = context
  const isWhy = account.state === 'unconfirmed' || saidExists
  if (outcome === 'created' && isWhy) {
    const earlier = firstSentAt === null ? 'older' : whoseProcess(seen.process_at, firstSentAt, clock)
    const made = isOfEarlier(seen.process_at, context) ? 'created' : madeBy[earlier]
    const problems = made === 'created' ? [createdEarlier] : doubtOf(made)
    return { kind: 'move', move: settle(made, record, seen, problems, moment) }
  }
  if (account.state === 'watching') {
    const finishedAt = parseInstant(record.modified_at ?? record.latest_event?.occurred_at)
    const sentAt = (outcome === 'created' ? null : latestStartedAt) ?? attemptStartedAt ?? 0
    const absorbed = finishedAt !== null && byDate(finishedAt, clock) > sentAt + clockTolerance
    if (outcome === null || !absorbed) return { kind: 'older' }
    if (outcome !== 'created')
      return { kind: 'move', move: settle(outcome, record, seen, errorOf(record), moment) }
    // The service took ours, and its clocks were never compared: what looks older may be ours.
    const made = saidYes && measured(clock) === null ? 'whose_account_unsure' : 'already_there'
    return { kind: 'move', move: settle(made, record, seen, doubtOf(made), moment) }
  }
  if (outcome !== null) return { kind: 'older' }
  return { kind: 'move', move: watch(seen, 1, moment) }
}

/** By when the service made them; null where that is not known of both. */
export function isSameProcess(one: number | null, other: number | null): boolean | null {
  return one === null || other === null ? null : Math.abs(one - other) <= sameInstant
}

/** It is of an earlier sending of ours: the one that the account had ended by before, or one from after that began. */
function isOfEarlier(
  processAt: number | null,
  { account, saidExists = false, firstSentAt = null, clock }: StatusContext,
): boolean {
  if (account.state !== 'unconfirmed' && !saidExists) return false
  if (isSameProcess(processAt, account.process_at) === true) return true
  return firstSentAt !== null && whoseProcess(processAt, firstSentAt, clock) === 'ours'
}

const madeBy = {
  ours: 'created',
  older: 'already_there',
  unsure: 'whose_account_unsure',
} as const satisfies Readonly<Record<Whose, Outcome>>

/** The account is there, and what answers does not say for certain that somebody else made it. */
export function thereBy(
  whose: Whose,
  { attemptStartedAt, saidYes = false }: Pick<StatusContext, 'attemptStartedAt' | 'saidYes'>,
): (typeof madeBy)[Whose] {
  // This workspace knows of no attempt of its own, as after a backup was put back: one of its own may be why.
  if (attemptStartedAt === null) return 'whose_account_unsure'
  return saidYes ? 'created' : madeBy[whose]
}

/** By its created_at, taken as it is where the clocks were never compared. */
function seemsOlder(processAt: number | null, { attemptStartedAt, clock }: StatusContext): boolean {
  if (processAt === null || attemptStartedAt === null) return false
  return byDate(processAt, clock) < attemptStartedAt - clockTolerance
}

/**
 * True for the process that the account had ended by before it was sent again: nothing was read since, or its word would
 * be another. However close the two are, by any clock, it says nothing of the new one.
 */
function isOver(account: Account, seen: Seen, outcome: ReturnType<typeof outcomeOf>): boolean {
  return (
    outcome !== null &&
    outcome !== 'created' &&
    (account.service_status === null || account.service_status === seen.service_status) &&
    isSameProcess(seen.process_at, account.process_at) === true
  )
}

type Seen = Pick<Account, 'service_status' | 'service_event' | 'process_at'>

/** What is kept of a record whatever it means. */
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

/** A new word is looked at as often again as a new account: something goes on. */
function later(account: Account, seen: Seen, { now, limits, random }: Moment): Reading {
  if (account.service_status !== seen.service_status) {
    const due_at = now + pollInterval(0, limits.pollFirstMs, limits.pollLongestMs, random)
    return { kind: 'later', news: { ...seen, since: now, tries: 1, due_at, not_found_at: null } }
  }
  const same =
    account.service_event === seen.service_event &&
    account.process_at === seen.process_at &&
    account.not_found_at === null
  return { kind: 'later', news: same ? null : { ...seen, not_found_at: null } }
}

function watch(seen: Seen, doubt: number, moment: Moment): Move {
  const { limits, random, now } = moment
  return {
    to: 'watching',
    fields: {
      ...seen,
      doubt,
      tries: 0,
      crashes: 0,
      not_found_at: null,
      since: now,
      due_at: now + pollInterval(0, limits.pollFirstMs, limits.pollLongestMs, random),
    },
    problems: null,
    event: { kind: 'confirmed', detail: {} },
  }
}

function settle(
  outcome: Outcome,
  record: StatusRecord,
  seen: Seen,
  problems: readonly Problem[],
  moment: Moment,
): Move {
  return {
    to: 'settled',
    fields: {
      ...seen,
      ...secondLook(outcome, hasIdentifier(record), moment),
      outcome,
      settled_at: moment.now,
      since: moment.now,
      platform_identifier: record.platform_identifier ?? null,
      tries: 0,
      crashes: 0,
      not_found_at: null,
      // The service has said what became of it.
      doubt: 0,
    },
    problems: { source: 'process', list: problems },
    event: null,
  }
}

/** Whether, and when, a settled account is looked at once more by itself. */
export function secondLook(
  outcome: Outcome,
  hasItsIdentifier: boolean,
  { now, limits }: Moment,
): Pick<Account, 'look' | 'due_at'> {
  const open =
    isOneOf(unsuccessfulOutcomes, outcome) ||
    outcome === 'whose_account_unsure' ||
    (outcome === 'created' && !hasItsIdentifier)
  return open && limits.secondLookMs !== null
    ? { look: 1, due_at: now + limits.secondLookMs }
    : { look: 0, due_at: 0 }
}

export const identifierMissing: Problem = {
  source: 'process',
  attr: null,
  code: 'identifier_missing',
  message: 'The service says PROCESSED but gave no platform identifier.',
}

const whoseUnsure: Problem = {
  source: 'process',
  attr: null,
  code: 'whose_account_unsure',
  message:
    'The platform has this account, and it is not certain whether this workspace made it or somebody else: no answer came to our create, or what was sent is not known any more, and the service’s times do not tell. Compare it with the platform, and ask the platform operator who made it.',
}

/** What is said beside an outcome that is a doubt. */
export function doubtOf(outcome: Outcome): readonly Problem[] {
  return outcome === 'whose_account_unsure' ? [whoseUnsure] : []
}

const createdEarlier: Problem = {
  source: 'process',
  attr: null,
  code: 'created_earlier',
  message:
    'The platform made this account from an earlier sending, with the values of that time. Compare them, and ask the platform operator to correct what differs.',
}

export function errorOf(record: StatusRecord): Problem[] {
  const error = record.latest_error
  if (error === null || error === undefined) return []
  return [
    {
      source: 'process',
      attr: null,
      code: error.code ?? null,
      message: error.detail ?? 'The service gave no text.',
    },
  ]
}

/** service-spec.md section 3; an unknown word is not finished (field-notes.md section 2). */
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

/** Null: the quiet time is over, and nothing that was sent can arrive any more. */
function restOf(quietForMs: number | null, { now, limits }: Moment): Rest | null {
  const quiet = quietTime(limits)
  if (quietForMs === null) return { kind: 'rest', dueAt: now + quiet }
  return quietForMs < quiet ? { kind: 'not_yet', dueAt: now + Math.ceil(quiet - quietForMs) } : null
}

/**
 * The service knows no such process. A watched account is not visible yet. An unconfirmed one is asked again after the
 * quiet time, by a clock that nobody can set, and may then be sent again.
 */
export function decideNotFound(
  account: Account,
  quietForMs: number | null,
  moment: Moment,
): { readonly kind: 'later'; readonly dueAt: number } | Rest | { readonly kind: 'send_again' } {
  const { now, limits, random } = moment
  if (account.state === 'watching') {
    return {
      kind: 'later',
      dueAt: now + pollInterval(account.tries, limits.pollFirstMs, limits.pollLongestMs, random),
    }
  }
  return restOf(quietForMs, moment) ?? { kind: 'send_again' }
}
