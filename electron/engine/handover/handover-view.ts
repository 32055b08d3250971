// Where a batch is, for the window and the command line.
import type { HandoverView } from '../../../shared/contract/handover.ts'
import type { Store } from '../store/store.ts'

/** Null: the batch was never handed over or received. */
export function handoverViewOf({ handovers }: Pick<Store, 'handovers'>, batch: number): HandoverView | null {
  const stored = handovers.of(batch)
  if (stored === null) return null
  const { state, at, operator, path, chain, digest, way, takenBy } = stored
  return { state, at, operator, path, generation: chain.length, digest, way, takenBy }
}
