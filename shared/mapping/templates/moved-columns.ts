// Finds the columns that moved relative to the others, as few as can explain the new order. The longest run of
// columns that kept their order did not move, so a new column at the front moves no other.
import type { SheetInfo } from '../../sheet/sheet.ts'

import type { SheetLayout } from './template-file.ts'
import { message, type Message, type Said } from '../../texts/create-message.ts'

export type TemplateDifference = {
  /** `moved`: to another sheet, or to another position among the remaining columns. */
  readonly kind: 'moved' | 'renamed' | 'missing' | 'new'
  /** The file's name; for a missing column the template's. */
  readonly sheet: string
  /** Null when it refers to the whole sheet. */
  readonly column: string | null
  /** The template's name, or for a moved column its position in the template. */
  readonly was: Said | null
  readonly certainty: 'certain' | 'likely'
  readonly reason: Message
}

export function movedColumns(
  layout: readonly SheetLayout[],
  sheets: ReadonlyMap<string, SheetInfo>,
  names: ReadonlyMap<string, ReadonlyMap<string, string | null>>,
): TemplateDifference[] {
  return layout.flatMap(({ sheet: was, columns }) => {
    const sheet = sheets.get(was)
    if (sheet === undefined) return []
    const now = new Map(sheet.columns.map((column) => [column.name, column.index]))
    const stayed = columns.flatMap((column, before) => {
      const name = names.get(was)?.get(column) ?? column
      const after = now.get(name)
      return after === undefined ? [] : [{ name, before, after }]
    })
    const kept = longestRising(stayed.map((one) => one.after))
    return stayed
      .filter((one) => !kept.has(one.after))
      .map(({ name, before, after }) => ({
        kind: 'moved' as const,
        sheet: sheet.name,
        column: name,
        was: message('mapping.was_column', { before: before + 1 }),
        certainty: 'certain' as const,
        reason: message('mapping.column_moved', { before: before + 1, after: after + 1 }),
      }))
  })
}

/** The members of a longest rising subsequence. */
export function longestRising(values: readonly number[]): Set<number> {
  const ends: number[] = []
  const before: number[] = []
  for (const [at, value] of values.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = at
  }
  const kept = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) kept.add(values[at] ?? 0)
  return kept
}
