// Validates accounts: asks the service about the current payload of each unvalidated account of a batch being
// validated. The answer is dropped if the payload changed during the request. In batches that are validated as they
// are edited, edited accounts are validated in the background: only when nothing else is due, and within a separate
// budget.
import type { RequestContext, Slot, Started, Work } from './request-context.ts'
import { recordRejection, noteServiceAnswer, isStillCurrent, rejectionVerdict } from './record-rejection.ts'
import { closedPause } from './waves/supplier-pauses.ts'

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

export function createValidateWork(requestContext: RequestContext): ValidateWork {
  const { store, client, clock, connectionId } = requestContext
  const underWay = new Set<number>()
  const { validateEditedPerMinute: perMinute, concurrency } = requestContext.limits
  /** Start times of background validations in the last minute, by the monotonic clock. */
  const startTimes: number[] = []
  let backgroundCount = 0
  /** Ids fetched from the store; each is checked again before its request. */
  let next: number[] = []

  async function validate(id: number, slot: Slot): Promise<void> {
    const before = store.accounts.get(id)
    if (before.payload_id === null) throw new Error(`Account ${id} is ready without a payload`)
    const payload = store.accounts.bytes(before.payload_id)
    const answer = await client.validate(payload.body)
    const now = clock.now()
    noteServiceAnswer(requestContext, answer)
    switch (answer.kind) {
      case 'validated':
        requestContext.answered()
        requestContext.sameRefusals.otherwise(before.supplier ?? '', id)
        slot.free()
        await requestContext.untilWritten(
          () =>
            store.sending.together(() => {
              if (!isStillCurrent(requestContext, id, payload.id, 'unvalidated')) return
              store.accounts.addValidation(id, payload.id, now, answer.httpStatus, 'validated', '{}')
              store.accounts.replaceProblems(id, before.batch_id, 'validate', [])
              store.accounts.move(id, 'unvalidated', 'validated', {
                validation: 'none',
                due_at: 0,
                tries: 0,
              })
            }),
          'soon',
        )
        break
      case 'rejected':
        requestContext.answered()
        // Before the slot is freed: this rejection may pause the supplier, and the next request may be for it.
        rejectionVerdict(requestContext, before, answer)
        slot.free()
        await requestContext.untilWritten(() =>
          recordRejection(requestContext, id, payload.id, answer, 'unvalidated'),
        )
        break
      case 'closed':
        requestContext.answered()
        requestContext.pause(closedPause(before.supplier ?? '', answer.closed))
        break
      default:
        store.accounts.defer(id, 'unvalidated', now + requestContext.noAnswer(answer, before.tries))
    }
    finishBatch(before.batch_id)
    requestContext.changed(before.batch_id)
  }

  /** Ends the batch's request for validation when nothing is left to validate. */
  function finishBatch(batch: number): void {
    if (store.sending.readyCount(batch) === 0) store.batches.setValidating(batch, false)
  }

  function started(id: number, ended: () => void = () => undefined): Started {
    underWay.add(id)
    const drop = (): void => {
      underWay.delete(id)
      ended()
    }
    return { run: (slot) => validate(id, slot).finally(drop) }
  }

  /** Milliseconds until the budget of background validations per minute allows one more; null if it does now. */
  function waitForBudget(): number | null {
    const now = clock.monotonic()
    while (startTimes[0] !== undefined && startTimes[0] <= now - minute) startTimes.shift()
    const [first] = startTimes
    if (startTimes.length < perMinute) return null
    return first === undefined ? minute : Math.max(1, first + minute - now)
  }

  const edited: ValidateWork['edited'] = {
    wait: waitForBudget,
    start(now) {
      // Half of the slots stay free for what a person asks for meanwhile.
      if (backgroundCount >= Math.max(1, Math.floor(concurrency / 2)) || waitForBudget() !== null) return null
      const id = store.validateEdited
        .next(connectionId, now, underWay.size + 1)
        .find((candidate) => !underWay.has(candidate))
      if (id === undefined) return null
      backgroundCount += 1
      startTimes.push(clock.monotonic())
      return started(id, () => {
        backgroundCount -= 1
      })
    },
  }

  /** The next ids, from the first batch that has any. */
  function findNext(now: number): number[] {
    for (const batch of store.sending.validatingBatches(connectionId)) {
      const found = store.sending
        .toValidate(batch, now, underWay.size + pageSize)
        .filter((id) => !underWay.has(id))
      if (found.length > 0) return found
      if (batch.all) finishBatch(batch.id)
    }
    return []
  }

  return {
    edited,
    start(now) {
      if (next.length === 0) next = findNext(now)
      for (let id = next.shift(); id !== undefined; id = next.shift()) {
        if (!underWay.has(id) && store.sending.mayValidate(id, now)) return started(id)
        if (next.length === 0) next = findNext(now)
      }
      return null
    },
  }
}
