// Stores what a status read said of an account: its record decides a move, a rest, or a later read. The quiet time of
// an unconfirmed account runs on the monotonic clock and restarts with the program, so that no clock change can shorten
// it.
import type { Clock } from '../../system/clock.ts'
import type { AccountDetails } from '../../store/accounts/account-row.ts'
import type { OurAttempt } from '../../store/sending/attempts/earlier-attempts.ts'
import type { Store } from '../../store/store.ts'
import { pollInterval } from '../limits/backoff.ts'
import { type Moment, type Move, withCut } from '../decisions/decide-create.ts'
import {
  decideNotFound,
  decideRecord,
  type Reading,
  type Rest,
  seenIn,
  type StatusContext,
} from '../decisions/decide-status.ts'
import { measureOffset, updateProcessClock } from '../decisions/process-clock.ts'
import { reportSharedIdentifier } from '../decisions/shared-identifiers.ts'
import { evidenceOf } from './evidence.ts'
import { storeRecheck } from './recheck.ts'
import type { RequestContext } from '../request-context.ts'
import type { StatusAnswer } from '../service-client/service-client.ts'
import { countMove } from '../waves/brake-feed.ts'
import { type Said, storeSaid } from '../../../../shared/texts/message.ts'

type Found = Extract<StatusAnswer, { kind: 'record' }>
type NotUnderstood = Extract<StatusAnswer, { kind: 'not_understood' }>

/** What reading statuses remembers in memory. */
export type StatusMemory = {
  readonly context: RequestContext
  readonly store: Store
  readonly clock: Clock
  readonly connectionId: number
  /** Per unconfirmed account, when its quiet time began, by the monotonic clock. */
  readonly quietSince: Map<number, number>
  /** Per account, the last reported fault of a status that could not be parsed. */
  readonly notUnderstood: Map<number, string>
  /** Accounts whose history already says that the answer was cut. */
  readonly cutReported: Set<number>
}

export function storeStatusAnswer(
  memory: StatusMemory,
  before: AccountDetails,
  answer: StatusAnswer,
  moment: Moment,
): void {
  switch (answer.kind) {
    case 'record':
    case 'not_found':
      if (before.state === 'done') storeRecheck(memory.context, before, answer, moment)
      else if (answer.kind === 'record') keepRecord(memory, before, answer, moment)
      else keepNotFound(memory, before, moment)
      return
    case 'not_understood':
      noteNotUnderstood(memory, before, answer, moment.now)
      defer(memory, before, moment)
      return
    case 'not_this_service':
      // Creates may work while the status path is wrong: keep reading, more slowly, and conclude nothing.
      defer(memory, before, moment)
      return
    default:
      putOff(
        memory,
        before,
        moment.now + Math.max(memory.context.noAnswer(answer, triesOf(memory, before), before.id), 1000),
      )
  }
}

/** Adds an event to the account's history, once per fault. The account is read again, and nothing is concluded. */
function noteNotUnderstood(
  memory: StatusMemory,
  { id, batch_id }: AccountDetails,
  answer: NotUnderstood,
  now: number,
): void {
  const fault = storeSaid(answer.message)
  if (memory.notUnderstood.get(id) === fault) return
  memory.notUnderstood.set(id, fault)
  const detail = { http: answer.httpStatus, message: answer.message }
  memory.store.accounts.addEvent(now, batch_id, id, 'status_not_understood', detail)
}

/** Reported once per account, since the record is as large every time. */
function noteCut(
  memory: StatusMemory,
  { id, batch_id }: AccountDetails,
  message: Said | null,
  now: number,
): void {
  if (message === null || memory.cutReported.has(id)) return
  memory.cutReported.add(id)
  memory.store.accounts.addEvent(now, batch_id, id, 'answer_cut', { message })
}

