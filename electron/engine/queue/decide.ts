// What an answer does to an account: pure decisions, carried out by the conductor in one transaction.
// The tables are reliability.md section 2 and field-notes.md sections 1, 2 and 5.
import type { AccountState, Outcome } from '../../../shared/account-state.ts'
import { type Limits, quietTime } from '../../../shared/connection.ts'
import type { Problem } from '../../../shared/problems.ts'
import type { StatusRecord } from '../../../shared/service.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Classified } from '../service-client/classify.ts'
import type { Account, MoveFields } from '../store/accounts.ts'
import { backoff, pollInterval } from './backoff.ts'

export type Moment = { readonly now: number; readonly random: () => number; readonly limits: Limits }

export type Move = {
  readonly to: AccountState
  readonly fields: MoveFields
  /** Replaces the account's problems of this source; none clears them. */
  readonly problems: { readonly source: Problem['source']; readonly list: readonly Problem[] } | null
  /** For the batch's timeline. */
  readonly event: { readonly kind: string; readonly detail: Readonly<Record<string, unknown>> } | null
}

export type CreateContext = {
  readonly tries: number
  /** An earlier attempt of ours may have reached the service. */
  readonly earlierUnknown: boolean
  /** Another batch of this workspace that created the same account. */
  readonly createdInBatch: number | null
}

export function decideCreate(answer: Classified, context: CreateContext, moment: Moment): Move {
  const { now, random, limits } = moment
  const later = now + backoff(context.tries, random)
  switch (answer.class) {
    case 'yes':
      return {
        to: 'watching',
        fields: {
          due_at: now + pollInterval(0, limits.pollFirstMs, limits.pollLongestMs, random),
          tries: 0,
          crashes: 0,
        },
        problems: { source: 'create', list: [] },
        event: null,
      }
    case 'no':
      return {
        to: 'refused',
        fields: { tries: 0, crashes: 0 },
        problems: { source: 'create', list: [fromCreate(answer, null)] },
        event: { kind: 'refused_at_create', detail: { code: answer.code } },
      }
    case 'exists':
      return decideExists(answer, context, moment)
    case 'not_sent':
    case 'slow_down':
    case 'sign_in':
    case 'closed':
      return {
        to: 'queued',
        fields: { due_at: answer.class === 'not_sent' ? later : now, tries: context.tries + 1 },
        problems: null,
        event: { kind: `create_${answer.class}`, detail: { code: answer.code, http: answer.httpStatus } },
      }
    case 'odd':
      // A coded answer is about the account; without a code it is about nothing that we know.
      return answer.code === null
        ? {
            to: 'queued',
            fields: { due_at: later, tries: context.tries + 1 },
            problems: null,
            event: { kind: 'create_odd', detail: { http: answer.httpStatus } },
          }
        : {
            to: 'refused',
            fields: { tries: 0 },
            problems: { source: 'create', list: [fromCreate(answer, null)] },
            event: { kind: 'refused_at_create', detail: { code: answer.code, http: answer.httpStatus } },
          }
    case 'unknown':
      return {
        to: 'unconfirmed',
        fields: { due_at: now + 1000, tries: 0, not_found_at: null },
        problems: null,
        event: { kind: 'unconfirmed', detail: { code: answer.code, http: answer.httpStatus } },
      }
    default:
      return assertNever(answer.class)
  }
}

function decideExists(answer: Classified, context: CreateContext, moment: Moment): Move {
  const existing = { existing_account_id: answer.existingAccountId }
  if (context.earlierUnknown) {
    return {
      to: 'watching',
      fields: { ...existing, due_at: moment.now, tries: 0, crashes: 0 },
      problems: { source: 'create', list: [] },
      event: { kind: 'already_imported_ours', detail: {} },
    }
  }
  const where =
    context.createdInBatch === null
      ? 'It was not sent from this workspace.'
      : `Batch ${context.createdInBatch} of this workspace created it.`
  return {
    to: 'settled',
    fields: { ...existing, outcome: 'already_there', settled_at: moment.now, tries: 0, crashes: 0 },
    problems: { source: 'create', list: [fromCreate(answer, where)] },
    event: { kind: 'already_there', detail: { batch: context.createdInBatch } },
  }
}

function fromCreate(answer: Classified, also: string | null): Problem {
  return {
    source: 'create',
    attr: null,
    code: answer.code,
    message: also === null ? answer.detail : `${answer.detail} ${also}`,
  }
}

export type StatusContext = {
  readonly account: Account
  /** Start of the latest attempt by the service's clock, or null when this workspace knows of none. */
  readonly attemptStartedAt: number | null
}

/** `Date` has whole seconds and clocks drift between two looks at it. */
const clockTolerance = 5000

/** How often a PROCESSED record without an identifier is looked at again before it is taken as it is. */
const identifierLooks = 5

