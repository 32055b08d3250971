// How a batch is sent: its plan, and going on after a brake has stopped it.
import { batchOf, type CallContext, openBatch, os } from './call-context.ts'

export function sendingCalls(context: CallContext) {
  const { store, clock, office, news } = context
  const calls = os.batches
  return {
    setPlan: calls.setPlan.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      store.waves.setPlan(batch.id, input.plan)
      news.batchChanged(batch.id)
    }),
    goOn: calls.goOn.handler(async ({ input, errors }) => {
      const batch = openBatch(context, input.batch, errors)
      if (!store.waves.liftStop(batch.id)) return
      store.accounts.addEvent(clock.now(), batch.id, null, 'gone_on', {})
      await office.ensure(batch.connectionId)
      news.batchChanged(batch.id)
    }),
  }
}
