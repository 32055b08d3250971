// Builds a whole batch from its stored rows: keys first, then accounts in the file's order, chunk by chunk through the
// build worker, then what only shows over the whole batch (the same account twice, rows that belong to nobody).
// Between two chunks the thread is free; an end in the middle leaves the stage at building, and the next start begins anew.
import { setImmediate as breathe } from 'node:timers/promises'
import { keyOf, type Plan, type PlannedLink } from '../../../shared/mapping-plan.ts'
import type { AccountRows, RowWithLinked } from '../../../shared/payload.ts'
import type { SourceRow } from '../../../shared/sheet.ts'
import type { PlacedProblem } from '../store/account-problems.ts'
import type { NewAccount } from '../store/accounts.ts'
import type { StoredBatch } from '../store/batches.ts'
import type { StoredSheet } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { BuiltForStore } from './account-builder.ts'
import type { BuilderThread } from './builder-thread.ts'
import { createChildlessCount, tellJoins } from './join-tells.ts'

const pageSize = 500

/** What it takes to find the rows of one account. */
export type GatherRows = {
  readonly store: { readonly rows: Pick<Store['rows'], 'firstRowWithKey' | 'rowsWithKey'> }
  readonly batch: Pick<StoredBatch, 'id'>
  readonly plan: Plan
}
export type GatherContext = { readonly store: Store; readonly batch: StoredBatch; readonly plan: Plan }

export type BuildContext = GatherContext & {
  readonly thread: BuilderThread
  readonly now: () => number
  readonly signal: AbortSignal
  /** Accounts built so far. */
  readonly progress: (accounts: number) => void
}

/** Returns false when it was cancelled. */
export async function buildBatch(context: BuildContext): Promise<boolean> {
  const { store, batch, plan, signal } = context
  await store.rows.clearBuilt(batch.id)
  const sheets = new Map(store.rows.sheets(batch.id).map((sheet) => [sheet.info.name, sheet]))
  const main = sheetNamed(sheets, plan.sheet)
  if (!(await storeKeys(context, main.position, plan.key))) return false
  for (const { sheet, link } of linkedSheets(plan.linked, sheets)) {
    if (!(await storeKeys(context, sheet.position, link.key))) return false
  }
  const childless = createChildlessCount(plan)
  if (!(await buildAccounts(context, main, sheets, childless.see))) return false
  const warnings = await tellJoins(context, (name) => sheetNamed(sheets, name).position, childless)
  if (warnings === null || signal.aborted) return false
  store.sending.together(() => {
    blockTwins(context)
    store.rows.takeUpHolds(batch.id)
    store.versions.builtAnew(batch.id)
    for (const warning of warnings) store.rows.addWarning(batch.id, warning)
    store.batches.setStage(batch.id, 'open', null)
  })
  return true
}

async function storeKeys(context: BuildContext, sheet: number, columns: readonly number[]): Promise<boolean> {
  const { store, batch, signal } = context
  for (let after = 0; ; ) {
    if (signal.aborted) return false
    const page = store.rows.page(batch.id, sheet, after, pageSize)
    const last = page.at(-1)
    if (last === undefined) return true
    store.rows.addKeys(
      batch.id,
      sheet,
      page.map((row) => ({ key: keyOf(row, columns), row: row.row })).filter(({ key }) => key !== ''),
    )
    after = last.row
    await breathe()
  }
}

async function buildAccounts(
  context: BuildContext,
  main: StoredSheet,
  sheets: ReadonlyMap<string, StoredSheet>,
  gathered: (accounts: readonly AccountRows[]) => void,
): Promise<boolean> {
  const { store, batch, thread, signal } = context
  const positions = new Map([...sheets.values()].map((sheet) => [sheet.info.name, sheet.position]))
  let position = 0
  const keep = (built: readonly BuiltForStore[]): void => {
    const accounts = built.map((account) => stored(account, positions))
    store.accounts.addAccounts(batch.id, batch.connectionId, position, accounts, context.now())
    position += accounts.length
    context.progress(position)
  }
  // One chunk is built while the one before it is stored.
  let pending: Promise<readonly BuiltForStore[]> | null = null
  for (let after = 0; ; ) {
    if (signal.aborted) return false
    const page = store.rows.page(batch.id, main.position, after, pageSize)
    const last = page.at(-1)
    const chunk = page.flatMap((row) => gatherAccount(context, main, row, sheets) ?? [])
    gathered(chunk)
    const next = chunk.length === 0 ? null : thread.build(chunk)
    if (pending !== null) keep(await pending)
    pending = next
    if (last === undefined) return true
    after = last.row
    await breathe()
  }
}

