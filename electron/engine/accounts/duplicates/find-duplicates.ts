// Finds duplicate accounts in one batch, by their identity at the service or by the key of their rows. None of them
// is sent until a person decides. An excluded account is decided and is no duplicate; rows of other sheets that
// link to both belong to the remaining one. A held account is only postponed, so it still counts.
import { isLocked, isOneOf, thereOutcomes } from '../../../../shared/sending/states.ts'
import type { Plan } from '../../../../shared/mapping/plan.ts'
import type { PlacedProblem } from '../../store/accounts/account-problems.ts'
import type { Account } from '../../store/accounts/account-row.ts'
import { type CollectContext, collectAccount, sheetNamed } from '../build/collect-rows.ts'
import { message } from '../../../../shared/texts/message.ts'

const duplicateCode = 'duplicate_account'
const duplicatesNamed = 5

/** If rows with one key are one account, keys say nothing more. */
export function duplicateKinds(plan: Plan): readonly ('identity' | 'key')[] {
  return plan.groupsRows ? ['identity'] : ['identity', 'key']
}

/** Checks the whole batch. */
export function blockDuplicates(context: CollectContext): void {
  const { store, batch, plan } = context
  const found = new Set(store.accounts.dropProblems(batch.id, duplicateCode))
  for (const what of duplicateKinds(plan))
    for (const { id } of store.accounts.sharing(batch.id, what)) found.add(id)
  finishDuplicates(context, found)
}

/** Accounts with the same identity or key as one of these now, including excluded ones. */
export function duplicatesOf({ store, plan }: CollectContext, accounts: readonly number[]): number[] {
  return accounts.flatMap((id) => {
    const account = store.accounts.get(id)
    return duplicateKinds(plan).flatMap((what) =>
      store.accounts.duplicatesOf(account, what).map((duplicate) => duplicate.id),
    )
  })
}

/**
 * Checks these accounts again: those with a duplicate are blocked, those made distinct by an edit or a decision are
 * unblocked.
 */
export function finishDuplicates(context: CollectContext, accounts: Iterable<number>): void {
  for (const id of new Set(accounts)) finishOne(context, id)
}

function finishOne(context: CollectContext, id: number): void {
  const { store, batch, plan } = context
  const account = store.accounts.get(id)
  store.accounts.dropProblemsOf(id, duplicateCode)
  const all = duplicateKinds(plan).map((what) => store.accounts.duplicatesOf(account, what))
  const others = all
    .map((duplicates) => duplicates.filter((duplicate) => duplicate.excluded === 0))
    .find((duplicates) => duplicates.length > 0)
  if (
    account.excluded === 0 &&
    all.flat().some((duplicate) => duplicate.excluded === 1) &&
    isFirst(account, others ?? [])
  )
    takeLinkedRows(context, account)
  if (account.excluded === 1 || others === undefined) {
    store.accounts.freeIfSound(id)
    return
  }
  // An account that was sent, or is on the platform, is the real one; the others are reported.
  if (isSent(account)) return
  if (account.state === 'queued')
    store.accounts.move(id, 'queued', 'validated', { wave: null, counted: null })
  const state = account.state === 'queued' ? 'validated' : account.state
  if (state === 'unvalidated' || state === 'validated' || state === 'rejected')
    store.accounts.move(id, state, 'invalid')
  store.accounts.addProblems(id, batch.id, [duplicateProblem(context, id, others)])
}

type Duplicate = Pick<Account, 'id' | 'state' | 'outcome' | 'position'>

function isSent({ state, outcome }: Pick<Account, 'state' | 'outcome'>): boolean {
  return (isLocked(state) && state !== 'queued') || isOneOf(thereOutcomes, outcome)
}

function isFirst(account: Account, others: readonly Duplicate[]): boolean {
  return others.every((duplicate) => duplicate.position > account.position)
}

/** Rows linked to it and to an excluded account count as its own and are sent with it. */
function takeLinkedRows(context: CollectContext, account: Account): void {
  const { store, batch, plan } = context
  if (plan.linked.length === 0) return
  const sheets = new Map(store.rows.sheets(batch.id).map((sheet) => [sheet.info.name, sheet]))
  const main = sheetNamed(sheets, plan.sheet)
  const first = store.accounts.rowsOf(account.id).find((row) => row.sheet === plan.sheet)
  const row = first === undefined ? null : store.rows.row(batch.id, main.position, first.row)
  const collected = row === null ? null : collectAccount(context, main, row, sheets)
  if (collected === null) return
  const rows: [sheet: number, row: number][] = []
  const walk = (parents: (typeof collected)['main']): void => {
    for (const one of parents.flatMap((parent) => parent.linked.flat())) {
      rows.push([sheetNamed(sheets, one.sheet).position, one.row.row])
      walk([one])
    }
  }
  walk(collected.main)
  store.accounts.takeRows(batch.id, account.id, rows)
}

function duplicateProblem(
  context: CollectContext,
  account: number,
  duplicates: readonly Duplicate[],
): PlacedProblem {
  const { store, plan } = context
  const row = store.accounts.rowsOf(account)[0] ?? null
  const sent = duplicates.filter(isSent)
  const reported = sent.length > 0 ? sent : duplicates
  const rows = reported.slice(0, duplicatesNamed).map(({ id }) => store.accounts.rowsOf(id)[0]?.row ?? 0)
  const column = plan.keyNames[0]
  const where = message('accounts.on_rows', {
    n: rows.length,
    rows: rows.join(', '),
    more: reported.length - rows.length,
    sheet: plan.sheet,
  })
  return {
    source: 'local',
    attr: null,
    code: duplicateCode,
    message:
      sent.length > 0
        ? message('accounts.duplicate_was_sent', { where })
        : message('accounts.duplicate', { where }),
    place:
      row === null || column === undefined
        ? { kind: 'account', row }
        : { kind: 'cell', cell: { ...row, column } },
  }
}
