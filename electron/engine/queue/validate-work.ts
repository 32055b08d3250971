// Judging by the service: each ready account of a batch that is being validated, for the very payload that it has.
// An answer for bytes that were changed meanwhile is thrown away.
import type { Desk, Work } from './desk.ts'
import { judge, stillAsks } from './judge.ts'

export function createValidateWork(desk: Desk): Work {
  const { store, client, clock, connectionId } = desk
  const underWay = new Set<number>()

  async function validate(id: number): Promise<void> {
    const before = store.accounts.get(id)
    if (before.payload_id === null) throw new Error(`Account ${id} is ready without a payload`)
    const payload = store.accounts.bytes(before.payload_id)
    const answer = await client.validate(payload.body)
    const now = clock.now()
    if (!stillAsks(desk, id, payload.id, 'ready')) return
    switch (answer.kind) {
      case 'cleared':
        desk.answered()
        await desk.untilWritten(() =>
          store.sending.together(() => {
            if (!stillAsks(desk, id, payload.id, 'ready')) return
            store.accounts.addJudgement(id, payload.id, now, answer.httpStatus, 'cleared', '{}')
            store.accounts.replaceProblems(id, before.batch_id, 'validate', [])
            store.accounts.move(id, 'ready', 'cleared', {
              judged_payload_id: payload.id,
              judged_at: now,
              wanted: 0,
              due_at: 0,
              tries: 0,
            })
          }),
        )
        break
      case 'refused':
        desk.answered()
        await desk.untilWritten(() => judge(desk, id, payload.id, answer, 'ready'))
        break
      case 'closed':
        desk.answered()
        desk.pause({
          supplier: before.supplier ?? '',
          reason: 'supplier_closed',
          code: answer.code,
          message: answer.message,
        })
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

  return {
    start(now) {
      for (const batch of store.sending.validatingBatches(connectionId)) {
        const id = store.sending
          .toValidate(batch, now, underWay.size + 1)
          .find((candidate) => !underWay.has(candidate))
        if (id === undefined) {
          if (batch.all) finishBatch(batch.id)
          continue
        }
        underWay.add(id)
        return validate(id).finally(() => underWay.delete(id))
      }
      return null
    },
  }
}
