// Finds other batches with the same file or some of the same accounts, merged into one list. Pure functions.
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { SharedAccounts } from '../../../shared/contract/views.ts'

export type OtherBatch = SharedAccounts & {
  readonly sameFile: boolean
  /** Milliseconds since 1970; null if the batch no longer exists. */
  readonly openedAt: number | null
}

/** Those of which most was sent first, then those with most accounts in common. */
export function otherBatches(
  batch: Pick<BatchView, 'sameFileAs'>,
  shared: readonly SharedAccounts[],
  batches: readonly Pick<BatchView, 'id' | 'name' | 'createdAt'>[],
): readonly OtherBatch[] {
  const known = shared.map((one) => ({
    ...one,
    sameFile: batch.sameFileAs.includes(one.batch),
    openedAt: batches.find(({ id }) => id === one.batch)?.createdAt ?? null,
  }))
  const others = batches
    .filter(({ id }) => batch.sameFileAs.includes(id) && !shared.some((one) => one.batch === id))
    .map(({ id, name, createdAt }) => ({
      batch: id,
      name,
      accounts: 0,
      sent: 0,
      sameFile: true,
      openedAt: createdAt,
    }))
  return [...known, ...others].sort(
    (one, two) => two.sent - one.sent || two.accounts - one.accounts || one.batch - two.batch,
  )
}
