// How a batch is being sent and watched, as people see it: plan, waves, what stopped it, pace, what needs a look.
import type { BatchView } from '../../shared/contract.ts'
import type { ConnectionSettings } from '../../shared/connection.ts'
import type { StoredBatch } from './store/batches.ts'
import type { Store } from './store/store.ts'
import { wavesView } from './wave-views.ts'

/** `concurrency`: requests under way at most, by the settings of its connection. */
export function sendingView(
  store: Store,
  batch: StoredBatch,
  settings: ConnectionSettings | null,
): Pick<BatchView, 'sending'> {
  const limit = settings?.limits.concurrency ?? 0
  return {
    sending: {
      ...wavesView(store, batch.id),
      pace: {
        requestsPerSecond: null,
        sentPerMinute: null,
        concurrency: { now: limit, limit },
        waiting: null,
        slowedBy: null,
        sendingLeft: null,
        settlingLeft: null,
      },
    },
  }
}
