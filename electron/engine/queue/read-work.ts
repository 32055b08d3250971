// Reading status: of accounts on their way, longest overdue first, and of settled ones that are to be looked at again.
// Reading is allowed while sending is paused. One budget is for all of it. The quiet time of an unconfirmed account runs
// on the monotonic clock and begins anew with each start of the program, so that no set clock can shorten it.
import type { StatusAnswer } from '../service-client/service-client.ts'
import type { Account } from '../store/account-row.ts'
import type { OurAttempt } from '../store/sending.ts'
import { pollInterval } from './backoff.ts'
import { countMove } from './brake-feed.ts'
import { type Moment, type Move, withCut } from './decide.ts'
import {
  decideNotFound,
  decideRecord,
  type Reading,
  type Rest,
  seenIn,
  type StatusContext,
} from './decide-status.ts'
import type { Desk, Slot, Work } from './desk.ts'
import type { ReadBudget } from './read-budget.ts'
import { learn, measured } from './process-clock.ts'
import { createReadTrouble } from './read-trouble.ts'
import { keepLook } from './second-look.ts'
import { tellSharedIdentifier } from './shared-identifiers.ts'

type Found = Extract<StatusAnswer, { kind: 'record' }>
type NotUnderstood = Extract<StatusAnswer, { kind: 'not_understood' }>

export type ReadWork = Work & {
  /** Every quiet time begins anew. */
  forgetQuiet(): void
  /** Milliseconds until a status that is due may be read; null where nothing is held up. */
  wait(): number | null
}

/** Of four readings, at least one is a second look where any is due: neither kind keeps the other waiting for long. */
const looksAmong = 4

