// Effects of a decision about accounts, in the same transaction: excluding one of two duplicates unblocks the
// other, and undoing that blocks it again. A few affected accounts are rebuilt and checked at once. Many are marked
// and follow in the background; until then they are neither validated nor sent.
import { duplicateKinds, finishDuplicates } from './duplicates/find-duplicates.ts'
import type { Store } from '../store/store.ts'
import type { CompiledMapping } from './build/compiled-mapping.ts'

/** Returns true if accounts are left to be built in the background. */
export function finishDecided(
  store: Store,
  compiledMapping: CompiledMapping,
  accounts: readonly number[],
  rebuild: (accounts: readonly number[]) => void,
  atOnce: number,
): boolean {
  const affected = new Set<number>()
  for (const what of duplicateKinds(compiledMapping.plan))
    for (const id of store.accounts.sharingWith(accounts, what)) affected.add(id)
  const all = [...affected]
  const mayBuild = all.filter((id) => isUnsent(store.accounts.currentState(id).state))
  if (mayBuild.length > atOnce) {
    store.dirty.mark(mayBuild)
    finishDuplicates(
      compiledMapping,
      all.filter((id) => !isUnsent(store.accounts.currentState(id).state)),
    )
    return true
  }
  // Rows of other sheets may have been edited for the account they were counted with.
  rebuild(mayBuild)
  finishDuplicates(compiledMapping, all)
  return false
}

function isUnsent(state: string): boolean {
  return state === 'invalid' || state === 'unvalidated' || state === 'rejected' || state === 'validated'
}
