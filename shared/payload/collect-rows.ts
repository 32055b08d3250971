// Groups rows into accounts, for samples that fit into memory. The main sheet's rows keep their order and are
// grouped by key where the plan says so; each carries its linked rows in their sheet's order. For whole batches the
// engine does the same from its store.
import { keyOf } from '../mapping/plan.ts'
import type { Plan, PlannedLink } from '../mapping/plan.ts'
import type { AccountRows, RowWithLinked } from './build.ts'
import type { SourceRow } from '../sheet/sheet.ts'

/** Rows by their sheet's name. */
export type SheetRows = ReadonlyMap<string, readonly SourceRow[]>

export function collectAccounts(plan: Plan, rows: SheetRows): AccountRows[] {
  const link = linker(rows)
  const withLinks = (row: SourceRow): RowWithLinked => ({
    sheet: plan.sheet,
    row,
    linked: plan.linked.map((one) => link(row, one)),
  })
  const main = rows.get(plan.sheet) ?? []
  if (!plan.groupsRows) return main.map((row) => ({ main: [withLinks(row)] }))
  // A row without a key becomes an account of its own, with a problem for the missing key.
  const groups = Map.groupBy(main, (row) => keyOf(row, plan.key) || row)
  return [...groups.values()].map((same) => ({ main: same.map(withLinks) }))
}

function linker(rows: SheetRows): (parent: SourceRow, link: PlannedLink) => RowWithLinked[] {
  const indexes = new Map<PlannedLink, ReadonlyMap<string, readonly SourceRow[]>>()
  const linked = (parent: SourceRow, link: PlannedLink): RowWithLinked[] => {
    const index = indexes.get(link) ?? Map.groupBy(rows.get(link.sheet) ?? [], (row) => keyOf(row, link.key))
    indexes.set(link, index)
    const key = keyOf(parent, link.parentKey)
    if (key === '') return []
    return (index.get(key) ?? []).map((row) => ({
      sheet: link.sheet,
      row,
      linked: link.linked.map((below) => linked(row, below)),
    }))
  }
  return linked
}
