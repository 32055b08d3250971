// The compiled mapping of an open batch: what it takes to build one of its accounts here and now, and which columns tie
// rows to accounts. Kept until the mapping, the file or the connection changes.
import { createAccountBuilder } from '../building/account-builder.ts'
import type { GatherContext } from '../building/build-batch.ts'
import { planFor } from '../loading.ts'
import type { PlannedLink } from '../../../shared/mapping-plan.ts'
import type { StoredBatch } from '../store/batches.ts'
import type { StoredSheet } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { targetOf } from '../workshop.ts'

export type Bench = GatherContext & {
  readonly build: ReturnType<typeof createAccountBuilder>
  readonly sheets: ReadonlyMap<string, StoredSheet>
  readonly main: StoredSheet
  /** Columns that tie rows to accounts, by the sheet's position. */
  readonly keys: ReadonlyMap<number, ReadonlySet<number>>
}
export type EditedColumn = { readonly sheet: number; readonly col: number }

/** Answers null for a batch that is not built. */
export function createBenches(store: Store, now: () => number): (batch: StoredBatch) => Bench | null {
  const benches = new Map<number, { readonly version: string; readonly bench: Bench }>()
  return (batch) => {
    if (batch.stage !== 'open' || batch.mapped === null) return null
    const connection = batch.connectionId === null ? null : store.connections.get(batch.connectionId)
    const target = targetOf(connection)
    const { mapping, catalogue: schema, catalogueId } = batch.mapped
    const version = JSON.stringify([mapping, batch.supplier, target, catalogueId, batch.readAt])
    const known = benches.get(batch.id)
    if (known?.version === version) return known.bench
    const stored = store.rows.sheets(batch.id)
    const infos = stored.map((sheet) => sheet.info)
    const planned = planFor(mapping, infos, schema, batch.supplier, target.phoneRegion)
    if (!planned.ok) throw new Error(planned.failure.message)
    const { plan, catalogue } = planned.value
    const sheets = new Map(stored.map((sheet) => [sheet.info.name, sheet]))
    const main = sheets.get(plan.sheet)
    if (main === undefined) throw new Error(`The plan names a sheet that was not read: ${plan.sheet}`)
    const build = createAccountBuilder({ plan, catalogue, ...target, now })
    const keys = keyColumns(main, plan.key, plan.linked, sheets)
    const bench = { store, batch, plan, build, sheets, main, keys }
    benches.set(batch.id, { version, bench })
    return bench
  }
}

export function tiesRows(bench: Bench | null, columns: readonly EditedColumn[]): boolean {
  return bench !== null && columns.some(({ sheet, col }) => bench.keys.get(sheet)?.has(col) === true)
}

function keyColumns(
  main: StoredSheet,
  mainKey: readonly number[],
  links: readonly PlannedLink[],
  sheets: ReadonlyMap<string, StoredSheet>,
): Map<number, Set<number>> {
  const keys = new Map<number, Set<number>>()
  const add = (sheet: StoredSheet | undefined, columns: readonly number[]): void => {
    if (sheet === undefined) return
    keys.set(sheet.position, new Set([...(keys.get(sheet.position) ?? []), ...columns]))
  }
  const walk = (parent: StoredSheet | undefined, below: readonly PlannedLink[]): void => {
    for (const link of below) {
      add(parent, link.parentKey)
      add(sheets.get(link.sheet), link.key)
      walk(sheets.get(link.sheet), link.linked)
    }
  }
  add(main, mainKey)
  walk(main, links)
  return keys
}