export function createReadWork(desk: Desk, budget: ReadBudget): ReadWork {
  const { store, client, clock, connectionId } = desk
  const underWay = new Set<number>()
  const quietSince = new Map<number, number>()
  /** By account, what was last told of its status that could not be understood. */
  const notUnderstood = new Map<number, string>()
  /** Accounts of which it was told that more came than is read. */
  const toldOfCut = new Set<number>()
  const trouble = createReadTrouble({
    clock,
    random: desk.random,
    tell: (told) => desk.readTrouble?.(told),
  })
  let turn = 1
  let heldUp = false

  async function read(id: number, slot: Slot): Promise<void> {
    const before = store.accounts.get(id)
    if (before.status_path === null) throw new Error(`Account ${id} has no status path`)
    const answer = await client.status(before.status_path)
    noteWhoAnswered(id, answer)
    // The next one may go while this is written; what is no answer is told first, since it may stop those that follow.
    const isProper = answer.kind === 'record' || answer.kind === 'not_found'
    if (isProper) slot.free()
    // The time is told as it is written: a clock that is set in between would put the next look off by as much.
    const moment = (): Moment => ({ now: clock.now(), random: desk.random, limits: desk.limits })
    await desk.untilWritten(() => keep(before, answer, moment()), isProper ? 'soon' : 'now')
    desk.changed(before.batch_id)
  }

  /** About the service, whatever it says of the account; and noted once, however often the disk refuses what it says. */
  function noteWhoAnswered(id: number, answer: StatusAnswer): void {
    if (answer.kind === 'record' || answer.kind === 'not_found') {
      desk.answered()
      notUnderstood.delete(id)
      trouble.proper()
    } else if (answer.kind === 'not_this_service' || answer.kind === 'not_understood') {
      desk.answered()
      trouble.page(answer.httpStatus, answer.message)
    }
  }

  function keep(before: Account, answer: StatusAnswer, moment: Moment): void {
    switch (answer.kind) {
      case 'record':
      case 'not_found':
        if (before.state === 'settled') keepLook(desk, before, answer, moment)
        else if (answer.kind === 'record') keepRecord(before, answer, moment)
        else keepNotFound(before, moment)
        return
      case 'not_understood':
        noteNotUnderstood(before, answer, moment.now)
        defer(before, moment)
        return
      case 'not_this_service':
        // Creates may be fine while the status path is wrong: keep asking, slower; nothing is settled by it.
        defer(before, moment)
        return
      default:
        store.accounts.defer(
          before.id,
          before.state,
          moment.now + Math.max(desk.noAnswer(answer, before.tries), 1000),
        )
    }
  }

  /** Told in the account's history, once for each fault: it goes on being asked about, and nothing is settled by it. */
  function noteNotUnderstood({ id, batch_id }: Account, answer: NotUnderstood, now: number): void {
    if (notUnderstood.get(id) === answer.message) return
    notUnderstood.set(id, answer.message)
    const detail = { http: answer.httpStatus, message: answer.message }
    store.accounts.addEvent(now, batch_id, id, 'status_not_understood', detail)
  }

  /** A record that is as large each time is told of once. */
  function noteCut({ id, batch_id }: Account, message: string | null, now: number): void {
    if (message === null || toldOfCut.has(id)) return
    toldOfCut.add(id)
    store.accounts.addEvent(now, batch_id, id, 'answer_cut', { message })
  }

  function keepRecord(before: Account, found: Found, moment: Moment): void {
    const { record, cut } = found
    noteCut(before, cut, moment.now)
    const attempt = store.sending.oursSince(before.id)
    const reading = decideRecord(record, contextOf(before, attempt, found.skewMs), moment)
    if (attempt !== null) measureClock(before, attempt, found, reading, moment.now)
    if (reading.kind === 'move') {
      quietSince.delete(before.id)
      carryOut(before, reading.move, moment, cut)
      if (before.state === 'watching' && reading.move.to === 'settled' && attempt !== null)
        desk.settledAfter(moment.now - (attempt.ended_at ?? attempt.started_at))
      return
    }
    if (reading.kind === 'older') {
      // Told once: that of our process nothing is to be seen yet is then as if the service did not know it.
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
    if (reading.news !== null) store.accounts.move(before.id, 'watching', 'watching', reading.news)
    if (reading.news?.due_at === undefined) defer(before, moment)
  }

  function contextOf(account: Account, attempt: OurAttempt | null, skewMs: number | null): StatusContext {
    const clock = store.connections.processClock(connectionId)
    if (attempt === null) return { account, attemptStartedAt: null, quietForMs: quietForMs(account), clock }
    const skew = skewOf(attempt, skewMs)
    const saidExists = attempt.latest_class === 'exists'
    const first = account.first_sent_at
    const { identity, id } = account
    const isElsewhere = (): boolean =>
      identity !== null && store.sending.createdElsewhere(connectionId, identity, id) !== null
    // Asked for only where it may matter which of several sendings made a process.
    const mayBeEarlier = (saidExists || account.state === 'unconfirmed') && account.attempts > 1
    const firstSentAt = mayBeEarlier && first !== null && !isElsewhere() ? first + skew : null
    return {
      account,
      attemptStartedAt: attempt.started_at + skew,
      latestStartedAt: attempt.latest_started_at + (attempt.latest_skew_ms ?? skewMs ?? skew),
      saidYes: attempt.latest_class === 'yes',
      saidExists,
      firstSentAt,
      answerLost: attempt.class === 'unknown',
      quietForMs: quietForMs(account),
      clock,
    }
  }

  /** By the first record of an account of which one attempt left, and was answered with yes: once for each account. */
  function measureClock(
    account: Account,
    attempt: OurAttempt,
    found: Found,
    { kind }: Reading,
    now: number,
  ): void {
    const { record, skewMs } = found
    const isKept = kind === 'move' || kind === 'later' || (kind === 'older' && account.not_found_at === null)
    const { process_at: processAt } = seenIn(record)
    const isFirst =
      account.state === 'watching' && account.service_status === null && account.process_at === null
    const isOurs = attempt.latest_class === 'yes' && attempt.started_at === attempt.latest_started_at
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
    const next = learn(known, { startedAt, endedAt, processAt })
    if (next === known) return
    store.connections.keepProcessClock(connectionId, next)
    // Accounts that were unsure because the clock was not measured yet are read again now.
    if (measured(known) === null && measured(next) !== null) store.watching.lookAtUnsureNow(connectionId, now)
  }

  function carryOut(before: Account, move: Move, moment: Moment, cut: string | null): void {
    const row = store.accounts.rowsOf(before.id)[0] ?? null
    const hasIdentifier = (move.fields.platform_identifier ?? before.platform_identifier) !== null
    const told = store.sending.together(() => {
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
      return move.to === 'settled' && hasIdentifier ? tellSharedIdentifier(store, before, moment.now) : null
    })
    if (told !== null) desk.changed(told)
  }

  function quietForMs({ id }: Account): number | null {
    const since = quietSince.get(id)
    return since === undefined ? null : clock.monotonic() - since
  }

  function keepRest({ id, state }: Account, { kind, dueAt }: Rest): void {
    if (kind === 'rest') quietSince.set(id, clock.monotonic())
    store.accounts.defer(id, state, dueAt)
  }

  function keepNotFound(before: Account, moment: Moment): void {
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

  function defer(before: Account, { limits, random, now }: Moment): void {
    store.accounts.defer(
      before.id,
      before.state,
      now + pollInterval(before.tries, limits.pollFirstMs, limits.pollLongestMs, random),
    )
  }

  /** The next account to read; those under way are still due in the store. */
  function next(now: number): number | undefined {
    const limit = underWay.size + 1
    const isFree = (id: number): boolean => !underWay.has(id)
    const look = (): number | undefined => store.watching.toLook(connectionId, now, limit).find(isFree)
    const onTheWay = (): number | undefined => store.watching.toRead(connectionId, now, limit).find(isFree)
    return turn % looksAmong === 0 ? (look() ?? onTheWay()) : (onTheWay() ?? look())
  }

  function waitNow(): number | null {
    const pages = trouble.wait(underWay.size)
    return pages === null ? null : Math.max(pages, budget.wait())
  }

  return {
    // A create that was written and had not left when the machine went to sleep leaves when it wakes: only a "not found"
    // from after that, and a whole quiet time of the clock for waiting, says that it did not arrive.
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

/** The service's clock minus ours when the attempt began; by the latest reply where none had told it. */
function skewOf({ skew_ms }: OurAttempt, skewMs: number | null): number {
  return skew_ms ?? skewMs ?? 0
}
