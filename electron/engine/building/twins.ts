// The same account twice in one batch: by the identity that the service knows it by, or by the key of its rows. None of
// them is sent until a person has decided. An excluded account is decided: it is nobody's duplicate, and rows of other
// sheets that hang on both belong to the one that stays. A held one is only put off, so it still counts.
import { isLocked, isOneOf, thereOutcomes } from '../../../shared/account-state.ts'
import type { Plan } from '../../../shared/mapping-plan.ts'
import type { PlacedProblem } from '../store/account-problems.ts'
import type { Account } from '../store/account-row.ts'
import { type GatherContext, gatherAccount, sheetNamed } from './gather.ts'

const twinCode = 'duplicate_account'
const twinsNamed = 5

/** Where rows with one key are one account, keys say nothing more. */
export function twinKinds(plan: Plan): readonly ('identity' | 'key')[] {
  return plan.groupsRows ? ['identity'] : ['identity', 'key']
}

/** Looks at the whole batch. */
export function blockTwins(context: GatherContext): void {
  const { store, batch, plan } = context
  const found = new Set(store.accounts.dropProblems(batch.id, twinCode))
  for (const what of twinKinds(plan))
    for (const { id } of store.accounts.sharing(batch.id, what)) found.add(id)
  settleTwins(context, found)
}

/** The accounts that are the same as one of these, by what they are now, excluded ones among them. */
export function twinsOf({ store, plan }: GatherContext, accounts: readonly number[]): number[] {
  return accounts.flatMap((id) => {
    const account = store.accounts.get(id)
    return twinKinds(plan).flatMap((what) => store.accounts.twinsOf(account, what).map((twin) => twin.id))
  })
}

/** Looks at these accounts anew: those with a twin are blocked, those that an edit or a decision told apart are free. */
export function settleTwins(context: GatherContext, accounts: Iterable<number>): void {
  for (const id of new Set(accounts)) settleOne(context, id)
}

function settleOne(context: GatherContext, id: number): void {
  const { store, batch, plan } = context
  const account = store.accounts.get(id)
  store.accounts.dropProblemsOf(id, twinCode)
  const all = twinKinds(plan).map((what) => store.accounts.twinsOf(account, what))
  const others = all
    .map((twins) => twins.filter((twin) => twin.excluded === 0))
    .find((twins) => twins.length > 0)
  if (
    account.excluded === 0 &&
    all.flat().some((twin) => twin.excluded === 1) &&
    isFirst(account, others ?? [])
  )
    takeLinkedRows(context, account)
  if (account.excluded === 1 || others === undefined) {
    store.accounts.freeIfSound(id)
    return
  }
  // What was sent, or is on the platform, is the one; the others are told.
  if (isSent(account)) return
  if (account.state === 'queued') store.accounts.move(id, 'queued', 'cleared', { wave: null, counted: null })
  const state = account.state === 'queued' ? 'cleared' : account.state
  if (state === 'ready' || state === 'cleared' || state === 'refused')
    store.accounts.move(id, state, 'blocked')
  store.accounts.addProblems(id, batch.id, [twinProblem(context, id, others)])
}

type Twin = Pick<Account, 'id' | 'state' | 'outcome' | 'position'>

function isSent({ state, outcome }: Pick<Account, 'state' | 'outcome'>): boolean {
  return (isLocked(state) && state !== 'queued') || isOneOf(thereOutcomes, outcome)
}

function isFirst(account: Account, others: readonly Twin[]): boolean {
  return others.every((twin) => twin.position > account.position)
}

/** Rows that hang on it and on an excluded account are counted as its own: they are sent with it. */
function takeLinkedRows(context: GatherContext, account: Account): void {
  const { store, batch, plan } = context
  if (plan.linked.length === 0) return
  const sheets = new Map(store.rows.sheets(batch.id).map((sheet) => [sheet.info.name, sheet]))
  const main = sheetNamed(sheets, plan.sheet)
  const first = store.accounts.rowsOf(account.id).find((row) => row.sheet === plan.sheet)
  const row = first === undefined ? null : store.rows.row(batch.id, main.position, first.row)
  const gathered = row === null ? null : gatherAccount(context, main, row, sheets)
  if (gathered === null) return
  const rows: [sheet: number, row: number][] = []
  const walk = (parents: (typeof gathered)['main']): void => {
    for (const one of parents.flatMap((parent) => parent.linked.flat())) {
      rows.push([sheetNamed(sheets, one.sheet).position, one.row.row])
      walk([one])
    }
  }
  walk(gathered.main)
  store.accounts.takeRows(batch.id, account.id, rows)
}

function twinProblem(context: GatherContext, account: number, twins: readonly Twin[]): PlacedProblem {
  const { store, plan } = context
  const row = store.accounts.rowsOf(account)[0] ?? null
  const sent = twins.filter(isSent)
  const told = sent.length > 0 ? sent : twins
  const rows = told.slice(0, twinsNamed).map(({ id }) => store.accounts.rowsOf(id)[0]?.row ?? 0)
  const more = told.length > twinsNamed ? ` and ${told.length - twinsNamed} more` : ''
  const column = plan.keyNames[0]
  const where = `${rows.length > 1 ? 'rows' : 'row'} ${rows.join(', ')}${more} of ${plan.sheet}`
  return {
    source: 'local',
    attr: null,
    code: twinCode,
    message:
      sent.length > 0
        ? `The same account, on ${where}, was sent already. This one is not sent: exclude it, or give it its own number.`
        : `The same account is also on ${where}. None of them is sent until you keep one and exclude the others, merge them, or give each its own number.`,
    place:
      row === null || column === undefined
        ? { kind: 'account', row }
        : { kind: 'cell', cell: { ...row, column } },
  }
}