/** What a status record does to a watching or unconfirmed account; null: look again later, as it is. */
export function decideRecord(record: StatusRecord, context: StatusContext, moment: Moment): Move | null {
  const { account } = context
  const seen = { service_status: record.status, service_event: record.latest_event?.event ?? null }
  const createdAt = parseInstant(record.created_at ?? null)
  const followed = account.doubt === 1
  const isOlder =
    !followed &&
    createdAt !== null &&
    context.attemptStartedAt !== null &&
    createdAt < context.attemptStartedAt - clockTolerance
  const outcome = outcomeOf(record.status)

  if (isOlder) {
    // An older process answers. While we watch, ours is not visible yet. While we do not know whether ours arrived: a
    // finished account is somebody's, a running one absorbs ours, and a failed one says nothing of ours. One that still
    // ran when ours was accepted, and has finished since, has absorbed it.
    if (account.state === 'watching') {
      const finishedAt = parseInstant(record.modified_at ?? record.latest_event?.occurred_at ?? null)
      const absorbed = finishedAt !== null && finishedAt > (context.attemptStartedAt ?? 0) + clockTolerance
      if (outcome === null || !absorbed) return null
      return outcome === 'created'
        ? settle('already_there', record, seen, [], moment)
        : settle(outcome, record, seen, errorOf(record), moment)
    }
    if (outcome === 'failed' || outcome === 'cancelled' || outcome === 'dry_run') return null
    if (outcome === null) return watch(seen, 1, moment)
    return settle('already_there', record, seen, [], moment)
  }
  if (outcome === null) return account.state === 'watching' ? null : watch(seen, account.doubt, moment)
  if (outcome === 'created') {
    const missing = record.platform_identifier === null || record.platform_identifier === undefined
    if (missing && account.state === 'unconfirmed') return watch(seen, account.doubt, moment)
    if (missing && account.tries < identifierLooks) return null
    const somebody = followed || context.attemptStartedAt === null
    const flagged: Problem[] = missing
      ? [
          {
            source: 'process',
            attr: null,
            code: 'identifier_missing',
            message: 'The service says PROCESSED but gave no platform identifier.',
          },
        ]
      : []
    return settle(somebody ? 'already_there' : 'created', record, seen, flagged, moment)
  }
  return settle(outcome, record, seen, errorOf(record), moment)
}

function watch(seen: MoveFields, doubt: number, moment: Moment): Move {
  const { limits, random, now } = moment
  return {
    to: 'watching',
    fields: {
      ...seen,
      doubt,
      tries: 0,
      crashes: 0,
      not_found_at: null,
      due_at: now + pollInterval(0, limits.pollFirstMs, limits.pollLongestMs, random),
    },
    problems: null,
    event: { kind: 'confirmed', detail: {} },
  }
}

function settle(
  outcome: Outcome,
  record: StatusRecord,
  seen: MoveFields,
  problems: readonly Problem[],
  moment: Moment,
): Move {
  return {
    to: 'settled',
    fields: {
      ...seen,
      outcome,
      settled_at: moment.now,
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

function errorOf(record: StatusRecord): Problem[] {
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
export function outcomeOf(status: string): Exclude<Outcome, 'already_there'> | null {
  switch (status) {
    case 'PROCESSED':
      return 'created'
    case 'ERRORED':
      return 'failed'
    case 'CANCELLED':
      return 'cancelled'
    case 'DRY_RUN_SUCCEEDED':
    case 'DRY_RUN_ERRORED':
      return 'dry_run'
    default:
      return null
  }
}

/**
 * The service knows no such process. A watched account is not visible yet. An unconfirmed one is asked again after the
 * quiet time, by a clock that nobody can set, and may then be sent again.
 */
export function decideNotFound(
  account: Account,
  quietSinceMs: number | null,
  moment: Moment,
):
  | { readonly kind: 'later'; readonly dueAt: number }
  | { readonly kind: 'rest'; readonly dueAt: number }
  | { readonly kind: 'send_again' } {
  const { now, limits, random } = moment
  if (account.state === 'watching') {
    return {
      kind: 'later',
      dueAt: now + pollInterval(account.tries, limits.pollFirstMs, limits.pollLongestMs, random),
    }
  }
  const quiet = quietTime(limits)
  if (quietSinceMs === null) return { kind: 'rest', dueAt: now + quiet }
  if (quietSinceMs < quiet) return { kind: 'later', dueAt: now + Math.ceil(quiet - quietSinceMs) }
  return { kind: 'send_again' }
}

const instant = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/

/** ISO 8601 with an offset, to milliseconds since 1970; null for anything else (service-spec.md section 2.3). */
export function parseInstant(text: string | null): number | null {
  const parts = text === null ? null : instant.exec(text)
  if (parts === null) return null
  const [, year, month, day, hour, minute, second, fraction, zone] = parts
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const milliseconds = Number((fraction ?? '').padEnd(3, '0').slice(0, 3))
  if (zone === 'Z' || zone === undefined) return local + milliseconds
  const sign = zone.startsWith('-') ? 1 : -1
  return local + milliseconds + sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))) * 60_000
}
