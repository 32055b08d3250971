// Matches the columns of a repaired sheet with those of the batch by their headers. Columns with the same header are
// matched in their order, and only if none of them was added or removed. Pure.
import type { Column } from '../../../../shared/sheet/sheet.ts'
import { fixMeColumn, ownColumns, referenceColumn } from '../../report/rows/fix-reference.ts'
import { message, type Message } from '../../../../shared/texts/create-message.ts'

export type MatchedColumns = {
  /** For each of the batch's own columns its place in the file; null: it is not there, or not known which it is. */
  readonly places: readonly (number | null)[]
  /** Columns of the file that are not used, and why. */
  readonly unused: readonly { readonly header: string; readonly why: Message }[]
}

export function matchColumns(inFile: readonly Column[], inBatch: readonly Column[]): MatchedColumns {
  const own = ownColumns(inBatch)
  const added = new Set([fixMeColumn, referenceColumn])
  const fromFile = Map.groupBy(
    inFile.filter(({ header }) => !added.has(folded(header))),
    ({ header }) => folded(header),
  )
  const fromBatch = Map.groupBy(own, ({ header }) => folded(header))
  const places = own.map((column) => {
    const same = fromBatch.get(folded(column.header)) ?? []
    const candidates = fromFile.get(folded(column.header)) ?? []
    return candidates.length === same.length ? (candidates[same.indexOf(column)]?.index ?? null) : null
  })
  const unused = [...fromFile].flatMap(([name, columns]) => {
    const same = fromBatch.get(name)?.length ?? 0
    const header = columns[0]?.header ?? ''
    if (columns.length === same || name === '') return []
    return [
      {
        header,
        why:
          same === 0
            ? message('repairs.column_added', { column: header })
            : message('repairs.column_unclear', { column: header, here: same, there: columns.length }),
      },
    ]
  })
  return { places, unused }
}

/** Line breaks and runs of blanks change in other programs. */
function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
