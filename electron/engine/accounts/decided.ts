// Follow-up of a decision about accounts, in the decision's transaction. Excluding one of two duplicates frees the
// other; reverting it makes both invalid again. A few affected accounts are rebuilt at once. Many are marked, so that
// they are neither validated nor sent, and rebuilt in the background.
import { duplicateKinds, finishDuplicates } from './find-duplicates.ts'
import type { Store } from '../store/store.ts'
import type { CompiledMapping } from './compiled-mapping.ts'

/** Answers whether accounts are left to be built in the background. */
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
  // Rows of other sheets may have been edited for the one that they were counted with.
  rebuild(mayBuild)
  finishDuplicates(compiledMapping, all)
  return false
}

function isUnsent(state: string): boolean {
  return state === 'invalid' || state === 'unvalidated' || state === 'rejected' || state === 'validated'
}
