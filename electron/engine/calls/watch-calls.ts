// Looking again, and the story of one account's requests.
import { createHash } from 'node:crypto'
import { paths } from '../../../shared/service.ts'
import { failed } from '../failure.ts'
import { batchOf, type CallContext, openBatch, os, unwrap } from './call-context.ts'

export function watchCalls(context: CallContext) {
  const { store, clock, office, news } = context
  const calls = os.batches
  return {
    lookAgain: calls.lookAgain.handler(async ({ input, errors }) => {
      const batch = openBatch(context, input.batch, errors)
      const accounts =
        input.what === 'watched'
          ? store.watching.readNow(batch.id, clock.now())
          : store.watching.lookAgain(batch.id, clock.now())
      await office.ensure(batch.connectionId)
      news.batchChanged(batch.id)
      return { accounts }
    }),
    stopLooking: calls.stopLooking.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      store.watching.stopLooking(batch.id)
      news.batchChanged(batch.id)
    }),
  }
}

export function accountStoryCalls({ store }: CallContext) {
  const calls = os.accounts
  return {
    attempt: calls.attempt.handler(({ input, errors }) => {
      const found = store.watching.attempt(input.account, input.number)
      const missing = failed(
        'input',
        'no_such_attempt',
        `Account ${input.account} has no attempt ${input.number}.`,
      )
      if (found === null) return unwrap(missing, errors)
      const { body, skewMs, ...attempt } = found
      return {
        ...attempt,
        method: 'POST' as const,
        path: paths.create,
        body: body === null ? null : body.toString('utf8'),
        intact: body !== null && createHash('sha256').update(body).digest('hex') === attempt.sha256,
        clockDifferenceMs: skewMs,
      }
    }),
    judgements: calls.judgements.handler(({ input }) => store.watching.judgements(input.account)),
  }
}
