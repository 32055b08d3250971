// Cache of the compiled mapping of an open batch: everything needed to build one account, and the columns that link
// rows to accounts. Valid until the mapping, the file or the connection changes.
import { type AccountBuilder, createAccountBuilder } from './account-builder.ts'
import type { CollectContext } from './collect-rows.ts'
import type { PlannedLink } from '../../../../shared/mapping/plan.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'
import { targetOfBatch } from './build-target.ts'
import { planOfMapped } from './plan-of-mapped.ts'

export type CompiledMapping = CollectContext & {
  readonly build: AccountBuilder
  readonly sheets: ReadonlyMap<string, StoredSheet>
  readonly main: StoredSheet
  /** Columns that link rows to accounts, by the sheet's position. */
  readonly keys: ReadonlyMap<number, ReadonlySet<number>>
}
export type EditedColumn = { readonly sheet: number; readonly col: number }

/** Null for a batch that is not built. */
export function createCompiledMappings(
  store: Store,
  now: () => number,
): (batch: StoredBatch) => CompiledMapping | null {
  const compiledMappings = new Map<
    number,
    { readonly version: string; readonly compiledMapping: CompiledMapping }
  >()
  return (batch) => {
    if (batch.stage !== 'open' || batch.mapped === null) return null
    const target = targetOfBatch(store, batch)
    const { mapping, catalogueId } = batch.mapped
    const version = JSON.stringify([mapping, batch.supplier, target, catalogueId, batch.readAt])
    const known = compiledMappings.get(batch.id)
    if (known?.version === version) return known.compiledMapping
    const stored = store.rows.sheets(batch.id)
    const infos = stored.map((sheet) => sheet.info)
    const { plan, catalogue } = planOfMapped(batch, infos, target.phoneRegion)
    const sheets = new Map(stored.map((sheet) => [sheet.info.name, sheet]))
    const main = sheets.get(plan.sheet)
    if (main === undefined) throw new Error(`The plan names a sheet that was not read: ${plan.sheet}`)
    // Compiling the checks takes time, so queries about columns alone do not wait for it.
    let compiled: AccountBuilder | null = null
    const build: AccountBuilder = (rows) => {
      compiled ??= createAccountBuilder({ plan, catalogue, ...target, now })
      return compiled(rows)
    }
    const keys = keyColumns(main, plan.key, plan.linked, sheets)
    const compiledMapping = { store, batch, plan, build, sheets, main, keys }
    compiledMappings.set(batch.id, { version, compiledMapping })
    return compiledMapping
  }
}

export function tiesRows(compiledMapping: CompiledMapping | null, columns: readonly EditedColumn[]): boolean {
  return (
    compiledMapping !== null &&
    columns.some(({ sheet, col }) => compiledMapping.keys.get(sheet)?.has(col) === true)
  )
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
