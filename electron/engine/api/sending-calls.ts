// API calls about sending a batch: its plan, releasing and cancelling waves, and resuming after a brake has stopped
// it.
import type { Environment } from '../../../shared/sending/connection.ts'
import type { ShownRelease } from '../../../shared/contract/contract.ts'
import { failed } from '../system/failure.ts'
import { applyBrakes } from '../sending/waves/brake-feed.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { StoredConnection } from '../store/sending/connections.ts'
import { refusalOfRelease } from '../fixing/version-merge/version-view.ts'
import { wavesView } from './wave-views.ts'
import { batchOf, type CallContext, connectionOf, openBatch, os, unwrap } from './call-context.ts'

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
      const changed =
        input.shown === undefined ? null : changedSince({ context, batch, connection, shown: input.shown })
      if (changed !== null) unwrap(changed, errors)
      return unwrap(await waves.release(batch, input.limit), errors)
    }),
    cancelQueued: calls.cancelQueued.handler(async ({ input, errors }) => {
      const { batch, ...what } = input
      const taken = await waves.cancelQueued(batchOf(context, batch, errors).id, what)
      return { cancelled: unwrap(taken, errors) }
    }),
    goOn: calls.goOn.handler(async ({ input, errors }) => {
      const batch = openBatch(context, input.batch, errors)
      const { stoppedAt } = input
      const stop = store.waves.stop(batch.id)
      if (stop !== null && stoppedAt !== undefined && stop.at !== stoppedAt)
        unwrap(anotherStop(batch.id), errors)
      await waves.goOn(batch)
    }),
  }
}

function anotherStop(batch: number) {
  return failed(
    'input',
    'changed_since_shown',
    `Nothing goes on: another brake stopped batch ${batch} since. Look at what stopped it now, then say go on.`,
  )
}

const environmentWords: Readonly<Record<Environment, string>> = {
  practice: ', which is the practice service,',
  test: ', which is a test system,',
  production: ', which is production,',
}

/**
 * Refuses if a wave was released automatically, or settings were saved, since the person saw the button: then
 * something else would be sent.
 */
function changedSince(now: {
  readonly context: CallContext
  readonly batch: StoredBatch
  readonly connection: StoredConnection
  readonly shown: ShownRelease
}) {
  const { batch, shown } = now
  const { settings, environment } = now.connection
  const last = wavesView(now.context.store, batch.id).waves.at(-1)?.number ?? 0
  const { connection } = shown
  const isThere =
    connection.id === batch.connectionId &&
    connection.baseUrl === settings.baseUrl &&
    connection.environment === environment &&
    shown.supplier === batch.supplier
  if (last === shown.after && isThere) return null
  const what = isThere
    ? 'another wave was released or cancelled meanwhile'
    : `it goes to ${settings.baseUrl}${environmentWords[environment]} under ${batch.supplier ?? 'the suppliers of its file'} by now`
  return failed(
    'input',
    'changed_since_shown',
    `Nothing was released. Batch ${batch.id} changed since it was shown: ${what}. Look at it again, then release.`,
  )
}
