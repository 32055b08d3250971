// Anchors: every 500th row of a sheet with its position, written while the file is read. A page far down the sheet
// starts from the nearest anchor before it instead of the first row.
import type { Database } from 'better-sqlite3'

/** Maximum number of rows that are skipped to find a position. */
export const rowsPerAnchor = 500

export type RowAnchors = ReturnType<typeof createRowAnchors>

export function createRowAnchors(database: Database) {
  const insert = database.prepare('INSERT INTO row_anchor VALUES (?, ?, ?, ?)')
  const selectBefore = database.prepare(
    `SELECT place, row FROM row_anchor WHERE batch_id = ? AND sheet = ? AND place <= ?
     ORDER BY place DESC LIMIT 1`,
  )
  const selectFrom = database
    .prepare(
      'SELECT row FROM source_row WHERE batch_id = ? AND sheet = ? AND row >= ? ORDER BY row LIMIT ? OFFSET ?',
    )
    .pluck()
  return {
    /** For rows just stored, in order, after `before` others. */
    add(batch: number, sheet: number, before: number, rows: readonly { readonly row: number }[]): void {
      const first = Math.ceil(before / rowsPerAnchor) * rowsPerAnchor
      for (let place = first; place < before + rows.length; place += rowsPerAnchor) {
        const row = rows[place - before]
        if (row !== undefined) insert.run(batch, sheet, place, row.row)
      }
    },
    /** Row numbers from a position on, in order. */
    rowsAt(batch: number, sheet: number, place: number, limit: number): number[] {
      const anchor = selectBefore.get(batch, sheet, place) as { place: number; row: number } | undefined
      const { place: from, row } = anchor ?? { place: 0, row: 0 }
      return selectFrom.all(batch, sheet, row, limit, place - from) as number[]
    },
  }
}
