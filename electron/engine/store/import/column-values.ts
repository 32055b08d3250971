// Distinct current texts of one column, counted in windows of row numbers so that a million rows block nobody.
import type { Database, Statement } from 'better-sqlite3'
import type { RowFilter } from '../../../../shared/fixing/row-filter.ts'
import { conditionsOf, joins } from '../lookup/rows/row-conditions.ts'

export type TextCount = { readonly text: string; readonly cells: number }

export type ColumnAsked = {
  readonly batch: number
  readonly sheet: number
  readonly column: number
  readonly filter: RowFilter | undefined
  /** Only cells with a current problem: with this code, or with any if left out. */
  readonly wrong: { readonly code?: string | null | undefined } | null
}

export type ColumnValueStore = ReturnType<typeof createColumnValueStore>

export function createColumnValueStore(database: Database) {
  const statements = new Map<string, Statement>()
  const selectLast = database
    .prepare('SELECT ifnull(max(row), 0) FROM source_row WHERE batch_id = ? AND sheet = ?')
    .pluck()

  function statementFor({ filter, wrong, column }: ColumnAsked) {
    const conditions = conditionsOf(filter)
    const code = wrong?.code === undefined ? '' : ' AND w.code IS @wrongCode'
    // The problems of the window lead to their rows: few rows have one.
    const rows =
      wrong === null
        ? 'r.row > @after AND r.row <= @upTo'
        : `r.row IN (SELECT w.row FROM problem w WHERE w.batch_id = @batch AND w.sheet = @sheet
            AND w.row > @after AND w.row <= @upTo AND w.col = @valueColumn AND w.stale = 0${code})`
    const sql = `SELECT coalesce(v.text, json_extract(r.cells, '$[${Math.trunc(column)}]'), '') AS text, count(*) AS cells
      FROM ${conditions === null ? 'source_row r' : joins}
      LEFT JOIN cell_now v ON v.batch_id = r.batch_id AND v.sheet = r.sheet AND v.row = r.row AND v.col = @valueColumn
      WHERE r.batch_id = @batch AND r.sheet = @sheet AND ${rows}
      ${conditions === null ? '' : `AND ${conditions.sql}`} GROUP BY 1`
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    const values = { ...conditions?.values, ...(wrong?.code === undefined ? {} : { wrongCode: wrong.code }) }
    return { statement, values }
  }

  return {
    /** Texts of the rows after one row number and up to another, each text once. */
    piece(asked: ColumnAsked, after: number, upTo: number): TextCount[] {
      const { batch, sheet, column } = asked
      const { statement, values } = statementFor(asked)
      return statement.all({ ...values, batch, sheet, valueColumn: column, after, upTo }) as TextCount[]
    },
    lastRow(batch: number, sheet: number): number {
      return selectLast.get(batch, sheet) as number
    },
  }
}
