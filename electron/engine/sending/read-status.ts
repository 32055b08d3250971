// Reads statuses: of accounts on their way, longest overdue first, and of done accounts that are to be rechecked.
// Both share one read budget, and both go on while sending is paused. The quiet time of an unconfirmed account runs
// on the monotonic clock and restarts with the program, so that no clock change can shorten it.
import type { StatusAnswer } from './service-client/service-client.ts'
import type { AccountDetails } from '../store/accounts/account-row.ts'
import type { OurAttempt } from '../store/sending/sending.ts'
import { pollInterval } from './limits/backoff.ts'
import { countMove } from './waves/brake-feed.ts'
import { type Moment, type Move, withCut } from './decisions/decide-create.ts'
import {
  decideNotFound,
  decideRecord,
  type Reading,
  type Rest,
  seenIn,
  type StatusContext,
} from './decisions/decide-status.ts'
import type { RequestContext, Slot, Work } from './request-context.ts'
import type { TokenBucket } from './limits/token-bucket.ts'
import { updateProcessClock, measureOffset } from './decisions/process-clock.ts'
import { createReadTrouble } from './read-trouble.ts'
import { storeRecheck } from './recheck.ts'
import { reportSharedIdentifier } from './decisions/shared-identifiers.ts'

type Found = Extract<StatusAnswer, { kind: 'record' }>
type NotUnderstood = Extract<StatusAnswer, { kind: 'not_understood' }>

export type ReadWork = Work & {
  /** Restarts all quiet times. */
  forgetQuiet(): void
  /** Milliseconds until a due status may be read; null if nothing is held back. */
  wait(): number | null
}

/** One of every four reads is a recheck if any is due, so that neither kind starves the other. */
const rechecksAmong = 4

