// Decides what the answer to a create means for its account. Pure; create.ts writes the result in one transaction.
// Its tests hold the table of all cases. Statuses are decided in decide-status.ts and decide-recheck.ts.
import type { AccountState } from '../../../../shared/sending/states.ts'
import type { Limits } from '../../../../shared/sending/connection.ts'
import type { Problem } from '../../../../shared/payload/problems.ts'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { Classified } from '../service-client/classify.ts'
import { cutCode } from '../service-client/read-json.ts'
import type { MoveFields } from '../../store/accounts/account-row.ts'
import { backoff, pollInterval } from '../limits/backoff.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

export type Moment = { readonly now: number; readonly random: () => number; readonly limits: Limits }

export type Move = {
  readonly to: AccountState
  readonly fields: MoveFields
  /** Replaces the account's problems of this source; an empty list clears them. */
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
  /** Class `unexpected`: this account got the answer repeatedly while others did not (same-refusals.ts). */
  readonly isItsOwn?: boolean
}

/** Clears what was read of an earlier process: nothing is known yet of the one that this create starts. */
const unseen = { service_status: null, service_event: null, not_found_at: null } as const

export function decideCreate(answer: Classified, context: CreateContext, moment: Moment): Move {
  const { now, random, limits } = moment
  const later = now + backoff(context.tries, random)
  switch (answer.class) {
    case 'accepted':
      return {
        to: 'processing',
        fields: {
          ...unseen,
          since: now,
          due_at: now + pollInterval(0, limits.pollFirstMs, limits.pollLongestMs, random),
          tries: 0,
        },
        problems: { source: 'create', list: [] },
        event: null,
      }
    case 'rejected':
      return {
        to: 'rejected',
        fields: { tries: 0 },
        problems: { source: 'create', list: [fromCreate(answer, null)] },
        event: { kind: 'refused_at_create', detail: { code: answer.code } },
      }
    case 'already_exists':
      return decideExists(answer, context, moment)
    case 'not_sent':
    case 'rate_limited':
    case 'unauthorized':
    case 'supplier_closed':
      return {
        to: 'queued',
        fields: {
          due_at: answer.class === 'not_sent' ? later : now,
          tries: context.tries + 1,
          since: now,
        },
        problems: null,
        event: { kind: `create_${answer.class}`, detail: { code: answer.code, http: answer.httpStatus } },
      }
    case 'unexpected':
      return decideUnexpected(answer, context, now, later)
    case 'unknown':
      return {
        to: 'unconfirmed',
        fields: { ...unseen, since: now, due_at: now + 1000, tries: 0 },
        problems: null,
        event: { kind: 'unconfirmed', detail: { code: answer.code, http: answer.httpStatus } },
      }
    default:
      return assertNever(answer.class)
  }
}

/**
 * Not known yet whether it is about the account: it is sent again until other accounts are answered
 * (same-refusals.ts).
 */
function decideUnexpected(answer: Classified, context: CreateContext, now: number, later: number): Move {
  const detail = { code: answer.code, http: answer.httpStatus }
  if (context.isItsOwn === true)
    return {
      to: 'rejected',
      fields: { tries: 0 },
      problems: { source: 'create', list: [fromCreate(answer, null)] },
      event: { kind: 'refused_at_create', detail },
    }
  return {
    to: 'queued',
    fields: { due_at: later, tries: context.tries + 1, since: now },
    problems: null,
    event: { kind: 'create_unexpected', detail },
  }
}

function decideExists(answer: Classified, context: CreateContext, moment: Moment): Move {
  const existing = { existing_account_id: answer.existingAccountId }
  if (context.earlierUnknown) {
    return {
      to: 'processing',
      fields: { ...existing, ...unseen, since: moment.now, due_at: moment.now, tries: 0 },
      problems: { source: 'create', list: [] },
      event: { kind: 'already_imported_ours', detail: {} },
    }
  }
  const where =
    context.createdInBatch === null
      ? message('sending.not_sent_from_here')
      : message('sending.created_by_batch', { batch: context.createdInBatch })
  return {
    to: 'done',
    fields: {
      ...existing,
      ...unseen,
      outcome: 'already_there',
      since: moment.now,
      tries: 0,
    },
    problems: { source: 'create', list: [fromCreate(answer, where)] },
    event: { kind: 'already_there', detail: { batch: context.createdInBatch } },
  }
}

/** Adds a problem that the answer was cut, but only if it left any problems. */
export function withCut(
  problems: readonly Problem[],
  source: Problem['source'],
  cut: Said | null,
): readonly Problem[] {
  return problems.length === 0 || cut === null
    ? problems
    : [...problems, { source, attr: null, code: cutCode, message: cut }]
}

function fromCreate(answer: Classified, note: Said | null): Problem {
  return {
    source: 'create',
    attr: null,
    code: answer.code,
    message:
      note === null ? answer.detail : message('sending.answer_with_note', { answer: answer.detail, note }),
  }
}