function keepRecord(memory: StatusMemory, before: AccountDetails, found: Found, moment: Moment): void {
  const { record, cut } = found
  noteCut(memory, before, cut, moment.now)
  const attempt = memory.store.sending.oursSince(before.id)
  const decision = decideRecord(record, contextOf(memory, before, attempt, found.skewMs), moment)
  if (attempt !== null) measureClock(memory, before, attempt, found, decision, moment.now)
  if (decision.kind === 'move') {
    memory.quietSince.delete(before.id)
    applyMove(memory, before, decision.move, found, moment)
    if (before.state === 'processing' && decision.move.to === 'done' && attempt !== null)
      memory.context.doneAfter(moment.now - (attempt.ended_at ?? attempt.started_at))
    return
  }
  if (decision.kind === 'older') {
    // Reported once. Our process is not visible yet, so this counts like "not found".
    if (before.not_found_at === null)
      memory.store.accounts.addEvent(moment.now, before.batch_id, before.id, 'older_process', {
        status: record.status,
      })
    keepNotFound(memory, before, moment)
    return
  }
  if (decision.kind !== 'later') {
    keepRest(memory, before, decision)
    return
  }
  if (decision.changes !== null)
    memory.store.accounts.move(before.id, 'processing', 'processing', {
      ...decision.changes,
      ...evidenceOf(found, moment),
    })
  if (decision.changes?.due_at === undefined) defer(memory, before, moment)
}

function contextOf(
  memory: StatusMemory,
  account: AccountDetails,
  attempt: OurAttempt | null,
  skewMs: number | null,
): StatusContext {
  const clock = memory.store.connections.processClock(memory.connectionId)
  if (attempt === null)
    return { account, attemptStartedAt: null, quietForMs: quietForMs(memory, account), clock }
  const skew = skewOf(attempt, skewMs)
  const wasAlreadyThere = attempt.latest_class === 'already_exists'
  const first = account.first_sent_at
  const { identity, id } = account
  const isElsewhere = (): boolean =>
    identity !== null && memory.store.sending.createdElsewhere(memory.connectionId, identity, id) !== null
  // Determined only if it may matter which of several attempts created a process.
  const mayBeEarlier = (wasAlreadyThere || account.state === 'unconfirmed') && account.attempts > 1
  const firstSentAt = mayBeEarlier && first !== null && !isElsewhere() ? first + skew : null
  return {
    account,
    attemptStartedAt: attempt.started_at + skew,
    latestStartedAt: attempt.latest_started_at + (attempt.latest_skew_ms ?? skewMs ?? skew),
    wasAccepted: attempt.latest_class === 'accepted',
    wasAlreadyThere,
    firstSentAt,
    answerLost: attempt.class === 'unknown',
    quietForMs: quietForMs(memory, account),
    clock,
  }
}

/**
 * Measures the service's clock by the first record of an account with exactly one, accepted attempt; once per
 * account.
 */
function measureClock(
  memory: StatusMemory,
  account: AccountDetails,
  attempt: OurAttempt,
  found: Found,
  { kind }: Reading,
  now: number,
): void {
  const { record, skewMs } = found
  const isKept = kind === 'move' || kind === 'later' || (kind === 'older' && account.not_found_at === null)
  const { process_at: processAt } = seenIn(record)
  const isFirst =
    account.state === 'processing' && account.service_status === null && account.process_at === null
  const isOurs = attempt.latest_class === 'accepted' && attempt.started_at === attempt.latest_started_at
  if (
    !isKept ||
    !isFirst ||
    !isOurs ||
    account.doubt === 1 ||
    processAt === null ||
    attempt.ended_at === null
  )
    return
  const skew = skewOf(attempt, skewMs)
  const known = memory.store.connections.processClock(memory.connectionId)
  const [startedAt, endedAt] = [attempt.started_at + skew, attempt.ended_at + skew]
  const next = updateProcessClock(known, { startedAt, endedAt, processAt })
  if (next === known) return
  memory.store.connections.keepProcessClock(memory.connectionId, next)
  // Accounts that were unsure because the clock was not measured yet are read again now.
  if (measureOffset(known) === null && measureOffset(next) !== null)
    memory.store.processing.recheckUnsureNow(memory.connectionId, now)
}

