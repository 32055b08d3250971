// Revalidates a queued account just before its create, if its validation is too old for the connection or was for
// another payload. The payload validated is the one that will be sent. The validation and the create's intent are
// written in one transaction, and the create uses the slot that the validation frees. An account cancelled, held or
// edited meanwhile is left as it is.
//
// queued ──old validation──▶ validate ──accepted──▶ queued, validated now ──▶ create
//                               └──rejected──▶ rejected, counted by the brakes
import type { Account } from '../store/accounts/account-row.ts'
import { backoff } from './limits/backoff.ts'
import type { RequestContext, Slot, Started, Work } from './request-context.ts'
import {
  recordRejection,
  type Refusal,
  isStillCurrent,
  rejectionVerdict,
  noteServiceAnswer,
} from './record-rejection.ts'
import { closedPause } from './waves/supplier-pauses.ts'

export type Revalidate = Work & {
  /** Accounts being revalidated, which must not be picked for anything else. */
  readonly underWay: ReadonlySet<number>
  /** True if the account must be validated before it is sent. */
  isDue(account: Account, now: number): boolean
}

export function createRevalidate(requestContext: RequestContext): Revalidate {
  const { store, client, clock, connectionId } = requestContext
  const { validationMaxAgeMs: maxAge } = requestContext.limits
  const underWay = new Set<number>()

  function isDue({ id, payload_id: payload }: Account, now: number): boolean {
    const verdict = payload === null ? null : store.history.verdictOn(id, payload)
    if (verdict === null) return true
    // A validation time in the future means that the clock was set: its age is unknown.
    return maxAge !== null && (verdict.at > now || now - verdict.at > maxAge)
  }

  async function revalidate(before: Account, slot: Slot): Promise<void> {
    const { id, payload_id: payload } = before
    if (payload === null) throw new Error(`Account ${id} is queued without a payload`)
    const answer = await client.validate(store.accounts.bytes(payload).body)
    const now = clock.now()
    noteServiceAnswer(requestContext, answer)
    switch (answer.kind) {
      case 'validated':
        requestContext.answered()
        requestContext.sameRefusals.otherwise(before.supplier ?? '', id)
        slot.free()
        await requestContext.untilWritten(() => keepValidated(id, payload, now, answer.httpStatus))
        break
      case 'rejected':
        requestContext.answered()
        await requestContext.untilWritten(() => keepRefused(before, payload, answer))
        break
      case 'closed':
        requestContext.answered()
        requestContext.pause(closedPause(before.supplier ?? '', answer.closed))
        break
      default:
        store.accounts.defer(id, 'queued', now + requestContext.noAnswer(answer, before.tries))
    }
    requestContext.changed(before.batch_id)
  }

  /**
   * The account was released. If the rejection may be the supplier's, it stays queued and is validated again later.
   */
  function keepRefused(before: Account, payload: number, refusal: Refusal): void {
    const { id, tries } = before
    const isOpen =
      rejectionVerdict(requestContext, before, refusal) !== 'own' && refusal.scope === 'undocumented'
    if (isOpen) store.accounts.defer(id, 'queued', clock.now() + backoff(tries, requestContext.random))
    else recordRejection(requestContext, id, payload, refusal, 'queued')
  }

  function keepValidated(id: number, payload: number, now: number, httpStatus: number): void {
    // The account may have been cancelled or edited meanwhile.
    if (!isStillCurrent(requestContext, id, payload, 'queued')) return
    store.sending.together(() => {
      store.accounts.addValidation(id, payload, now, httpStatus, 'validated', '{}')
      store.accounts.move(id, 'queued', 'queued', { tries: 0 })
    })
    // From here on the account may be picked by the intents written in this same transaction.
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
      return { run: (slot) => revalidate(account, slot).finally(() => underWay.delete(id)) }
    },
  }
}
