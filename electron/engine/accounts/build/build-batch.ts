// Builds a whole batch from its stored rows: keys first, then accounts in file order, chunk by chunk through the
// build thread, then the checks over the whole batch (duplicate accounts, rows that belong to no account). Accounts of
// an earlier build stay where they are the same. The thread is free between two chunks. After an interruption the stage
// is still "building", and the next start begins again.
import { yieldToEventLoop } from '../../system/yield.ts'
import { keyOf, type PlannedLink } from '../../../../shared/mapping/plan.ts'
import { leftOut, leftOutCode } from '../../../../shared/sheet/odd-rows.ts'
import type { AccountRows } from '../../../../shared/payload/build.ts'
import type { RetryOnFullDisk } from '../../system/data-folder/disk-wait.ts'
import type { EarlierAccounts } from '../../store/accounts/earlier-accounts.ts'
import type { NewAccount } from '../../store/accounts/building/built-account.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { BuiltForStore } from './account-builder.ts'
import type { RowBuilder } from './builder-thread.ts'
import { type CollectContext, collectAccount, sheetNamed } from './collect-rows.ts'
import { createNumberSet } from '../number-set.ts'
import { createChildlessCount, tellJoins } from './join-warnings.ts'
import { blockDuplicates } from '../duplicates/find-duplicates.ts'

const pageSize = 500

export type BuildContext = CollectContext & {
  readonly builder: Pick<RowBuilder, 'build'>
  readonly now: () => number
  readonly retryOnFullDisk: RetryOnFullDisk
  readonly signal: AbortSignal
  /** Accounts built so far, of how many. */
  readonly progress: (accounts: number, total: number) => void
}

/** After `clearForBuild` has deleted what is made again. Returns false when it was cancelled. */
export async function buildBatch(context: BuildContext): Promise<boolean> {
  const { store, batch, plan, signal, retryOnFullDisk } = context
  const sheets = new Map(store.rows.sheets(batch.id).map((sheet) => [sheet.info.name, sheet]))
  const main = sheetNamed(sheets, plan.sheet)
  const linked = linkedSheets(plan.linked, sheets)
  for (const position of new Set([main.position, ...linked.map(({ sheet }) => sheet.position)]))
    await retryOnFullDisk(() => leaveOut(context, position))
  const mainRows = await storeKeys(context, main.position, plan.key)
  if (mainRows === null) return false
  for (const { sheet, link } of linked) {
    if ((await storeKeys(context, sheet.position, link.key)) === null) return false
  }
  const childless = createChildlessCount(plan)
  const total = accountsIn(context, main.position, mainRows)
  if (!(await buildAccounts(context, main, sheets, total, childless.see))) return false
  const warnings = await tellJoins(context, (name) => sheetNamed(sheets, name).position, childless)
  if (warnings === null || signal.aborted) return false
  await retryOnFullDisk(() =>
    store.sending.together(() => {
      // Excluded accounts are never duplicates.
      store.keptDecisions.takeUp(batch.id, context.now())
      blockDuplicates(context)
      store.keptVerdicts.forget(batch.id)
      store.versions.builtAgain(batch.id, context.now())
      for (const warning of warnings) store.rows.addWarning(batch.id, warning)
      store.batches.setStage(batch.id, 'open', null)
    }),
  )
  return true
}

/** Rows that a person left out belong to no account; they are reported with those rows, under their own code. */
function leaveOut({ store, batch }: BuildContext, sheet: number): void {
  const rows = [...store.oddRows.ofSheet(batch.id, sheet, 'left_out')]
  store.rows.addStrays(
    batch.id,
    sheet,
    leftOutCode,
    rows.map(([row, kind]) => ({ row, message: leftOut(kind) })),
  )
}

/** Rows of a sheet that were not left out: with a key, and without. */
type RowsOfSheet = { keyed: number; keyless: number }

