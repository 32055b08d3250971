// Validates accounts: asks the service about the current payload of each unvalidated account of a batch being
// validated. The answer is dropped if the payload changed during the request. In batches that are validated as they
// are edited, edited accounts are validated in the background: only when nothing else is due, and within a separate
// budget.
import type { Account } from '../../store/accounts/account-row.ts'
import type { RequestContext, Slot, Started, Work } from '../request-context.ts'
import { recordRejection, noteServiceAnswer, isStillCurrent, rejectionVerdict } from './record-rejection.ts'
import type { ValidateAnswer } from '../service-client/service-client.ts'
import { closedPause } from '../waves/supplier-pauses.ts'

const minute = 60_000

/** Number of accounts fetched from the store at once. */
const pageSize = 32

/** `edited` validates edited accounts in the background. */
export type ValidateWork = Work & {
  readonly edited: Work & {
    /** Milliseconds until the budget allows one more; null if it allows one now. */
    wait(): number | null
  }
}

type Validating = {
  readonly context: RequestContext
  /** Accounts being validated. */
  readonly underWay: Set<number>
  /** Ids fetched from the store; each is checked again before its request. */
  next: number[]
  /** Start times of background validations in the last minute, by the monotonic clock, and how many are under way. */
  readonly startTimes: number[]
  backgroundCount: number
}

export function createValidateWork(context: RequestContext): ValidateWork {
  const validating: Validating = {
    context,
    underWay: new Set(),
    next: [],
    startTimes: [],
    backgroundCount: 0,
  }
  return {
    edited: {
      wait: () => waitForBudget(validating),
      start: (now) => startInBackground(validating, now),
    },
    start: (now) => startNext(validating, now),
  }
}

function startNext(validating: Validating, now: number): Started | null {
  const { context, underWay } = validating
  if (validating.next.length === 0) validating.next = findNext(validating, now)
  for (let id = validating.next.shift(); id !== undefined; id = validating.next.shift()) {
    if (!underWay.has(id) && context.store.sending.mayValidate(id, now)) return started(validating, id)
    if (validating.next.length === 0) validating.next = findNext(validating, now)
  }
  return null
}

/** The next ids, from the first batch that has any. */
function findNext({ context, underWay }: Validating, now: number): number[] {
  const { store, connectionId } = context
  for (const batch of store.sending.validatingBatches(connectionId)) {
    const found = store.sending
      .toValidate(batch, now, underWay.size + pageSize)
      .filter((id) => !underWay.has(id))
    if (found.length > 0) return found
    // Nothing was validated by which windows would learn it.
    if (batch.all && finishBatch(context, batch.id)) context.changed(batch.id)
  }
  return []
}

function startInBackground(validating: Validating, now: number): Started | null {
  const { context, underWay } = validating
  // Half of the slots stay free for what a person asks for meanwhile.
  const most = Math.max(1, Math.floor(context.limits.concurrency / 2))
  if (validating.backgroundCount >= most || waitForBudget(validating) !== null) return null
  const id = context.store.validateEdited
    .next(context.connectionId, now, underWay.size + 1)
    .find((candidate) => !underWay.has(candidate))
  if (id === undefined) return null
  validating.backgroundCount += 1
  validating.startTimes.push(context.clock.monotonic())
  return started(validating, id, () => {
    validating.backgroundCount -= 1
  })
}

/** Milliseconds until the budget of background validations per minute allows one more; null if it does now. */
function waitForBudget({ context, startTimes }: Validating): number | null {
  const now = context.clock.monotonic()
  while (startTimes[0] !== undefined && startTimes[0] <= now - minute) startTimes.shift()
  const [first] = startTimes
  if (startTimes.length < context.limits.validateEditedPerMinute) return null
  return first === undefined ? minute : Math.max(1, first + minute - now)
}

function started(
  { context, underWay }: Validating,
  id: number,
  ended: () => void = () => undefined,
): Started {
  underWay.add(id)
  const drop = (): void => {
    underWay.delete(id)
    ended()
  }
  return { run: (slot) => validate(context, id, slot).finally(drop) }
}

async function validate(context: RequestContext, id: number, slot: Slot): Promise<void> {
  const { store, client, clock } = context
  const before = store.accounts.get(id)
  if (before.payload_id === null) throw new Error(`Account ${id} is ready without a payload`)
  const payload = store.accounts.bytes(before.payload_id)
  const answer = await context.unlessClosing(client.validate(payload.body))
  if (answer === null) return
  const now = clock.now()
  noteServiceAnswer(context, answer)
  switch (answer.kind) {
    case 'validated':
      context.answered()
      context.sameRefusals.otherwise(before.supplier ?? '', id)
      slot.free()
      await context.untilWritten(() => storeValidated(context, before, payload.id, answer, now), 'soon')
      break
    case 'rejected':
      context.answered()
      // Before the slot is freed: this rejection may pause the supplier, and the next request may be for it.
      rejectionVerdict(context, before, answer)
      slot.free()
      await context.untilWritten(() => recordRejection(context, id, payload.id, answer, 'unvalidated'))
      break
    case 'closed':
      context.answered()
      context.pause(closedPause(before.supplier ?? '', answer.closed), id)
      break
    default:
      store.accounts.defer(id, 'unvalidated', now + context.noAnswer(answer, before.tries, id))
  }
  finishBatch(context, before.batch_id)
  context.changed(before.batch_id)
}

function storeValidated(
  context: RequestContext,
  { id, batch_id }: Account,
  payload: number,
  { httpStatus }: Extract<ValidateAnswer, { kind: 'validated' }>,
  now: number,
): void {
  const { store } = context
  store.sending.together(() => {
    if (!isStillCurrent(context, id, payload, 'unvalidated')) return
    store.accounts.addValidation(id, payload, now, httpStatus, 'validated', '{}')
    store.accounts.replaceProblems(id, batch_id, 'validate', [])
    store.accounts.move(id, 'unvalidated', 'validated', {
      validation: 'none',
      due_at: 0,
      tries: 0,
    })
  })
}

/** Ends the batch's request for validation when nothing is left to validate. False: something is. */
function finishBatch({ store }: RequestContext, batch: number): boolean {
  if (store.sending.readyCount(batch) > 0) return false
  store.batches.setValidating(batch, false)
  return true
}
