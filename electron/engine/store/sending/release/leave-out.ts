// Leaves accounts out of a release: another account with the same identity at the same service is in progress or done.
// A service has one account per identity, whichever batch or connection sends it.
import type { PlacedProblem } from '../../accounts/account-problems.ts'
import type { Account } from '../../accounts/account-row.ts'
import type { AccountStore } from '../../accounts/accounts.ts'
import type { Other, SameServiceStore } from './same-service.ts'
import { message, type Said } from '../../../../../shared/texts/message.ts'

/** A postponed account is checked again after this time. */
const aMinute = 60_000

/**
 * Leaves an account out of a release because another batch has it in progress, or because it exists at the service
 * already.
 */
export function leaveOut(
  accounts: AccountStore,
  account: number,
  batch: number,
  other: Other,
  now: number,
): void {
  const row = accounts.rowsOf(account)[0] ?? null
  const problem = (code: string, sentence: Said): PlacedProblem => ({
    source: 'local',
    attr: null,
    code,
    message: sentence,
    place: { kind: 'account', row },
  })
  if (other.what === 'on_its_way') {
    accounts.move(account, 'validated', 'invalid')
    const sentence = message('sending.on_its_way_elsewhere', { batch: other.batch })
    // In addition to those that were left to the service.
    accounts.addProblems(account, batch, [problem('on_its_way_elsewhere', sentence)])
    return
  }
  accounts.move(account, 'validated', 'done', {
    outcome: 'already_there',
    since: now,
    platform_identifier: other.platformIdentifier,
    existing_account_id: other.existingAccountId,
    service_status: other.serviceStatus,
    service_event: other.serviceEvent,
    validation: 'none',
  })
  const sentence =
    other.what === 'created'
      ? message('sending.created_in_batch', { batch: other.batch })
      : message('sending.there_since_batch', { batch: other.batch })
  accounts.replaceProblems(
    account,
    batch,
    'create',
    [{ ...problem('created_in_another_batch', sentence), source: 'create' }],
    now,
  )
  accounts.addEvent(now, batch, account, 'already_there', { batch: other.batch })
}

/** False if no other connection to the same service has it: its address was changed since it was released. */
export function isDeferredForOther(
  { accounts, services }: { readonly accounts: AccountStore; readonly services: SameServiceStore },
  account: Account,
  now: number,
): boolean {
  const { id, identity, connection_id: connection } = account
  if (identity === null || connection === null) return false
  const other = services.withDuplicate(connection, identity)
  if (other === null) return false
  if (other.what === 'on_its_way') {
    accounts.defer(id, 'queued', now + aMinute)
    return true
  }
  accounts.move(id, 'queued', 'validated', { wave: null, counted: null })
  leaveOut(accounts, id, account.batch_id, other, now)
  return true
}
