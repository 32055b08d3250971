// View of the accounts in progress that need a person. The counts use indexes and cost what they count. Where that is
// much they are computed at most once a second, and a caller that got an older view is told when a newer one is due.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { limitsOf } from './account-lines.ts'
import type { Clock } from '../system/clock.ts'
import type { ReadTrouble } from '../sending/read-trouble.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'

export type Processing = BatchView['processing']

type Counted = Omit<Processing, 'cannotRead'>

const keptMs = 1000
/** Fewer are counted each time. */
const few = 5000

export function createWatchView(options: {
  readonly store: Store
  readonly clock: Clock
  /** A batch's counts are to be asked for again. */
  readonly changed: (batch: number) => void
  readonly readTrouble: (connection: number) => ReadTrouble | null
}): (batch: StoredBatch) => Processing {
  const { store, clock, changed } = options
  const kept = new Map<number, { readonly at: number; readonly counted: Counted; reported: boolean }>()

  function count(batch: StoredBatch): Counted {
    const { stuckAfterMs } = limitsOf(store, batch.connectionId)
    const mindChanged = store.processing.mindChanged(batch.id, 0)
    const rechecking = store.rechecks.waiting(batch.id)
    const asked = store.rechecks.find(batch.id, 'done')
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
    const last = kept.get(batch.id)
    if (last !== undefined && now - last.at < keptMs) {
      if (!last.reported) {
        last.reported = true
        clock.after(keptMs - (now - last.at), () => changed(batch.id))
      }
      return last.counted
    }
    const counted = count(batch)
    const { stuck, mindChanged, rechecking, sharedIdentifiers } = counted
    if (stuck + mindChanged + rechecking + sharedIdentifiers < few) kept.delete(batch.id)
    else kept.set(batch.id, { at: now, counted, reported: false })
    return counted
  }

  return (batch) => {
    const trouble = batch.connectionId === null ? null : options.readTrouble(batch.connectionId)
    return { ...counts(batch), cannotRead: trouble }
  }
}
