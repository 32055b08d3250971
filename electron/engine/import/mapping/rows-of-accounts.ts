// The rows of some accounts of a file that is not built yet: those of the main sheet that share a key, where rows make
// one account together, and the linked rows of all of them, wherever they stand. Sheets are read in short pieces; between
// them the event loop is free, and an aborted request stops.
import type { SheetRows } from '../../../../shared/payload/collect-rows.ts'
import { keyOf, type Plan, type PlannedLink } from '../../../../shared/mapping/plan.ts'
import type { SourceRow } from '../../../../shared/sheet/sheet.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'
import { keptRows } from './sample-rows.ts'

const rowsAtOnce = 250

type Given = {
  readonly store: Store
  readonly batch: number
  readonly plan: Plan
  readonly signal: AbortSignal | undefined
}
type Found = Map<string, Map<number, SourceRow>>

export async function rowsOfAccounts(
  given: Given,
  main: StoredSheet,
  some: readonly SourceRow[],
): Promise<SheetRows> {
  const { plan } = given
  const found: Found = new Map()
  const own = plan.groupsRows ? await ofSameKeys(given, main, some) : some
  keep(found, main.info.name, own)
  await addLinked(given, plan.linked, own, found)
  return new Map(
    [...found].map(([sheet, rows]) => [sheet, [...rows.values()].sort((one, two) => one.row - two.row)]),
  )
}

function keep(found: Found, sheet: string, rows: readonly SourceRow[]): void {
  const kept = found.get(sheet) ?? new Map<number, SourceRow>()
  for (const row of rows) kept.set(row.row, row)
  found.set(sheet, kept)
}

/** A row without a key is an account of its own. */
async function ofSameKeys(
  given: Given,
  main: StoredSheet,
  some: readonly SourceRow[],
): Promise<readonly SourceRow[]> {
  const { key } = given.plan
  const alone = some.filter((row) => keyOf(row, key) === '')
  return [...alone, ...(await withKeys(given, main, key, keysOf(some, key)))]
}

async function addLinked(
  given: Given,
  links: readonly PlannedLink[],
  parents: readonly SourceRow[],
  found: Found,
): Promise<void> {
  for (const link of links) {
    const sheet = given.store.rows.sheets(given.batch).find(({ info }) => info.name === link.sheet)
    if (sheet === undefined) continue
    const rows = await withKeys(given, sheet, link.key, keysOf(parents, link.parentKey))
    keep(found, link.sheet, rows)
    await addLinked(given, link.linked, rows, found)
  }
}

function keysOf(rows: readonly SourceRow[], columns: readonly number[]): ReadonlySet<string> {
  return new Set(rows.map((row) => keyOf(row, columns)).filter((key) => key !== ''))
}

async function withKeys(
  { store, batch, signal }: Given,
  sheet: StoredSheet,
  columns: readonly number[],
  keys: ReadonlySet<string>,
): Promise<SourceRow[]> {
  const found: SourceRow[] = []
  for (let after = 0; keys.size > 0 && signal?.aborted !== true; ) {
    const page = store.rows.page(batch, sheet.position, after, rowsAtOnce)
    const last = page.at(-1)
    if (last === undefined) break
    found.push(...page.filter((row) => keys.has(keyOf(row, columns))))
    after = last.row
    await yieldToEventLoop()
  }
  return keptRows(store, batch, sheet.position, found)
}
