// Detects two different accounts with the same platform identifier and reports both, as a problem and in the
// timeline. Runs in the transaction that stores the identifier, with one indexed look-up. If many share an
// identifier, each names the first and the first names the second, so that no answer costs more than one look-up.
import type { PlacedProblem } from '../../store/accounts/account-problems.ts'
import type { AccountDetails } from '../../store/accounts/account-row.ts'
import type { Sharing } from '../../store/sending/shared-identifiers.ts'
import type { Store } from '../../store/store.ts'
import { message } from '../../../../shared/texts/message.ts'

export const sharedIdentifierCode = 'identifier_shared'

type AccountRef = Pick<AccountDetails, 'id' | 'batch_id' | 'key'>

/**
 * Call after a status was stored; `before` is the account before it. Returns the batch of another account that was
 * changed too.
 */
export function reportSharedIdentifier(store: Store, before: AccountDetails, now: number): number | null {
  const account = store.accounts.details(before.id)
  const { connection_id: connection, identity, platform_identifier: identifier } = account
  if (connection === null || identity === null) return null
  const other = identifier === null ? null : store.sharedIdentifiers.other(connection, identifier, identity)
  if (other === null || identifier === null) clearSharedProblem(store, account)
  else {
    addSharedProblem(store, account, identifier, other, account.shared_identifier === 1, now)
    if (!other.isReported) reportOther(store, other, identifier, account, now)
  }
  const previousIdentifier = before.platform_identifier
  const batchNoLongerSharing =
    previousIdentifier === null || previousIdentifier === identifier
      ? null
      : clearFormerSharer(store, connection, previousIdentifier)
  return other !== null && !other.isReported ? other.batch : batchNoLongerSharing
}

function addSharedProblem(
  store: Store,
  { id, batch_id, key }: AccountRef,
  identifier: string,
  other: Pick<Sharing, 'key' | 'batch' | 'batchName'>,
  isReported: boolean,
  now: number,
): void {
  const problem: PlacedProblem = {
    source: 'process',
    attr: null,
    code: sharedIdentifierCode,
    message: message('sending.identifier_shared', {
      identifier,
      key,
      other: other.key,
      elsewhere: other.batch === batch_id ? 'no' : 'yes',
      batch: other.batch,
      name: other.batchName,
    }),
    place: { kind: 'account', row: store.accounts.rowsOf(id)[0] ?? null },
  }
  store.accounts.dropProblemsOf(id, sharedIdentifierCode)
  store.accounts.addProblems(id, batch_id, [problem], now)
  if (isReported) return
  store.sharedIdentifiers.setReported(id, true)
  store.accounts.addEvent(now, batch_id, id, 'identifier_shared', { with: other.key, batch: other.batch })
}

function reportOther(
  store: Store,
  other: Sharing,
  identifier: string,
  account: AccountRef,
  now: number,
): void {
  const name = store.batches.get(account.batch_id)?.name ?? ''
  const sharing = { key: account.key, batch: account.batch_id, batchName: name }
  addSharedProblem(
    store,
    { id: other.id, batch_id: other.batch, key: other.key },
    identifier,
    sharing,
    false,
    now,
  )
}

function clearSharedProblem(
  store: Store,
  { id, shared_identifier }: Pick<AccountDetails, 'id' | 'shared_identifier'>,
): void {
  if (shared_identifier === 0) return
  store.accounts.dropProblemsOf(id, sharedIdentifierCode)
  store.sharedIdentifiers.setReported(id, false)
}

/** The account no longer has this identifier: clears the problem of an account that is now its only holder. */
function clearFormerSharer(store: Store, connection: number, identifier: string): number | null {
  const one = store.sharedIdentifiers.reported(connection, identifier)
  if (one === null) return null
  const account = store.accounts.details(one.id)
  const isShared =
    account.identity !== null &&
    store.sharedIdentifiers.other(connection, identifier, account.identity) !== null
  if (isShared) return null
  clearSharedProblem(store, account)
  return one.batch
}
