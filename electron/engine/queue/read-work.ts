// Reading status: of accounts that are watched, and of those whose create has an unknown outcome. Reading is allowed
// while sending is paused. The quiet time of an unconfirmed account runs on the monotonic clock and begins anew with
// each start of the program, so that no set clock can shorten it.
import { pollInterval } from './backoff.ts'
import type { Desk, Slot, Work } from './desk.ts'
import { decideNotFound, decideRecord, type Moment, type Move } from './decide.ts'
import type { StatusAnswer } from '../service-client/service-client.ts'
import type { Account } from '../store/accounts.ts'

type Found = Extract<StatusAnswer, { kind: 'record' }>

export function createReadWork(desk: Desk): Work {
  const { store, client, clock, connectionId } = desk
  const underWay = new Set<number>()
  const quietSince = new Map<number, number>()

  async function read(id: number, slot: Slot): Promise<void> {
    const before = store.accounts.get(id)
    if (before.status_path === null) throw new Error(`Account ${id} has no status path`)
    const answer = await client.status(before.status_path)
    slot.free()
    const moment: Moment = { now: clock.now(), random: desk.random, limits: desk.limits }
    await desk.untilWritten(() => keep(before, answer, moment))
    desk.changed(before.batch_id)
  }

  function keep(before: Account, answer: StatusAnswer, moment: Moment): void {
    switch (answer.kind) {
      case 'record':
        desk.answered()
        keepRecord(before, answer, moment)
        return
      case 'not_found':
        desk.answered()
        keepNotFound(before, moment)
        return
      case 'not_this_service': {
        // Creates may be fine while the status path is wrong: keep asking, slower; nothing is settled by it.
        desk.answered()
        defer(before, moment)
        return
      }
      default:
        store.accounts.defer(
          before.id,
          before.state,
          moment.now + Math.max(desk.noAnswer(answer, before.tries), 1000),
        )
    }
  }

  function keepRecord(before: Account, found: Found, moment: Moment): void {
    const attempt = store.sending.oursSince(before.id)
    const attemptStartedAt =
      attempt === null ? null : attempt.started_at + (attempt.skew_ms ?? found.skewMs ?? 0)
    const move = decideRecord(found.record, { account: before, attemptStartedAt }, moment)
    if (move !== null) {
      quietSince.delete(before.id)
      carryOut(before, move, moment)
      return
    }
    if (before.state === 'unconfirmed') {
      keepNotFound(before, moment)
      return
    }
    store.accounts.move(before.id, 'watching', 'watching', {
      service_status: found.record.status,
      service_event: found.record.latest_event?.event ?? null,
    })
    defer(before, moment)
  }

  function carryOut(before: Account, move: Move, moment: Moment): void {
    const row = store.accounts.rowsOf(before.id)[0] ?? null
    store.sending.together(() => {
      store.accounts.move(before.id, before.state, move.to, move.fields)
      if (move.problems !== null) {
        const placed = move.problems.list.map((problem) => ({
          ...problem,
          place: { kind: 'account', row } as const,
        }))
        store.accounts.replaceProblems(before.id, before.batch_id, move.problems.source, placed)
      }
      if (move.event !== null)
        store.accounts.addEvent(moment.now, before.batch_id, before.id, move.event.kind, move.event.detail)
    })
  }

  function keepNotFound(before: Account, moment: Moment): void {
    const since = quietSince.get(before.id)
    const quiet = since === undefined ? null : clock.monotonic() - since
    const next = decideNotFound(before, quiet, moment)
    if (next.kind === 'send_again') {
      quietSince.delete(before.id)
      store.sending.together(() => {
        store.accounts.move(before.id, 'unconfirmed', 'queued', {
          due_at: moment.now,
          tries: 0,
          not_found_at: null,
          doubt: 0,
        })
        store.accounts.addEvent(moment.now, before.batch_id, before.id, 'not_received', {})
      })
      return
    }
    if (next.kind === 'rest') {
      quietSince.set(before.id, clock.monotonic())
      store.accounts.move(before.id, 'unconfirmed', 'unconfirmed', { not_found_at: moment.now })
    }
    store.accounts.defer(before.id, before.state, next.dueAt)
  }

  function defer(before: Account, moment: Moment): void {
    const { limits, random, now } = moment
    store.accounts.defer(
      before.id,
      before.state,
      now + pollInterval(before.tries, limits.pollFirstMs, limits.pollLongestMs, random),
    )
  }

  return {
    start(now) {
      for (const state of ['unconfirmed', 'watching'] as const) {
        const id = store.sending
          .toRead(connectionId, state, now, underWay.size + 1)
          .find((candidate) => !underWay.has(candidate))
        if (id === undefined) continue
        underWay.add(id)
        const drop = (): void => void underWay.delete(id)
        return { run: (slot) => read(id, slot).finally(drop), drop }
      }
      return null
    },
  }
}
