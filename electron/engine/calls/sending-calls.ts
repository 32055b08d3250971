// How a batch is sent: its plan, waves released and taken back, and going on after a brake has stopped it.
import { applyBrakes } from '../queue/brake-feed.ts'
import { refusalOfRelease } from '../versions/version-view.ts'
import { batchOf, type CallContext, openBatch, os, unwrap } from './call-context.ts'

export function sendingCalls(context: CallContext) {
  const { store, clock, waves, news } = context
  const calls = os.batches
  return {
    setPlan: calls.setPlan.handler(({ input, errors }) => {
      const { id } = batchOf(context, input.batch, errors)
      const { plan } = input
      const before = store.waves.plan(id)
      store.sending.together(() => {
        store.waves.setPlan(id, plan)
        if (JSON.stringify(before) === JSON.stringify(plan)) return
        store.accounts.addEvent(clock.now(), id, null, 'plan_set', { ...plan })
        applyBrakes(store, id, plan.brakes, clock.now())
      })
      waves.changed(id)
      news.batchChanged(id)
    }),
    release: calls.release.handler(async ({ input, errors }) => {
      const batch = openBatch(context, input.batch, errors)
      const refused = refusalOfRelease(store, batch.id)
      if (refused !== null) unwrap(refused, errors)
      return unwrap(await waves.release(batch, input.limit), errors)
    }),
    takeBack: calls.takeBack.handler(async ({ input, errors }) => {
      const { batch, ...what } = input
      const taken = await waves.takeBack(batchOf(context, batch, errors).id, what)
      return { takenBack: unwrap(taken, errors) }
    }),
    goOn: calls.goOn.handler(async ({ input, errors }) => {
      await waves.goOn(openBatch(context, input.batch, errors))
    }),
  }
}
