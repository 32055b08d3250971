// Reconciles one account of the earlier batch with the same accounts of the newer batch. An account that the
// platform has, or may have, is never sent a second time; of two accounts that may be sent, only the newer one is.
// The caller opens the transaction, and the operation is idempotent.
//
//   earlier account          newer account                       earlier account afterwards
//   created, already there   done: already there              as it is
//   on its way               held: on its way in version n       as it is; followed
//   unsent, queued, ended    free (a person's hold goes over)     reverted, held: replaced by version n
//   … and not in the newer file                                  reverted, held: not in version n (a choice)
import { isOneOf, thereOutcomes } from '../../../../shared/sending/states.ts'
import { isSameSaid, message, type Message } from '../../../../shared/texts/message.ts'
import type { MoveFields } from '../../store/accounts/account-row.ts'
import type { Store } from '../../store/store.ts'
import type { HoldBefore, LineAccount, Mark } from '../../store/fixing/version-marks.ts'

export type LineContext = {
  readonly store: Store
  readonly now: number
  /** The newer batch with its version number, and the earlier one. */
  readonly batch: number
  readonly number: number
  readonly earlier: number
}

/** State of the earlier account that the newer one depends on. */
export type CurrentState = 'there' | 'on_its_way' | 'unsent'

export function currentStateOf(account: LineAccount): CurrentState {
  const { state, outcome } = account
  if (isOneOf(thereOutcomes, outcome)) return 'there'
  if (state === 'sending' || state === 'unconfirmed' || state === 'processing') return 'on_its_way'
  // It waits itself for the version before its own.
  return account.waits === 1 && state !== 'done' ? 'on_its_way' : 'unsent'
}

/** False if a newer account is still being rebuilt after an edit: it has to be processed again. */
export function mergeAccount(
  context: LineContext,
  earlier: LineAccount,
  newer: readonly LineAccount[],
  holdGone: boolean,
  /** All accounts of the earlier batch with its key. */
  sameKeyAccounts: readonly LineAccount[] = [earlier],
): boolean {
  const currentState = currentStateOf(earlier)
  if (newer.length === 0) {
    // An excluded account is decided already.
    if (currentState === 'unsent' && holdGone && earlier.excluded === 0) keepBack(context, earlier, 'gone')
    return true
  }
  const own = ownHold(context, earlier)
  if (currentState === 'unsent') keepBack(context, earlier, 'replaced')
  const heir = own === null ? null : heirOf(context, earlier, own, newer, sameKeyAccounts)
  let whole = true
  for (const account of newer)
    whole = followOne(context, account, earlier, currentState, account.id === heir ? own : null) && whole
  return whole
}

/**
 * The newer account that inherits a person's decision: the one with the same key, if the key names one account in
 * either file; otherwise the one with exactly the same rows. If there is none, or several, the decision is dropped
 * and reported.
 */
function heirOf(
  { store, batch, now }: LineContext,
  earlier: LineAccount,
  own: HoldBefore,
  newer: readonly LineAccount[],
  sameKeyAccounts: readonly LineAccount[],
): number | null {
  const readAccountNow = store.keptDecisions.accountNow
  const before = readAccountNow(earlier.id)
  if (before === null) return null
  const isAlone = newer.length === 1 && sameKeyAccounts.length === 1
  const same = (one: LineAccount): boolean => readAccountNow(one.id)?.content === before.content
  const candidates = isAlone ? newer : newer.filter(same)
  const isOnly = candidates.length === 1 && (isAlone || sameKeyAccounts.filter(same).length === 1)
  const heir = isOnly ? (candidates[0] ?? null) : null
  const to = heir === null ? null : readAccountNow(heir.id)
  const { key, sheet, rows } = before
  const ownDecision = { ...own, key, sheet, rows }
  if (to === null) store.keptDecisions.tellOfVersion(batch, ownDecision, null, 'version', now)
  else if (to.sheet !== sheet || JSON.stringify(to.rows) !== JSON.stringify(rows))
    store.keptDecisions.tellOfVersion(batch, ownDecision, to, 'version', now)
  return heir?.id ?? null
}

/** The newer account follows the state of the earlier one. */
export function followOne(
  context: LineContext,
  account: LineAccount,
  earlier: LineAccount,
  currentState: CurrentState,
  carried: HoldBefore | null,
): boolean {
  // An account that was sent from the newer batch is independent.
  if (account.attempts > 0 || !isUnsent(account)) return true
  switch (currentState) {
    case 'there':
      if (account.dirty !== null) return false
      finish(context, account, earlier)
      return true
    case 'on_its_way':
      keepBack(context, account, 'waits', earlier.id)
      return true
    case 'unsent': {
      const mark = context.store.versionMarks.mark(context.batch, account.id)
      if (mark?.kind === 'waits') revertMark(context.store, context.batch, account, mark)
      if (carried !== null && account.held === null) holdAlike(context, account, carried)
      return true
    }
  }
}

