// Every so-many-th row of a sheet with its place among the sheet's rows, written while the file is read: a page far down is
// found from the anchor before it instead of from the sheet's first row.
import type { Database } from 'better-sqlite3'

/** Rows stepped over at most to find a place. */
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
    /** For rows that were just stored, in order, behind `before` others. */
    add(batch: number, sheet: number, before: number, rows: readonly { readonly row: number }[]): void {
      const first = Math.ceil(before / rowsPerAnchor) * rowsPerAnchor
      for (let place = first; place < before + rows.length; place += rowsPerAnchor) {
        const row = rows[place - before]
        if (row !== undefined) insert.run(batch, sheet, place, row.row)
      }
    },
    /** The numbers of the rows from a place on, in order. */
    rowsAt(batch: number, sheet: number, place: number, limit: number): number[] {
      const anchor = selectBefore.get(batch, sheet, place) as { place: number; row: number } | undefined
      const { place: from, row } = anchor ?? { place: 0, row: 0 }
      return selectFrom.all(batch, sheet, row, limit, place - from) as number[]
    },
  }
}
