// Applies the repairs of the earlier version as one edit of the newer batch: those carried over, and those that a
// person chose or typed in a conflict. A cell already edited in the newer batch stays unchanged.
import type { Editing } from '../../accounts/editing.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { EditCell } from '../../store/fixing/edits.ts'
import type { Store } from '../../store/store.ts'

type Context = { readonly store: Store; readonly editing: Editing }

export function repairsOf(store: Store, batch: number): { cells: EditCell[]; accounts: number[] } {
  const comparison = store.versionLines.comparison(batch)
  const found = comparison === null ? [] : store.versionLines.toLay(batch, comparison.first)
  const accounts = new Set<number>()
  const cells = found.map(({ sheet, row, col, after, account }) => {
    if (account !== null) accounts.add(account)
    return { sheet, row, col, before: null, after, asRead: false }
  })
  return { cells, accounts: [...accounts] }
}

/** Reason why the edit would be refused, before anything is written. */
export function refusalOfRepairs(
  { store, editing }: Context,
  batch: StoredBatch,
  forgetUndone: boolean,
): Result<void> {
  const { cells } = repairsOf(store, batch.id)
  if (cells.length === 0) return success(undefined)
  const refusal = editing.refusalOf(batch, cells) ?? (forgetUndone ? null : editing.wouldBeLost(batch))
  return refusal === null ? success(undefined) : failed(refusal.kind, refusal.code, refusal.message)
}

/** Applies the edit; returns its number, or null if there is nothing to carry over. */
export function layRepairs(
  { store, editing }: Context,
  batch: StoredBatch,
  number: number,
  forgetUndone: boolean,
): Result<number | null> {
  const { cells, accounts } = repairsOf(store, batch.id)
  if (cells.length === 0) return success(null)
  const words = `Repairs carried over from version ${number - 1}`
  const laid = editing.lay(batch, words, cells, accounts, { forgetUndone })
  return laid.ok ? success(laid.value.edit) : laid
}
