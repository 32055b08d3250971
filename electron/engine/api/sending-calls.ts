// API calls about sending a batch: its plan, releasing and cancelling waves, and resuming after a brake has stopped
// it.
import { checkExpected } from '../system/expected-version.ts'
import type { Result } from '../system/failure.ts'
import { applyBrakes } from '../sending/waves/brake-feed.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { StoredConnection } from '../store/sending/connections.ts'
import { refusalOfRelease } from '../fixing/version-merge/version-view.ts'
import { sendingVersion, wavesView } from './views/wave-views.ts'
import { batchOf, type CallContext, connectionOf, openBatch, os, unwrap } from './call-context.ts'
import { message, type Message } from '../../../shared/texts/message.ts'

export function sendingCalls(context: CallContext) {
  const { store, clock, waves, eventBus } = context
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
      eventBus.batchChanged(id)
    }),
    release: calls.release.handler(async ({ input, errors }) => {
      const batch = openBatch(context, input.batch, errors)
      const refused = refusalOfRelease(store, batch.id)
      if (refused !== null) unwrap(refused, errors)
      const connection = connectionOf(context, batch.connectionId, errors)
      unwrap(checkRelease(context, batch, connection, input.expected), errors)
      return unwrap(await waves.release(batch, input.limit), errors)
    }),
    cancelQueued: calls.cancelQueued.handler(async ({ input, errors }) => {
      const { batch, ...what } = input
      const taken = await waves.cancelQueued(batchOf(context, batch, errors).id, what)
      return { cancelled: unwrap(taken, errors) }
    }),
    goOn: calls.goOn.handler(async ({ input, errors }) => {
      const batch = openBatch(context, input.batch, errors)
      const connection = connectionOf(context, batch.connectionId, errors)
      const version = sendingVersion(batch, connection, wavesView(store, batch.id))
      const why = (): Message => message('system.batch_changed_before_go_on', { batch: batch.id })
      unwrap(checkExpected(input.expected, version, why), errors)
      await waves.goOn(batch)
    }),
  }
}

/**
 * Refuses if a wave was released automatically, a brake stopped the batch, or settings were saved since the person saw
 * the button: then something else would be sent.
 */
function checkRelease(
  { store }: CallContext,
  batch: StoredBatch,
  connection: StoredConnection,
  expected: string | undefined,
): Result<void> {
  const view = wavesView(store, batch.id)
  return checkExpected(expected, sendingVersion(batch, connection, view), () => {
    const { settings, environment } = connection
    return message('system.batch_changed_before_release', {
      batch: batch.id,
      wave: (view.waves.at(-1)?.number ?? 0) + 1,
      url: settings.baseUrl,
      environment,
      supplier_is_set: batch.supplier === null ? 'no' : 'yes',
      supplier: batch.supplier ?? '',
    })
  })
}
