// Revalidates a queued account just before its create, if its validation is too old for the connection or was for
// another payload. The payload validated is the one that will be sent. The validation and the create's intent are
// written in one transaction, and the create uses the slot that the validation frees. An account cancelled, held or
// edited meanwhile is left as it is.
//
// queued ──old validation──▶ validate ──accepted──▶ queued, validated now ──▶ create
//                               └──rejected──▶ rejected, counted by the brakes
import type { Account } from '../../store/accounts/account-row.ts'
import { backoff } from '../limits/backoff.ts'
import type { RequestContext, Slot, Started, Work } from '../request-context.ts'
import {
  recordRejection,
  type Refusal,
  isStillCurrent,
  rejectionVerdict,
  noteServiceAnswer,
} from './record-rejection.ts'
import { closedPause } from '../waves/supplier-pauses.ts'

export type Revalidate = Work & {
  /** Accounts being revalidated, which must not be picked for anything else. */
  readonly underWay: ReadonlySet<number>
  /** True if the account must be validated before it is sent. */
  isDue(account: Account, now: number): boolean
}

export function createRevalidate(context: RequestContext): Revalidate {
  const { store, connectionId, limits } = context
  const underWay = new Set<number>()
  const isDue = (account: Account, now: number): boolean =>
    isValidationOld(store, account, limits.validationMaxAgeMs, now)
  return {
    underWay,
    isDue,
    start(now): Started | null {
      const id = store.sending.nextQueued(connectionId, now, underWay)
      if (id === null) return null
      const account = store.accounts.get(id)
      if (!isDue(account, now)) return null
      underWay.add(id)
      return {
        run: (slot) => revalidate(context, underWay, account, slot).finally(() => underWay.delete(id)),
      }
    },
  }
}

/** True if the validation is of another payload, or older than `maxAge` milliseconds. */
function isValidationOld(
  store: RequestContext['store'],
  { id, payload_id: payload }: Account,
  maxAge: number | null,
  now: number,
): boolean {
  const verdict = payload === null ? null : store.history.verdictOn(id, payload)
  if (verdict === null) return true
  // A validation time in the future means that the clock was set: its age is unknown.
  return maxAge !== null && (verdict.at > now || now - verdict.at > maxAge)
}

async function revalidate(
  context: RequestContext,
  underWay: Set<number>,
  before: Account,
  slot: Slot,
): Promise<void> {
  const { store, client, clock } = context
  const { id, payload_id: payload } = before
  if (payload === null) throw new Error(`Account ${id} is queued without a payload`)
  const answer = await client.validate(store.accounts.bytes(payload).body)
  const now = clock.now()
  noteServiceAnswer(context, answer)
  switch (answer.kind) {
    case 'validated':
      context.answered()
      context.sameRefusals.otherwise(before.supplier ?? '', id)
      slot.free()
      await context.untilWritten(() => {
        // From here on the account may be picked by the intents written in this same transaction.
        if (storeValidated(context, id, payload, now, answer.httpStatus)) underWay.delete(id)
      })
      break
    case 'rejected':
      context.answered()
      await context.untilWritten(() => storeRejected(context, before, payload, answer))
      break
    case 'closed':
      context.answered()
      context.pause(closedPause(before.supplier ?? '', answer.closed), id)
      break
    default:
      store.accounts.defer(id, 'queued', now + context.noAnswer(answer, before.tries, id))
  }
  context.changed(before.batch_id)
}

/**
 * The account was released. If the rejection may be the supplier's, it stays queued and is validated again later.
 */
function storeRejected(context: RequestContext, before: Account, payload: number, refusal: Refusal): void {
  const { id, tries } = before
  const isOpen = rejectionVerdict(context, before, refusal) !== 'own' && refusal.scope === 'undocumented'
  if (isOpen) context.store.accounts.defer(id, 'queued', context.clock.now() + backoff(tries, context.random))
  else recordRejection(context, id, payload, refusal, 'queued')
}

/** False if the account was cancelled or edited meanwhile. */
function storeValidated(
  context: RequestContext,
  id: number,
  payload: number,
  now: number,
  httpStatus: number,
): boolean {
  const { store } = context
  if (!isStillCurrent(context, id, payload, 'queued')) return false
  store.sending.together(() => {
    store.accounts.addValidation(id, payload, now, httpStatus, 'validated', '{}')
    store.accounts.move(id, 'queued', 'queued', { tries: 0 })
  })
  return true
}
