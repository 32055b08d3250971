// Starts one attempt as the engine does: its intent is written in its own transaction.
import type { Store } from '../../../electron/engine/store/store.ts'

/** Null when the account's stored bytes differ from those that were built: it is held. */
export function beginAttempt(store: Store, id: number, now: number, skewMs: number | null) {
  return store.sending.together(() => store.sending.begin(store.accounts.get(id), now, skewMs))
}
