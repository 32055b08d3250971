// Applies the repairs of the earlier version as one edit of the newer batch: those carried over, and those that a
// person chose or typed in a conflict. A cell already edited in the newer batch stays unchanged.
import type { Editing } from '../../accounts/editing.ts'
import { type Result, success } from '../../system/failure.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { EditCell } from '../../store/fixing/edits.ts'
import type { Store } from '../../store/store.ts'
import { message } from '../../../../shared/texts/create-message.ts'

/**
 * Applies the edit and calls `also` in its transaction, or in one of its own if there is nothing to carry over. If the
 * edit is refused, nothing is written.
 */
export function layRepairs(
  { store, editing }: { readonly store: Store; readonly editing: Editing },
  batch: StoredBatch,
  number: number,
  also: () => void,
): Result<void> {
  const { cells, accounts } = repairsOf(store, batch.id)
  if (cells.length === 0) {
    store.sending.together(also)
    return success(undefined)
  }
  const words = message('versions.carried_over', { version: number - 1 })
  const laid = editing.lay(batch, words, cells, accounts, {
    also: () => {
      also()
      return []
    },
  })
  return laid.ok ? success(undefined) : laid
}

function repairsOf(store: Store, batch: number): { cells: EditCell[]; accounts: number[] } {
  const comparison = store.versionLines.comparison(batch)
  const found = comparison === null ? [] : store.versionLines.toLay(batch, comparison.first)
  const accounts = new Set<number>()
  const cells = found.map(({ sheet, row, col, after, account }) => {
    if (account !== null) accounts.add(account)
    return { sheet, row, col, before: null, after, asRead: false }
  })
  return { cells, accounts: [...accounts] }
}
