// Judging by the service: each ready account of a batch that is being validated, for the very payload that it has.
// An answer for bytes that were changed meanwhile is thrown away.
import { cutMessage, type PlacingContext, place } from '../../../shared/problems.ts'
import type { ValidateAnswer } from '../service-client/service-client.ts'
import type { ServiceProblem } from '../service-client/classify.ts'
import type { PlacedProblem } from '../store/accounts.ts'
import type { Desk, Work } from './conductor.ts'

type Refusal = Extract<ValidateAnswer, { kind: 'refused' }>

export function createValidateWork(desk: Desk): Work {
  const { store, client, clock, connectionId } = desk
  const underWay = new Set<number>()

  async function validate(id: number): Promise<void> {
    const before = store.accounts.get(id)
    if (before.payload_id === null) throw new Error(`Account ${id} is ready without a payload`)
    const payload = store.accounts.payload(before.payload_id)
    const answer = await client.validate(payload.body)
    const now = clock.now()
    if (!stillAsks(desk, id, payload.id, 'ready')) return
    switch (answer.kind) {
      case 'cleared':
        desk.answered()
        await desk.untilWritten(() =>
          store.sending.together(() => {
            store.accounts.addJudgement(id, payload.id, now, answer.httpStatus, 'cleared', '{}')
            store.accounts.replaceProblems(id, before.batch_id, 'validate', [])
            store.accounts.move(id, 'ready', 'cleared', {
              judged_payload_id: payload.id,
              judged_at: now,
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
          finishBatch(batch)
          continue
        }
        underWay.add(id)
        return validate(id).finally(() => underWay.delete(id))
      }
      return null
    },
  }
}

/** Keeps a refusal: its problems at their places, the answer for a person to read. `from` is ready, or refused by a create. */
export function judge(
  desk: Desk,
  account: number,
  payloadId: number,
  refusal: Refusal,
  from: 'ready' | 'refused',
): void {
  const { store, clock } = desk
  const payload = store.accounts.payload(payloadId)
  const context: PlacingContext = {
    payload: JSON.parse(payload.body.toString('utf8')) as unknown,
    origins: payload.origins,
    omitted: payload.omitted,
    row: store.accounts.rowsOf(account)[0] ?? null,
    stripPrefix: desk.attrPrefix,
  }
  const now = clock.now()
  if (!stillAsks(desk, account, payloadId, from)) return
  store.sending.together(() => {
    const { batch_id: batch } = store.accounts.get(account)
    store.accounts.addJudgement(account, payloadId, now, refusal.httpStatus, 'refused', refusal.answer)
    store.accounts.replaceProblems(
      account,
      batch,
      'validate',
      refusal.errors.map((error) => placed(error, context)),
    )
    store.accounts.move(account, from, 'refused', {
      judged_payload_id: payloadId,
      judged_at: now,
      due_at: 0,
      tries: 0,
    })
  })
}

/** False when a person has edited the account meanwhile: the answer is for bytes that are no longer its own. */
function stillAsks(desk: Desk, id: number, payloadId: number, state: 'ready' | 'refused'): boolean {
  const account = desk.store.accounts.get(id)
  return account.payload_id === payloadId && account.state === state
}

function placed(error: ServiceProblem, context: PlacingContext): PlacedProblem {
  return {
    source: 'validate',
    attr: error.attr,
    code: error.code,
    message: cutMessage(error.detail),
    place: place(error.attr, context),
  }
}
