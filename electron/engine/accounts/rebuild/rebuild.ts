// Accounts built again from changed cells: the same bytes from the same cells keep what the service said of them, other
// bytes make that stale. Duplicates are looked for only where a key or identity changed, or where an account was a
// duplicate before.
import type { AccountState } from '../../../../shared/sending/states.ts'
import type { CollectContext } from '../build/collect-rows.ts'
import type { BuiltForStore } from '../build/account-builder.ts'
import { type Rebuilt, textsOfPayload } from './rebuild-task.ts'
import { finishDuplicates, duplicatesOf } from '../duplicates/find-duplicates.ts'
import type { MoveFields } from '../../store/accounts/account-row.ts'
import type { CurrentAccount } from '../../store/accounts/building/rebuilt.ts'
import type { Store } from '../../store/store.ts'

/** An account that was built here and now, from its rows as they stand. */
export function rebuiltNow(id: number, built: BuiltForStore): Rebuilt {
  return { ...built, id, mark: null, payload: textsOfPayload(built) }
}

/** Stores these accounts, but for those that were changed again after their rows were read. Within a transaction. */
export function storeRebuilt(context: CollectContext, rebuilt: readonly Rebuilt[], now: number): void {
  const { store } = context
  const suspects = new Set<number>()
  const renamed: number[] = []
  for (const one of rebuilt) {
    const before = store.rebuilt.currentState(one.id)
    if (one.mark !== null && before.mark !== one.mark) continue
    if (before.key !== one.key || before.identity !== one.identity) {
      renamed.push(one.id)
      for (const duplicate of duplicatesOf(context, [one.id])) suspects.add(duplicate)
    } else if (before.duplicate || before.shares) suspects.add(one.id)
    storeOne(store, before, one, now)
  }
  for (const id of [...renamed, ...duplicatesOf(context, renamed)]) suspects.add(id)
  finishDuplicates(context, suspects)
}

/** Replaces payload, identity and local problems, and moves the account to where it now stands. */
function storeOne(store: Store, before: CurrentAccount, built: Rebuilt, now: number): void {
  const { id } = built
  const { payload, isNew } = payloadOf(store, before, built, now)
  const verdict = isNew ? null : store.history.verdictOn(id, payload)
  store.accounts.replaceProblems(id, before.batch, 'local', built.problems)
  store.history.setStale(id, verdict === null)
  const to: AccountState = store.accounts.hasLocal(id) ? 'invalid' : 'unvalidated'
  const fields: MoveFields = {
    payload_id: payload,
    dirty: null,
    key: built.key,
    supplier: built.supplier,
    identity: built.identity,
    status_path: built.statusPath,
    due_at: 0,
    tries: 0,
    outcome: null,
    // Bytes that the service has not validated yet: it is asked in the background, where the batch wants that.
    ...(store.validateEdited.isOn(before.batch)
      ? { validation: to === 'unvalidated' && verdict === null ? 'edited' : 'not_edited' }
      : {}),
  }
  store.accounts.move(id, before.state, to, fields)
  // A new payload has its own time.
  if (!isNew) store.rebuilt.checkedAgain(id, now)
  if (to === 'unvalidated' && verdict !== null) store.accounts.move(id, 'unvalidated', verdict.verdict)
}

/** The payload that it has, one that it had before, or a new one. */
function payloadOf(
  store: Store,
  before: CurrentAccount,
  { id, payload }: Rebuilt,
  now: number,
): { readonly payload: number; readonly isNew: boolean } {
  if (payload === null) {
    if (before.payload === null) throw new Error(`Account ${id} has no payload to keep`)
    return { payload: before.payload, isNew: false }
  }
  const known = store.rebuilt.payloadLike(id, payload)
  return known === null
    ? { payload: store.rebuilt.addPayload(id, payload, now), isNew: true }
    : { payload: known, isNew: false }
}