/** The rows of the account that begins at this row; null when an earlier row began it. */
export function gatherAccount(
  context: GatherRows,
  main: StoredSheet,
  row: SourceRow,
  sheets: ReadonlyMap<string, StoredSheet>,
): AccountRows | null {
  const { store, batch, plan } = context
  const key = keyOf(row, plan.key)
  const grouped = plan.groupsRows && key !== ''
  if (grouped && store.rows.firstRowWithKey(batch.id, main.position, key) !== row.row) return null
  const rows = grouped ? store.rows.rowsWithKey(batch.id, main.position, key) : [row]
  // A linked row that hangs on several of them is one row of the account: building counts it once.
  return {
    main: rows.map((one) => ({
      sheet: main.info.name,
      row: one,
      linked: plan.linked.map((link) => linkedTo(context, one, link, sheets)),
    })),
  }
}

function linkedTo(
  context: GatherRows,
  parent: SourceRow,
  link: PlannedLink,
  sheets: ReadonlyMap<string, StoredSheet>,
): RowWithLinked[] {
  const { store, batch } = context
  const key = keyOf(parent, link.parentKey)
  if (key === '') return []
  const sheet = sheetNamed(sheets, link.sheet)
  return store.rows.rowsWithKey(batch.id, sheet.position, key).map((row) => ({
    sheet: link.sheet,
    row,
    linked: link.linked.map((below) => linkedTo(context, row, below, sheets)),
  }))
}

function linkedSheets(
  links: readonly PlannedLink[],
  sheets: ReadonlyMap<string, StoredSheet>,
): { readonly sheet: StoredSheet; readonly link: PlannedLink }[] {
  return links.flatMap((link) => [
    { sheet: sheetNamed(sheets, link.sheet), link },
    ...linkedSheets(link.linked, sheets),
  ])
}

function sheetNamed(sheets: ReadonlyMap<string, StoredSheet>, name: string): StoredSheet {
  const sheet = sheets.get(name)
  if (sheet === undefined) throw new Error(`The plan names a sheet that was not read: ${name}`)
  return sheet
}

function stored(built: BuiltForStore, positions: ReadonlyMap<string, number>): NewAccount {
  return { ...built, rows: built.rows.map(({ sheet, row }) => ({ sheet: positions.get(sheet) ?? -1, row })) }
}

/**
 * Two accounts of a batch with one identity or one key: none of them is sent until a person has decided. Looks at the
 * whole batch.
 */
export function blockTwins(context: GatherContext): void {
  const { store, batch, plan } = context
  const found = new Set(store.accounts.dropProblems(batch.id, twinCode))
  for (const what of twinKinds(plan))
    for (const { id } of store.accounts.sharing(batch.id, what)) found.add(id)
  settleTwins(context, found)
}

/** The accounts that are the same as one of these, by what they are now. */
export function twinsOf({ store, plan }: GatherContext, accounts: readonly number[]): number[] {
  return accounts.flatMap((id) => {
    const account = store.accounts.get(id)
    return twinKinds(plan).flatMap((what) => store.accounts.twinsOf(account, what))
  })
}

/** Looks at these accounts anew: those with a twin are blocked, those that an edit told apart are free. */
export function settleTwins(context: GatherContext, accounts: Iterable<number>): void {
  const { store, batch, plan } = context
  for (const id of new Set(accounts)) {
    const account = store.accounts.get(id)
    store.accounts.dropProblemsOf(id, twinCode)
    const twins = twinKinds(plan)
      .map((what) => store.accounts.twinsOf(account, what))
      .find((others) => others.length > 0)
    if (twins === undefined) {
      store.accounts.freeIfSound(id)
      continue
    }
    if (account.state === 'ready' || account.state === 'cleared' || account.state === 'refused')
      store.accounts.move(id, account.state, 'blocked')
    store.accounts.addProblems(id, batch.id, [twinProblem(context, id, twins)])
  }
}

const twinCode = 'duplicate_account'
const twinsNamed = 5

/** Where rows with one key are one account, keys say nothing more. */
function twinKinds(plan: Plan): readonly ('identity' | 'key')[] {
  return plan.groupsRows ? ['identity'] : ['identity', 'key']
}

function twinProblem(context: GatherContext, account: number, twins: readonly number[]): PlacedProblem {
  const { store, plan } = context
  const row = store.accounts.rowsOf(account)[0] ?? null
  const rows = twins.slice(0, twinsNamed).map((twin) => store.accounts.rowsOf(twin)[0]?.row ?? 0)
  const more = twins.length > twinsNamed ? ` and ${twins.length - twinsNamed} more` : ''
  const column = plan.keyNames[0]
  return {
    source: 'local',
    attr: null,
    code: twinCode,
    message: `The same account is also on row ${rows.join(', ')}${more} of ${plan.sheet}. None of them is sent: keep one, or give each its own number.`,
    place:
      row === null || column === undefined
        ? { kind: 'account', row }
        : { kind: 'cell', cell: { ...row, column } },
  }
}
