// Rows of a sheet for a fix: those that a filter leaves, or ranges of row numbers, in order, page by page after a row
// number, so that a page's cost does not grow with its distance from the start.
import type { Database, Statement } from 'better-sqlite3'
import type { AccountState, Outcome } from '../../../shared/account-state.ts'
import type { FixScope } from '../../../shared/fix.ts'
import type { RowFilter } from '../../../shared/views.ts'
import { conditionsOf, joins } from './row-conditions.ts'
import { type RawRow, toSourceRow, withEdits } from './rows.ts'

export type ScopeRow = {
  readonly row: number
  /** As they stand now. */
  readonly cells: readonly string[]
  /** As they were read. */
  readonly read: readonly string[]
  /** The columns that were edited, with their text. */
  readonly edits: ReadonlyMap<number, string>
  readonly account: {
    readonly id: number
    readonly key: string
    readonly state: AccountState
    readonly outcome: Outcome | null
  } | null
}

export type ScopeRowStore = ReturnType<typeof createScopeRowStore>

export function createScopeRowStore(database: Database) {
  const statements = new Map<string, Statement>()
  const selectEdits = database.prepare(
    'SELECT row, col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row BETWEEN ? AND ?',
  )

  function prepared(sql: string): Statement {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }

  type Raw = RawRow & {
    id: number | null
    key: string
    state: AccountState
    outcome: Outcome | null
  }

  return {
    /** At most `limit` rows after a row number; fewer only where the sheet has no more of them. */
    after(batch: number, sheet: number, rows: FixScope['rows'], after: number, limit: number): ScopeRow[] {
      const { sql, values } = 'filter' in rows ? ofFilter(rows.filter) : ofRanges(rows.ranges)
      const raws = prepared(
        `SELECT r.row, r.cells, r.kept, a.id, a.key, a.state, a.outcome FROM ${joins}
         WHERE r.batch_id = @batch AND r.sheet = @sheet AND r.row > @after${sql} ORDER BY r.row LIMIT @limit`,
      ).all({ batch, sheet, after, limit, ...values }) as Raw[]
      const first = raws[0]
      const last = raws.at(-1)
      if (first === undefined || last === undefined) return []
      const edits = Map.groupBy(
        selectEdits.all(batch, sheet, first.row, last.row) as { row: number; col: number; text: string }[],
        (edit) => edit.row,
      )
      return raws.map((raw) => {
        const source = toSourceRow(raw)
        const here = edits.get(raw.row) ?? []
        const { id, key, state, outcome } = raw
        return {
          row: raw.row,
          read: source.cells,
          cells: withEdits(source, here).cells,
          edits: new Map(here.map(({ col, text }) => [col, text])),
          account: id === null ? null : { id, key, state, outcome },
        }
      })
    },
  }
}

function ofFilter(filter: RowFilter): {
  readonly sql: string
  readonly values: Readonly<Record<string, unknown>>
} {
  const conditions = conditionsOf(filter)
  return conditions === null
    ? { sql: '', values: {} }
    : { sql: ` AND ${conditions.sql}`, values: conditions.values }
}

function ofRanges(ranges: readonly (readonly [number, number])[]): {
  readonly sql: string
  readonly values: Readonly<Record<string, unknown>>
} {
  return {
    sql: ` AND EXISTS (SELECT 1 FROM json_each(@ranges) g
      WHERE r.row BETWEEN json_extract(g.value, '$[0]') AND json_extract(g.value, '$[1]'))`,
    values: { ranges: JSON.stringify(ranges) },
  }
}
