// Sheets of a batch in the form that comparing needs: their roles, the field of each column, and the linking
// columns, which are not part of a row's own content.
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import type { LinkedSheet, Mapping } from '../../../../shared/mapping/file.ts'
import { listOf, parentKeyOf } from '../../../../shared/mapping/templates/template-uses.ts'
import type { VersionSheet } from '../../../../shared/fixing/version-merge.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'

export type VersionSheets = {
  readonly sheets: readonly VersionSheet[]
  /** The main sheet's position, and its key columns; null if the batch is not mapped. */
  readonly main: number | null
  readonly key: readonly number[]
  /** Each row of the main sheet is a separate account. */
  readonly alone: boolean
  /** By the sheet's position. */
  readonly ties: ReadonlyMap<number, ReadonlySet<number>>
}

export function sheetsOf(store: Store, batch: StoredBatch): VersionSheets {
  const stored = store.rows.sheets(batch.id)
  const mapping = batch.mapped?.mapping ?? null
  const main = stored.find((sheet) => sheet.role === 'main') ?? null
  const fed = mapping === null ? [] : fedColumns(mapping, main?.info.name)
  const sheets = stored.map(({ position, info, role }) => ({
    position,
    info,
    role,
    fields: new Map(fed.filter((one) => one.sheet === info.name).map((one) => [one.column, one.field])),
  }))
  const indexOf = (sheet: string, column: string): number[] => {
    const info = stored.find((one) => one.info.name === sheet)?.info
    return info?.columns.filter((one) => one.name === column).map((one) => one.index) ?? []
  }
  const ties = new Map<number, Set<number>>()
  const tie = (sheet: string, columns: readonly string[]): void => {
    const position = stored.find((one) => one.info.name === sheet)?.position
    if (position === undefined) return
    const known = ties.get(position) ?? new Set<number>()
    for (const column of columns) for (const index of indexOf(sheet, column)) known.add(index)
    ties.set(position, known)
  }
  const mainName = main?.info.name ?? ''
  if (mapping !== null) {
    tie(mainName, [mapping.key])
    tieLinks(mapping, mainName, tie)
  }
  return {
    sheets,
    main: main?.position ?? null,
    key: mapping === null ? [] : indexOf(mainName, mapping.key),
    alone: mapping === null || mapping.grouped.length === 0,
    ties,
  }
}

function tieLinks(
  mapping: Mapping,
  main: string,
  tie: (sheet: string, columns: readonly string[]) => void,
): void {
  const walk = (links: readonly LinkedSheet[], parent: string): void => {
    for (const link of links) {
      tie(link.sheet, listOf(link.key))
      tie(parent, listOf(parentKeyOf(link, parent === main ? mapping.key : null)))
      walk(link.linked ?? [], link.sheet)
    }
  }
  walk(mapping.linked, main)
}
