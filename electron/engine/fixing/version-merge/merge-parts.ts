// What the jobs of a merge share: their parts, their one lane, and the effects of a reconciled account on its
// duplicates. Batches may be versions of each other, so at most one of these jobs runs at a time.
import type { Clock } from '../../system/clock.ts'
import type { Editing } from '../../accounts/editing.ts'
import type { Store } from '../../store/store.ts'
import type { LineAccount } from '../../store/fixing/version-marks.ts'
import type { LineContext } from './in-line.ts'

export type MergeParts = {
  readonly store: Store
  readonly clock: Clock
  readonly editing: () => Pick<Editing, 'finishDecided'>
  readonly changed: (batch: number) => void
  /** Rebuilds the marked accounts in the background. */
  readonly validateLater: (batch: number) => void
}

export const versionsLane = (): string => 'versions'

/** Null if the batch is not a newer version of another, or one of them was removed. */
export function lineContextOf({ store, clock }: MergeParts, batch: number | null): LineContext | null {
  if (batch === null) return null
  const { earlier, number } = store.versions.of(batch)
  return earlier === null ? null : { store, now: clock.now(), batch, number, earlier }
}

/** Updates duplicates of accounts that were excluded or released since these were read; in their transaction. */
export function updateDuplicates({ store, editing }: MergeParts, accounts: readonly LineAccount[]): void {
  const flipped = accounts.filter(({ id, excluded }) => {
    const now = store.accounts.find(id)
    return now !== null && now.excluded !== excluded
  })
  for (const [id, some] of Map.groupBy(flipped, (one) => store.accounts.get(one.id).batch_id)) {
    const batch = store.batches.get(id)
    if (batch !== null)
      editing().finishDecided(
        batch,
        some.map((one) => one.id),
      )
  }
}

/** After a step: accounts of either batch may have to be rebuilt. */
export function rebuildBoth({ store, validateLater }: MergeParts, batch: number | null): void {
  if (batch === null) return
  const { earlier } = store.versions.of(batch)
  validateLater(batch)
  if (earlier !== null) validateLater(earlier)
}

/** Tells windows of the batch and of its earlier version. */
export function tellBoth({ store, changed }: MergeParts, batch: number | null): void {
  if (batch === null) return
  const { earlier } = store.versions.of(batch)
  changed(batch)
  if (earlier !== null) changed(earlier)
}

/** One line in the timeline of each batch; the changes of an account are in its own history. */
export function addMergeEvents(
  { store, clock }: Pick<MergeParts, 'store' | 'clock'>,
  batch: number,
  earlier: number,
  kind: 'merged' | 'merge_reverted',
): void {
  const { done, waits, replaced, gone } = store.versionMarks.counts(batch)
  store.accounts.addEvent(clock.now(), batch, null, kind, { earlier, done, waits, replaced, gone })
  store.accounts.addEvent(clock.now(), earlier, null, kind, { later: batch, replaced, gone })
}
