// Lists all remembered repairs, and collects the repairs of one batch to keep when the batch is removed.
import { fieldsOf } from '../../../../shared/fixing/repair-match.ts'
import type { RepairRows } from '../../store/fixing/repair-rows.ts'
import type { ListedRepair, RepairSource, RepairToKeep } from './recall-job.ts'
import { createRemembered, originsOf, repairId } from './remembered.ts'
import { countStayed } from './stayed.ts'

export function recallList(rows: RepairRows, sources: readonly RepairSource[]): ListedRepair[] {
  const memory = createRemembered()
  const unwanted = rows.unwanted()
  const names = new Map<string, string>()
  for (const source of sources) {
    const meanings = meaningsOf(source)
    const origin = memory.addOrigin({ batch: source.batch, name: source.name })
    for (const repair of rows.repaired(source.batch, false)) {
      const meaning = meanings.get(`${repair.sheet} ${repair.col}`)
      if (meaning === undefined) continue
      names.set(meaning.feeds, meaning.name)
      memory.add(origin, meaning.feeds, repair, true)
    }
  }
  const removed = new Map<string, number>()
  for (const repair of rows.kept()) {
    const name = `${repair.batch} ${repair.made} ${repair.batchName}`
    const origin = removed.get(name) ?? memory.addOrigin({ batch: null, name: repair.batchName })
    removed.set(name, origin)
    if (!names.has(repair.feeds)) names.set(repair.feeds, repair.column)
    memory.add(origin, repair.feeds, repair, true)
  }
  const all = [...memory.texts].flatMap(([feeds, texts]) =>
    [...texts.values()].flatMap((text) =>
      text.ways.map((way): ListedRepair => {
        const repair = repairId(feeds, text.before, way.after)
        return {
          repair,
          feeds,
          column: names.get(feeds) ?? '',
          fields: fieldsOf(feeds),
          before: text.before,
          after: way.after,
          cells: way.cells,
          origins: originsOf(way, memory.origins),
          at: way.at,
          typed: way.typed,
          forgotten: unwanted.has(repair),
        }
      }),
    ),
  )
  return all.toSorted((a, b) => b.at - a.at || b.cells - a.cells)
}

export function repairsToKeep(rows: RepairRows, source: RepairSource): RepairToKeep[] {
  const memory = createRemembered()
  const unwanted = rows.unwanted()
  const meanings = meaningsOf(source)
  const origin = memory.addOrigin({ batch: source.batch, name: source.name })
  const found = [...rows.repaired(source.batch)].flatMap((repair) => {
    const meaning = meanings.get(`${repair.sheet} ${repair.col}`)
    if (meaning === undefined) return []
    return [{ repair, meaning, text: memory.add(origin, meaning.feeds, repair, true) }]
  })
  const wanted = [...memory.texts].flatMap(([feeds, texts]) =>
    [...texts.values()].map((text) => ({ feeds, text })),
  )
  const stayed = countStayed(rows, [source], memory, wanted)
  return found.flatMap(({ repair, meaning, text }) => {
    const { key, ordinal, supplier, before, after, way, at } = repair
    const { feeds, place, name } = meaning
    if (unwanted.has(repairId(feeds, before, after))) return []
    const kept = { supplier, feeds, place, column: name, key, ordinal, before, after, way, at }
    return [{ ...kept, stayed: stayed.get(text) ?? 0 }]
  })
}

function meaningsOf(source: RepairSource): Map<string, RepairSource['columns'][number]> {
  return new Map(source.columns.map((column) => [`${column.sheet} ${column.col}`, column]))
}