function applyMove(
  memory: StatusMemory,
  before: AccountDetails,
  move: Move,
  found: Found,
  moment: Moment,
): void {
  const row = memory.store.accounts.rowsOf(before.id)[0] ?? null
  const hasIdentifier = (move.fields.platform_identifier ?? before.platform_identifier) !== null
  const reported = memory.store.sending.together(() => {
    const counted = countMove(memory.store, before, move)
    memory.store.accounts.move(before.id, before.state, move.to, {
      ...move.fields,
      ...counted.fields,
      ...evidenceOf(found, moment),
    })
    if (move.fields.doubt === 0) memory.store.sending.missed.lookedUp(before)
    if (move.problems !== null) {
      const placed = withCut(move.problems.list, 'process', found.cut).map((problem) => ({
        ...problem,
        place: { kind: 'account', row } as const,
      }))
      memory.store.accounts.replaceProblems(
        before.id,
        before.batch_id,
        move.problems.source,
        placed,
        moment.now,
      )
    }
    if (move.event !== null)
      memory.store.accounts.addEvent(
        moment.now,
        before.batch_id,
        before.id,
        move.event.kind,
        move.event.detail,
      )
    counted.brake(moment.now)
    return move.to === 'done' && hasIdentifier
      ? reportSharedIdentifier(memory.store, before, moment.now)
      : null
  })
  if (reported !== null) memory.context.changed(reported)
}

function quietForMs(memory: StatusMemory, { id }: AccountDetails): number | null {
  const since = memory.quietSince.get(id)
  return since === undefined ? null : memory.clock.monotonic() - since
}

function keepRest(memory: StatusMemory, { id, state }: AccountDetails, { kind, dueAt }: Rest): void {
  if (kind === 'rest') memory.quietSince.set(id, memory.clock.monotonic())
  memory.store.accounts.defer(id, state, dueAt)
}

function keepNotFound(memory: StatusMemory, before: AccountDetails, moment: Moment): void {
  const next = decideNotFound(before, quietForMs(memory, before), moment)
  if (next.kind === 'send_again') {
    memory.quietSince.delete(before.id)
    memory.store.sending.together(() => {
      memory.store.accounts.move(before.id, 'unconfirmed', 'queued', {
        due_at: moment.now,
        tries: 0,
        not_found_at: null,
        doubt: 0,
        since: moment.now,
      })
      memory.store.sending.missed.lookedUp(before)
      memory.store.accounts.addEvent(moment.now, before.batch_id, before.id, 'not_received', {})
    })
    return
  }
  if (next.kind === 'rest') memory.quietSince.set(before.id, memory.clock.monotonic())
  if (next.kind === 'rest' || before.not_found_at === null)
    memory.store.accounts.move(before.id, before.state, before.state, { not_found_at: moment.now })
  memory.store.accounts.defer(before.id, before.state, next.dueAt)
}

function defer(memory: StatusMemory, before: AccountDetails, { limits, random, now }: Moment): void {
  const tries = triesOf(memory, before)
  putOff(memory, before, now + pollInterval(tries, limits.pollFirstMs, limits.pollLongestMs, random))
}

/** A done account has its due time and its tries with the recheck. */
function putOff({ store }: StatusMemory, { id, state }: AccountDetails, dueAt: number): void {
  if (state === 'done') store.rechecks.defer(id, dueAt)
  else store.accounts.defer(id, state, dueAt)
}

function triesOf({ store }: StatusMemory, { id, state, tries }: AccountDetails): number {
  return state === 'done' ? store.rechecks.tries(id) : tries
}

/** The service's clock minus ours at the start of the attempt; if no reply gave it then, by the latest reply. */
function skewOf({ skew_ms }: OurAttempt, skewMs: number | null): number {
  return skew_ms ?? skewMs ?? 0
}