export function createReadWork(requestContext: RequestContext, budget: TokenBucket): ReadWork {
  const { store, client, clock, connectionId } = requestContext
  const underWay = new Set<number>()
  const quietSince = new Map<number, number>()
  /** Per account, the last reported fault of a status that could not be parsed. */
  const notUnderstood = new Map<number, string>()
  /** Accounts whose history already says that the answer was cut. */
  const cutReported = new Set<number>()
  const trouble = createReadTrouble({
    clock,
    random: requestContext.random,
    notifyTrouble: (reported) => requestContext.readTrouble?.(reported),
  })
  let turn = 1
  let heldUp = false

  async function read(id: number, slot: Slot): Promise<void> {
    const before = store.accounts.details(id)
    if (before.status_path === null) throw new Error(`Account ${id} has no status path`)
    const answer = await client.status(before.status_path)
    noteWhoAnswered(id, answer)
    // A proper answer frees its slot before it is written. Other answers are written first, since they may stop
    // requests.
    const isProper = answer.kind === 'record' || answer.kind === 'not_found'
    if (isProper) slot.free()
    // The time is taken when writing: if the clock was set in between, the next read would be off by as much.
    const moment = (): Moment => ({
      now: clock.now(),
      random: requestContext.random,
      limits: requestContext.limits,
    })
    await requestContext.untilWritten(
      () => storeStatusAnswer(before, answer, moment()),
      isProper ? 'soon' : 'now',
    )
    requestContext.changed(before.batch_id)
  }

  /** Notes who answered, once per answer even if the disk refuses it repeatedly. */
  function noteWhoAnswered(id: number, answer: StatusAnswer): void {
    if (answer.kind === 'record' || answer.kind === 'not_found') {
      requestContext.answered()
      notUnderstood.delete(id)
      trouble.proper()
    } else if (answer.kind === 'not_this_service' || answer.kind === 'not_understood') {
      requestContext.answered()
      trouble.page(answer.httpStatus, answer.message)
    }
  }

  function storeStatusAnswer(before: AccountDetails, answer: StatusAnswer, moment: Moment): void {
    switch (answer.kind) {
      case 'record':
      case 'not_found':
        if (before.state === 'done') storeRecheck(requestContext, before, answer, moment)
        else if (answer.kind === 'record') keepRecord(before, answer, moment)
        else keepNotFound(before, moment)
        return
      case 'not_understood':
        noteNotUnderstood(before, answer, moment.now)
        defer(before, moment)
        return
      case 'not_this_service':
        // Creates may work while the status path is wrong: keep reading, more slowly, and conclude nothing.
        defer(before, moment)
        return
      default:
        putOff(before, moment.now + Math.max(requestContext.noAnswer(answer, triesOf(before)), 1000))
    }
  }

  /** Adds an event to the account's history, once per fault. The account is read again, and nothing is concluded. */
  function noteNotUnderstood({ id, batch_id }: AccountDetails, answer: NotUnderstood, now: number): void {
    if (notUnderstood.get(id) === answer.message) return
    notUnderstood.set(id, answer.message)
    const detail = { http: answer.httpStatus, message: answer.message }
    store.accounts.addEvent(now, batch_id, id, 'status_not_understood', detail)
  }

  /** Reported once per account, since the record is as large every time. */
  function noteCut({ id, batch_id }: AccountDetails, message: string | null, now: number): void {
    if (message === null || cutReported.has(id)) return
    cutReported.add(id)
    store.accounts.addEvent(now, batch_id, id, 'answer_cut', { message })
  }

  function keepRecord(before: AccountDetails, found: Found, moment: Moment): void {
    const { record, cut } = found
    noteCut(before, cut, moment.now)
    const attempt = store.sending.oursSince(before.id)
    const reading = decideRecord(record, contextOf(before, attempt, found.skewMs), moment)
    if (attempt !== null) measureClock(before, attempt, found, reading, moment.now)
    if (reading.kind === 'move') {
      quietSince.delete(before.id)
      applyMove(before, reading.move, moment, cut)
      if (before.state === 'processing' && reading.move.to === 'done' && attempt !== null)
        requestContext.doneAfter(moment.now - (attempt.ended_at ?? attempt.started_at))
      return
    }
    if (reading.kind === 'older') {
      // Reported once. Our process is not visible yet, so this counts like "not found".
      if (before.not_found_at === null)
        store.accounts.addEvent(moment.now, before.batch_id, before.id, 'older_process', {
          status: record.status,
        })
      keepNotFound(before, moment)
      return
    }
    if (reading.kind !== 'later') {
      keepRest(before, reading)
      return
    }
    if (reading.changes !== null) store.accounts.move(before.id, 'processing', 'processing', reading.changes)
    if (reading.changes?.due_at === undefined) defer(before, moment)
  }

  function contextOf(
    account: AccountDetails,
    attempt: OurAttempt | null,
    skewMs: number | null,
  ): StatusContext {
    const clock = store.connections.processClock(connectionId)
    if (attempt === null) return { account, attemptStartedAt: null, quietForMs: quietForMs(account), clock }
    const skew = skewOf(attempt, skewMs)
    const wasAlreadyThere = attempt.latest_class === 'already_exists'
    const first = account.first_sent_at
    const { identity, id } = account
    const isElsewhere = (): boolean =>
      identity !== null && store.sending.createdElsewhere(connectionId, identity, id) !== null
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
      quietForMs: quietForMs(account),
      clock,
    }
  }

  /**
   * Measures the service's clock by the first record of an account with exactly one, accepted attempt; once per
   * account.
   */
  function measureClock(
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
    const known = store.connections.processClock(connectionId)
    const [startedAt, endedAt] = [attempt.started_at + skew, attempt.ended_at + skew]
    const next = updateProcessClock(known, { startedAt, endedAt, processAt })
    if (next === known) return
    store.connections.keepProcessClock(connectionId, next)
    // Accounts that were unsure because the clock was not measured yet are read again now.
    if (measureOffset(known) === null && measureOffset(next) !== null)
      store.processing.recheckUnsureNow(connectionId, now)
  }

  function applyMove(before: AccountDetails, move: Move, moment: Moment, cut: string | null): void {
    const row = store.accounts.rowsOf(before.id)[0] ?? null
    const hasIdentifier = (move.fields.platform_identifier ?? before.platform_identifier) !== null
    const reported = store.sending.together(() => {
      const counted = countMove(store, before, move)
      store.accounts.move(before.id, before.state, move.to, { ...move.fields, ...counted.fields })
      if (move.fields.doubt === 0) store.sending.missed.lookedUp(before)
      if (move.problems !== null) {
        const placed = withCut(move.problems.list, 'process', cut).map((problem) => ({
          ...problem,
          place: { kind: 'account', row } as const,
        }))
        store.accounts.replaceProblems(before.id, before.batch_id, move.problems.source, placed)
      }
      if (move.event !== null)
        store.accounts.addEvent(moment.now, before.batch_id, before.id, move.event.kind, move.event.detail)
      counted.brake(moment.now)
      return move.to === 'done' && hasIdentifier ? reportSharedIdentifier(store, before, moment.now) : null
    })
    if (reported !== null) requestContext.changed(reported)
  }

  function quietForMs({ id }: AccountDetails): number | null {
    const since = quietSince.get(id)
    return since === undefined ? null : clock.monotonic() - since
  }

  function keepRest({ id, state }: AccountDetails, { kind, dueAt }: Rest): void {
    if (kind === 'rest') quietSince.set(id, clock.monotonic())
    store.accounts.defer(id, state, dueAt)
  }

  function keepNotFound(before: AccountDetails, moment: Moment): void {
    const next = decideNotFound(before, quietForMs(before), moment)
    if (next.kind === 'send_again') {
      quietSince.delete(before.id)
      store.sending.together(() => {
        store.accounts.move(before.id, 'unconfirmed', 'queued', {
          due_at: moment.now,
          tries: 0,
          not_found_at: null,
          doubt: 0,
          since: moment.now,
        })
        store.sending.missed.lookedUp(before)
        store.accounts.addEvent(moment.now, before.batch_id, before.id, 'not_received', {})
      })
      return
    }
    if (next.kind === 'rest') quietSince.set(before.id, clock.monotonic())
    if (next.kind === 'rest' || before.not_found_at === null)
      store.accounts.move(before.id, before.state, before.state, { not_found_at: moment.now })
    store.accounts.defer(before.id, before.state, next.dueAt)
  }

  function defer(before: AccountDetails, { limits, random, now }: Moment): void {
    putOff(before, now + pollInterval(triesOf(before), limits.pollFirstMs, limits.pollLongestMs, random))
  }

  /** A done account has its due time and its tries with the recheck. */
  function putOff({ id, state }: AccountDetails, dueAt: number): void {
    if (state === 'done') store.rechecks.defer(id, dueAt)
    else store.accounts.defer(id, state, dueAt)
  }

  function triesOf({ id, state, tries }: AccountDetails): number {
    return state === 'done' ? store.rechecks.tries(id) : tries
  }

  /** The next account to read. Those under way are still due in the store, so they are skipped. */
  function next(now: number): number | undefined {
    const limit = underWay.size + 1
    const isFree = (id: number): boolean => !underWay.has(id)
    const toRecheck = (): number | undefined =>
      store.processing.toRecheck(connectionId, now, limit).find(isFree)
    const onTheWay = (): number | undefined => store.processing.toRead(connectionId, now, limit).find(isFree)
    return turn % rechecksAmong === 0 ? (toRecheck() ?? onTheWay()) : (onTheWay() ?? toRecheck())
  }

  function waitNow(): number | null {
    const pages = trouble.wait(underWay.size)
    return pages === null ? null : Math.max(pages, budget.wait())
  }

  return {
    // A create that was written but had not left when the machine went to sleep leaves after the wake-up. So only a
    // "not found" after that, followed by a whole quiet time on the monotonic clock, proves that it did not arrive.
    forgetQuiet: () => quietSince.clear(),
    wait: () => (heldUp ? waitNow() : null),
    start(now) {
      heldUp = false
      const isHeldUp = waitNow() !== 0
      const id = next(now)
      if (id === undefined) return null
      if (isHeldUp || !budget.take()) {
        heldUp = true
        return null
      }
      turn += 1
      underWay.add(id)
      return { run: (slot) => read(id, slot).finally(() => void underWay.delete(id)) }
    },
  }
}

/** The service's clock minus ours at the start of the attempt; if no reply gave it then, by the latest reply. */
function skewOf({ skew_ms }: OurAttempt, skewMs: number | null): number {
  return skew_ms ?? skewMs ?? 0
}
