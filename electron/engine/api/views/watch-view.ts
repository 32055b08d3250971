// View of the watched accounts that need attention. Counts use indexes and cost in proportion to what they count.
// Expensive counts are made at most once a second, and a caller that got an older view is notified when a newer one
// exists.
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { limitsOf } from '../../accounts/account-lines.ts'
import type { Clock } from '../../system/clock.ts'
import type { ReadTrouble } from '../../sending/status/read-trouble.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'

export type Processing = BatchView['processing']

type Counted = Omit<Processing, 'cannotRead'>

const cacheMs = 1000
/** Below this number, accounts are counted on each call. */
const few = 5000

export function createWatchView(options: {
  readonly store: Store
  readonly clock: Clock
  /** Announces that a batch's counts should be read again. */
  readonly changed: (batch: number) => void
  readonly readTrouble: (connection: number) => ReadTrouble | null
}): (batch: StoredBatch) => Processing {
  const { store, clock, changed } = options
  const cachedCounts = new Map<
    number,
    { readonly at: number; readonly counted: Counted; isNotified: boolean }
  >()

  function count(batch: StoredBatch): Counted {
    const { stuckAfterMs } = limitsOf(store, batch.connectionId)
    const mindChanged = store.processing.mindChanged(batch.id, 0)
    const rechecking = store.rechecks.waiting(batch.id)
    const asked = store.rechecks.find(batch.id)
    return {
      stuck: store.processing.stuck(batch.id, stuckAfterMs, clock.now()),
      mindChanged,
      mindChangedSinceReport:
        mindChanged === 0 ? 0 : store.processing.mindChanged(batch.id, batch.report?.at ?? 0),
      sharedIdentifiers: store.sharedIdentifiers.count(batch.id),
      rechecking,
      looking:
        asked === null
          ? null
          : { at: asked.at, accounts: Math.max(asked.accounts, rechecking), left: rechecking },
    }
  }

  function counts(batch: StoredBatch): Counted {
    const now = clock.monotonic()
    const last = cachedCounts.get(batch.id)
    if (last !== undefined && now - last.at < cacheMs) {
      if (!last.isNotified) {
        last.isNotified = true
        clock.after(cacheMs - (now - last.at), () => changed(batch.id))
      }
      return last.counted
    }
    const counted = count(batch)
    const { stuck, mindChanged, rechecking, sharedIdentifiers } = counted
    if (stuck + mindChanged + rechecking + sharedIdentifiers < few) cachedCounts.delete(batch.id)
    else cachedCounts.set(batch.id, { at: now, counted, isNotified: false })
    return counted
  }

  return (batch) => {
    const trouble = batch.connectionId === null ? null : options.readTrouble(batch.connectionId)
    return { ...counts(batch), cannotRead: trouble }
  }
}