/** Returns null when it was cancelled. */
async function storeKeys(
  context: BuildContext,
  sheet: number,
  columns: readonly number[],
): Promise<RowsOfSheet | null> {
  const { store, batch, signal } = context
  const leftOut = store.oddRows.ofSheet(batch.id, sheet, 'left_out')
  const counts = { keyed: 0, keyless: 0 }
  for (let after = 0; ; ) {
    if (signal.aborted) return null
    const page = store.rows.page(batch.id, sheet, after, pageSize)
    const last = page.at(-1)
    if (last === undefined) return counts
    const rows = page
      .map((row) => ({ key: keyOf(row, columns), row: row.row }))
      .filter(({ row }) => !leftOut.has(row))
    const keys = rows.filter(({ key }) => key !== '')
    counts.keyed += keys.length
    counts.keyless += rows.length - keys.length
    await context.retryOnFullDisk(() => store.rows.addKeys(batch.id, sheet, keys))
    after = last.row
    await yieldToEventLoop()
  }
}

/** How many accounts the rows of the account sheet make. */
function accountsIn({ store, batch, plan }: BuildContext, sheet: number, rows: RowsOfSheet): number {
  return rows.keyless + (plan.groupsRows ? store.rows.keyCount(batch.id, sheet) : rows.keyed)
}

async function buildAccounts(
  context: BuildContext,
  main: StoredSheet,
  sheets: ReadonlyMap<string, StoredSheet>,
  total: number,
  collected: (accounts: readonly AccountRows[]) => void,
): Promise<boolean> {
  const { store, batch, builder, signal } = context
  const positions = new Map([...sheets.values()].map((sheet) => [sheet.info.name, sheet.position]))
  const leftOut = store.oddRows.ofSheet(batch.id, main.position, 'left_out')
  const staying = createNumberSet()
  const earlier = { lastId: store.accounts.lastAccountId(batch.id), stays: staying.has }
  let position = 0
  context.progress(0, total)
  const storeBuilt = async (built: readonly BuiltForStore[]): Promise<void> => {
    const accounts = built.map((account) => stored(account, positions))
    const { id, connectionId } = batch
    const stayed = await context.retryOnFullDisk(() =>
      store.accounts.addAccounts(id, connectionId, position, accounts, context.now(), earlier),
    )
    for (const account of stayed) staying.add(account)
    position += accounts.length
    context.progress(position, total)
  }
  // One chunk is built while the previous one is stored.
  let pending: Promise<readonly BuiltForStore[]> | null = null
  for (let after = 0; ; ) {
    if (signal.aborted) return false
    const page = store.rows.page(batch.id, main.position, after, pageSize)
    const last = page.at(-1)
    const chunk = page.flatMap((row) =>
      leftOut.has(row.row) ? [] : (collectAccount(context, main, row, sheets) ?? []),
    )
    collected(chunk)
    const next = chunk.length === 0 ? null : builder.build(chunk)
    if (pending !== null) await storeBuilt(await pending)
    pending = next
    if (last === undefined) return dropEarlier(context, earlier)
    after = last.row
    await yieldToEventLoop()
  }
}

/** Deletes the earlier accounts that did not stay. Returns false when it was cancelled. */
async function dropEarlier(context: BuildContext, earlier: EarlierAccounts): Promise<boolean> {
  const { store, batch, signal, retryOnFullDisk } = context
  let after: number | null = Number.MIN_SAFE_INTEGER
  const dropSome = (from: number): Promise<number | null> =>
    retryOnFullDisk(() => store.sending.together(() => store.accounts.dropEarlier(batch.id, from, earlier)))
  while (after !== null) {
    if (signal.aborted) return false
    after = await dropSome(after)
    await yieldToEventLoop()
  }
  return true
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

function stored(built: BuiltForStore, positions: ReadonlyMap<string, number>): NewAccount {
  return { ...built, rows: built.rows.map(({ sheet, row }) => ({ sheet: positions.get(sheet) ?? -1, row })) }
}
