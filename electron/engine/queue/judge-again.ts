// Judging anew just before the create, where the service's last word is older than the connection allows, or was about
// other bytes: the very bytes that will be sent. What is cleared by it is the first in the queue that may be sent, so its
// intent is written in the same transaction as its judgement, and it goes on the place that the judgement frees. An
// account that was taken back, held or edited meanwhile is left as it is.
//
//   queued ──old judgement──▶ validate ──yes──▶ queued, judged now ──▶ create
//                                └──no──▶ refused, counted by the brakes
import type { Account } from '../store/account-row.ts'
import { backoff } from './backoff.ts'
import type { Desk, Slot, Started, Work } from './desk.ts'
import { judge, type Refusal, stillAsks, whoseRefusal, noteProper } from './judge.ts'
import { closedPause } from './supplier-pauses.ts'

export type JudgeAgain = Work & {
  /** Accounts that are being judged anew: nobody else picks them. */
  readonly underWay: ReadonlySet<number>
  /** The account is judged before it is sent. */
  isDue(account: Account, now: number): boolean
}

export function createJudgeAgain(desk: Desk): JudgeAgain {
  const { store, client, clock, connectionId } = desk
  const { judgementMaxAgeMs: maxAge } = desk.limits
  const underWay = new Set<number>()

  function isDue({ payload_id, judged_payload_id, judged_at }: Account, now: number): boolean {
    if (payload_id === null || judged_payload_id !== payload_id || judged_at === null) return true
    // A judgement from the future is of a clock that was set since: its age is not known.
    return maxAge !== null && (judged_at > now || now - judged_at > maxAge)
  }

  async function judgeAgain(before: Account, slot: Slot): Promise<void> {
    const { id, payload_id: payload } = before
    if (payload === null) throw new Error(`Account ${id} is queued without a payload`)
    const answer = await client.validate(store.accounts.bytes(payload).body)
    const now = clock.now()
    noteProper(desk, answer)
    switch (answer.kind) {
      case 'cleared':
        desk.answered()
        desk.sameRefusals.otherwise(before.supplier ?? '', id)
        slot.free()
        await desk.untilWritten(() => keepCleared(id, payload, now, answer.httpStatus))
        break
      case 'refused':
        desk.answered()
        await desk.untilWritten(() => keepRefused(before, payload, answer))
        break
      case 'closed':
        desk.answered()
        desk.pause(closedPause(before.supplier ?? '', answer.closed))
        break
      default:
        store.accounts.defer(id, 'queued', now + desk.noAnswer(answer, before.tries))
    }
    desk.changed(before.batch_id)
  }

  /** It was released: where the refusal may be everybody's it stays queued, and is asked about again. */
  function keepRefused(before: Account, payload: number, refusal: Refusal): void {
    const { id, tries } = before
    const isOpen = whoseRefusal(desk, before, refusal) !== 'own' && refusal.scope === 'undocumented'
    if (isOpen) store.accounts.defer(id, 'queued', clock.now() + backoff(tries, desk.random))
    else judge(desk, id, payload, refusal, 'queued')
  }

  function keepCleared(id: number, payload: number, now: number, httpStatus: number): void {
    // The answer may be for an account that is no longer to be sent, or not with these bytes.
    if (!stillAsks(desk, id, payload, 'queued')) return
    store.sending.together(() => {
      store.accounts.addJudgement(id, payload, now, httpStatus, 'cleared', '{}')
      store.accounts.move(id, 'queued', 'queued', { judged_payload_id: payload, judged_at: now, tries: 0 })
    })
    // From here on it may be picked: by whoever writes intents in this very transaction.
    underWay.delete(id)
  }

  return {
    underWay,
    isDue,
    start(now): Started | null {
      const id = store.sending.nextQueued(connectionId, now, underWay)
      if (id === null) return null
      const account = store.accounts.get(id)
      if (!isDue(account, now)) return null
      underWay.add(id)
      return { run: (slot) => judgeAgain(account, slot).finally(() => underWay.delete(id)) }
    },
  }
}
