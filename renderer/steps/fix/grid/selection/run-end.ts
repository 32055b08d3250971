// Finds how far a column is filled below a row. Rows that are not loaded are fetched, up to a limit.
import type { RowList } from '../rows/row-list.ts'

const mostLookedAt = 20_000
const lookedAtOnce = 500

/** The last row of the filled cells that follow this row without a gap; null: it is further away than is looked. */
export async function runEnd(list: RowList, column: number, row: number): Promise<number | null> {
  const last = (list.state().total ?? 1) - 1
  for (let at = row; ; at += 1) {
    if (at >= last) return at
    if (at - row > mostLookedAt) return null
    if (list.rowAt(at + 1) === undefined)
      await list.want(at + 1, Math.min(last, at + lookedAtOnce)).catch(() => undefined)
    const next = list.rowAt(at + 1)
    if (next === undefined) return null
    if (list.textAt(next, column).text.trim() === '') return at
  }
}