export function isUnsent({ state }: LineAccount): boolean {
  return (
    state === 'invalid' ||
    state === 'unvalidated' ||
    state === 'rejected' ||
    state === 'validated' ||
    state === 'queued'
  )
}

function reasonOf({ number, batch }: LineContext, kind: 'replaced' | 'gone' | 'waits'): Message {
  switch (kind) {
    case 'replaced':
      return message('versions.replaced_by', { version: number, batch })
    case 'gone':
      return message('versions.not_in', { version: number, batch })
    case 'waits':
      return message('versions.on_its_way_in', { version: number - 1 })
  }
}

const holdOf = ({ held: reason, until, operator, excluded }: LineAccount): HoldBefore | null =>
  reason === null ? null : { reason, until, operator, excluded }

/** A person's hold on it, even if a merge has overwritten it. */
function ownHold(context: LineContext, account: LineAccount): HoldBefore | null {
  const mark = context.store.versionMarks.mark(context.batch, account.id)
  if (mark !== null) return mark.before
  const isOurs = account.waits === 1 || isSameSaid(account.held, reasonOf(context, 'replaced'))
  return isOurs ? null : holdOf(account)
}

/** A reverted account leaves its wave. */
const noWave = { wave: null, counted: null }

/** Cancels a queued account and holds it. */
function keepBack(
  context: LineContext,
  account: LineAccount,
  kind: 'replaced' | 'gone' | 'waits',
  earlier: number | null = null,
): void {
  const { store, batch } = context
  const reason = reasonOf(context, kind)
  const known = store.versionMarks.mark(batch, account.id)
  // A person released it since: that stays, unless the reason changes.
  if (known !== null && known.kind === kind && account.state !== 'queued') return
  const to = account.state === 'queued' ? 'validated' : account.state
  const hold = { held_reason: reason, held_until: null, held_by: null, excluded: 0 }
  store.accounts.move(
    account.id,
    account.state,
    to,
    account.state === 'queued' ? { ...hold, ...noWave } : hold,
  )
  const before =
    known === null && !isSameSaid(account.held, reason) ? holdOf(account) : (known?.before ?? null)
  store.versionMarks.set(batch, { account: account.id, kind, earlier, reason, before })
}

function holdAlike(context: LineContext, account: LineAccount, hold: HoldBefore): void {
  const { store, batch } = context
  if (store.versionMarks.mark(batch, account.id)?.kind === 'held') return
  if (account.state === 'queued') store.accounts.move(account.id, 'queued', 'validated', noWave)
  const state = account.state === 'queued' ? 'validated' : account.state
  store.accounts.move(account.id, state, state, {
    held_reason: hold.reason,
    held_until: hold.until,
    held_by: hold.operator,
    excluded: hold.excluded,
  })
  const { id, held: _ } = account
  store.versionMarks.set(batch, {
    account: id,
    kind: 'held',
    earlier: null,
    reason: hold.reason,
    before: null,
  })
}

const noHold = { held_reason: null, held_until: null, held_by: null, excluded: 0 }

function finish(context: LineContext, account: LineAccount, earlier: LineAccount): void {
  const { store, batch, now } = context
  const { id } = account
  const known = store.versionMarks.mark(batch, id)
  if (account.state === 'queued') store.accounts.move(id, 'queued', 'validated', noWave)
  store.accounts.move(id, account.state === 'queued' ? 'validated' : account.state, 'done', {
    ...noHold,
    outcome: 'already_there',
    since: now,
    platform_identifier: earlier.platformIdentifier,
    existing_account_id: earlier.existingAccountId,
    service_status: earlier.serviceStatus,
    service_event: earlier.serviceEvent,
    validation: 'none',
    due_at: 0,
    tries: 0,
  })
  // It will not be sent, so none of its problems has to be fixed.
  for (const source of ['local', 'validate', 'create'] as const)
    store.accounts.replaceProblems(id, batch, source, [])
  const before = known === null ? holdOf(account) : known.before
  store.versionMarks.set(batch, { account: id, kind: 'done', earlier: earlier.id, reason: null, before })
}

/** Reverts the change of a mark. Returns true if the account has to be rebuilt. */
export function revertMark(store: Store, batch: number, account: LineAccount, mark: Mark): boolean {
  const { id, state } = account
  const before = mark.before
  const hold: MoveFields =
    before === null
      ? noHold
      : {
          held_reason: before.reason,
          held_until: before.until,
          held_by: before.operator,
          excluded: before.excluded,
        }
  store.versionMarks.drop(batch, id)
  if (mark.kind === 'done') {
    // Sent or rechecked since: it stays unchanged.
    if (state !== 'done' || account.outcome !== 'already_there' || account.attempts > 0) return false
    store.accounts.move(id, 'done', 'unvalidated', {
      ...hold,
      outcome: null,
      platform_identifier: null,
      existing_account_id: null,
      service_status: null,
      service_event: null,
    })
    return true
  }
  // Another hold replaced it since, or a person released it: that stays.
  if (isSameSaid(account.held, mark.reason)) store.accounts.move(id, state, state, hold)
  return false
}
