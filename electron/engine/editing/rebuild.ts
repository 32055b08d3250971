// An account built anew from changed cells: the same bytes as before keep what the service said of them, other bytes
// make its word stale.
import type { AccountState } from '../../../shared/account-state.ts'
import type { BuiltForStore } from '../building/account-builder.ts'
import type { MoveFields } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'

/** Replaces payload, identity and local problems, and moves the account to where it now stands. */
export function rebuildAccount(store: Store, id: number, built: BuiltForStore, now: number): void {
  const before = store.accounts.get(id)
  const known = store.history.payloadWith(id, built.sha256)
  const payload = known ?? store.accounts.addPayload(id, built, now)
  const verdict = known === null ? null : store.history.verdictOn(id, known)
  store.accounts.replaceProblems(id, before.batch_id, 'local', built.problems)
  store.history.setStale(id, verdict === null)
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
    settled_at: null,
  }
  const to: AccountState = built.problems.length > 0 ? 'blocked' : 'ready'
  if (before.state === to) store.accounts.move(id, to, to, fields)
  else store.accounts.move(id, before.state, to, fields)
  if (to === 'ready' && verdict !== null) {
    store.accounts.move(id, 'ready', verdict.verdict, { judged_payload_id: payload, judged_at: verdict.at })
  }
}
