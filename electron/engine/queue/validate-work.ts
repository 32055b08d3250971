// Judging by the service: each ready account of a batch that is being validated, for the very payload that it has.
// An answer for bytes that were changed meanwhile is thrown away. Accounts of a batch that is judged as it is edited are
// asked about in the background, when nothing else is due and within a budget of their own.
import type { Desk, Slot, Started, Work } from './desk.ts'
import { judge, noteProper, stillAsks, whoseRefusal } from './judge.ts'
import { closedPause } from './supplier-pauses.ts'

const minute = 60_000

/** Accounts that are looked up in one go. */
const atOnce = 32

/** `edited`: what was edited, in the background. */
export type ValidateWork = Work & {
  readonly edited: Work & {
    /** Milliseconds until the budget allows one more; null where it does now. */
    wait(): number | null
  }
}

export function createValidateWork(desk: Desk): ValidateWork {
  const { store, client, clock, connectionId } = desk
  const underWay = new Set<number>()
  const { judgeEditedPerMinute: perMinute, concurrency } = desk.limits
  /** When those of the last minute began, by the clock that is never set. */
  const begun: number[] = []
  let inBackground = 0
  /** Found already, and looked at once more before each is asked about. */
  let next: number[] = []

  async function validate(id: number, slot: Slot): Promise<void> {
    const before = store.accounts.get(id)
    if (before.payload_id === null) throw new Error(`Account ${id} is ready without a payload`)
    const payload = store.accounts.bytes(before.payload_id)
    const answer = await client.validate(payload.body)
    const now = clock.now()
    noteProper(desk, answer)
    switch (answer.kind) {
      case 'cleared':
        desk.answered()
        desk.sameRefusals.otherwise(before.supplier ?? '', id)
        slot.free()
        await desk.untilWritten(
          () =>
            store.sending.together(() => {
              if (!stillAsks(desk, id, payload.id, 'ready')) return
              store.accounts.addJudgement(id, payload.id, now, answer.httpStatus, 'cleared', '{}')
              store.accounts.replaceProblems(id, before.batch_id, 'validate', [])
              store.accounts.move(id, 'ready', 'cleared', {
                judged_payload_id: payload.id,
                judged_at: now,
                wanted: 0,
                recheck: 0,
                due_at: 0,
                tries: 0,
              })
            }),
          'soon',
        )
        break
      case 'refused':
        desk.answered()
        // Before the next one may go: it may be the last of this supplier.
        whoseRefusal(desk, before, answer)
        slot.free()
        await desk.untilWritten(() => judge(desk, id, payload.id, answer, 'ready'))
        break
      case 'closed':
        desk.answered()
        desk.pause(closedPause(before.supplier ?? '', answer.closed))
        break
      default:
        store.accounts.defer(id, 'ready', now + desk.noAnswer(answer, before.tries))
    }
    finishBatch(before.batch_id)
    desk.changed(before.batch_id)
  }

  /** The batch's wish to be validated ends when nothing is left to judge. */
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

  /** Of the last minute so many have begun that there is room for no more; milliseconds until there is. */
  function waitForBudget(): number | null {
    const now = clock.monotonic()
    while (begun[0] !== undefined && begun[0] <= now - minute) begun.shift()
    const [first] = begun
    if (begun.length < perMinute) return null
    return first === undefined ? minute : Math.max(1, first + minute - now)
  }

  const edited: ValidateWork['edited'] = {
    wait: waitForBudget,
    start(now) {
      // Room is left for what a person asks for meanwhile.
      if (inBackground >= Math.max(1, Math.floor(concurrency / 2)) || waitForBudget() !== null) return null
      const id = store.rechecks
        .next(connectionId, now, underWay.size + 1)
        .find((candidate) => !underWay.has(candidate))
      if (id === undefined) return null
      inBackground += 1
      begun.push(clock.monotonic())
      return started(id, () => {
        inBackground -= 1
      })
    },
  }

  /** The next ones, of the first batch that has any. */
  function findNext(now: number): number[] {
    for (const batch of store.sending.validatingBatches(connectionId)) {
      const found = store.sending
        .toValidate(batch, now, underWay.size + atOnce)
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
