// What grids and lists ask for: pages of rows with their accounts and problems, problem groups, accounts by text or
// state. Filters become conditions of one statement; statements are prepared once a shape.
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import type { AccountState } from '../../../shared/account-state.ts'
import { placeSchema, problem } from '../../../shared/problems.ts'
import type { GridRow, ProblemGroup, RowFilter } from '../../../shared/views.ts'
import { type Account, accountRow } from './accounts.ts'
import { type RawRow, toSourceRow, withEdits } from './rows.ts'

type Conditions = { readonly sql: string; readonly values: Record<string, unknown> }

type RawGridRow = RawRow & {
  account_id: number | null
  key: string
  state: GridState
  outcome: GridOutcome
  held_reason: string | null
  stray: string | null
}
type GridState = NonNullable<GridRow['account']>['state']
type GridOutcome = NonNullable<GridRow['account']>['outcome']

const joins = `source_row r
  LEFT JOIN account_row ar ON ar.batch_id = r.batch_id AND ar.sheet = r.sheet AND ar.row = r.row
  LEFT JOIN account a ON a.id = ar.account_id
  LEFT JOIN stray_row s ON s.batch_id = r.batch_id AND s.sheet = r.sheet AND s.row = r.row`

/** Filters that look at a row's account, its problems or its cells; null when nothing is filtered. */
function conditionsOf(filter: RowFilter | undefined): Conditions | null {
  const parts: string[] = []
  const values: Record<string, unknown> = {}
  if (filter?.states !== undefined && filter.states.length > 0) {
    parts.push(`a.state IN (SELECT value FROM json_each(@states))`)
    values['states'] = JSON.stringify(filter.states)
  }
  if (filter?.code !== undefined || filter?.column !== undefined) {
    const code = filter.code === undefined ? '' : ' AND p.code IS @code'
    const column =
      filter.column === undefined ? '' : ' AND p.sheet = r.sheet AND p.row = r.row AND p.col = @column'
    parts.push(`EXISTS (SELECT 1 FROM problem p WHERE p.account_id = a.id${code}${column})`)
    if (filter.code !== undefined) values['code'] = filter.code
    if (filter.column !== undefined) values['column'] = filter.column
  }
  if (filter?.text !== undefined && filter.text !== '') {
    parts.push(`(EXISTS (SELECT 1 FROM json_each(r.cells) c WHERE c.value LIKE @text ESCAPE '\\')
      OR EXISTS (SELECT 1 FROM cell_now n WHERE n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row AND n.text LIKE @text ESCAPE '\\'))`)
    values['text'] = likeText(filter.text)
  }
  if (filter?.changed === true) {
    parts.push(
      'EXISTS (SELECT 1 FROM cell_now n WHERE n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row)',
    )
  }
  if (filter?.held !== undefined) parts.push(`(a.held_reason IS ${filter.held ? 'NOT NULL' : 'NULL'})`)
  if (filter?.account !== undefined) {
    parts.push('a.id = @account')
    values['account'] = filter.account
  }
  return parts.length === 0 ? null : { sql: parts.join(' AND '), values }
}

export function likeText(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
}

const problemRow = problem.extend({
  id: z.number(),
  account_id: z.number(),
  sheet: z.number().nullable(),
  row: z.number().nullable(),
  col: z.number().nullable(),
  place: z.string(),
  stale: z.number(),
})

export type GridStore = ReturnType<typeof createGridStore>

export function createGridStore(database: Database) {
  const statements = new Map<string, Statement>()
  const prepared = (sql: string): Statement => {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }

  function editsOf(
    batch: number,
    sheet: number,
    rows: readonly RawGridRow[],
  ): Map<number, { col: number; text: string }[]> {
    const first = rows[0]
    const last = rows.at(-1)
    if (first === undefined || last === undefined) return new Map()
    const edits = prepared(
      'SELECT row, col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row BETWEEN ? AND ?',
    ).all(batch, sheet, first.row, last.row) as { row: number; col: number; text: string }[]
    return Map.groupBy(edits, (edit) => edit.row)
  }

  /** Problems of the rows' accounts: those on the row itself, and those of the whole account on its first row. */
  function problemsOf(accounts: readonly number[]): Map<number, z.infer<typeof problemRow>[]> {
    const rows = prepared(
      `SELECT id, account_id, source, attr, code, message, place, sheet, row, col, stale FROM problem
       WHERE account_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    ).all(JSON.stringify(accounts))
    return Map.groupBy(
      rows.map((row) => problemRow.parse(row)),
      (row) => row.account_id,
    )
  }

  return {
    count(batch: number, sheet: number, filter: RowFilter | undefined): number {
      const conditions = conditionsOf(filter)
      const where = conditions === null ? '' : ` AND ${conditions.sql}`
      const from = conditions === null ? 'source_row r' : joins
      const row = prepared(
        `SELECT count(*) AS count FROM ${from} WHERE r.batch_id = @batch AND r.sheet = @sheet${where}`,
      ).get({
        batch,
        sheet,
        ...conditions?.values,
      }) as { count: number }
      return row.count
    },

    page(
      batch: number,
      sheet: number,
      columnIndexes: ReadonlyMap<string, number>,
      offset: number,
      limit: number,
      filter: RowFilter | undefined,
    ): GridRow[] {
      const conditions = conditionsOf(filter)
      const where = conditions === null ? '' : ` AND ${conditions.sql}`
      const rows = prepared(
        `SELECT r.row, r.cells, r.kept, a.id AS account_id, a.key, a.state, a.outcome, a.held_reason, s.message AS stray
         FROM ${joins} WHERE r.batch_id = @batch AND r.sheet = @sheet${where} ORDER BY r.row LIMIT @limit OFFSET @offset`,
      ).all({ batch, sheet, limit, offset, ...conditions?.values }) as RawGridRow[]
      const edits = editsOf(batch, sheet, rows)
      const accounts = [...new Set(rows.flatMap((row) => row.account_id ?? []))]
      const problems = problemsOf(accounts)
      return rows.map((raw) => {
        const changes = edits.get(raw.row) ?? []
        const source = withEdits(toSourceRow(raw), changes)
        const here = (raw.account_id === null ? [] : (problems.get(raw.account_id) ?? [])).filter(
          (one) => one.sheet === sheet && one.row === raw.row,
        )
        return {
          row: raw.row,
          cells: [...source.cells],
          ...(source.kept === undefined ? {} : { kept: { ...source.kept } }),
          edited: changes.map((change) => change.col),
          account:
            raw.account_id === null
              ? null
              : {
                  id: raw.account_id,
                  key: raw.key,
                  state: raw.state,
                  outcome: raw.outcome,
                  held: raw.held_reason,
                },
          stray: raw.stray,
          problems: here.map(({ id, source: from, attr, code, message, place, col, stale }) => ({
            id,
            source: from,
            attr,
            code,
            message,
            stale: stale === 1,
            columns: col === null ? sectionColumns(place, raw.row, columnIndexes) : [col],
          })),
        }
      })
    },

    groups(batch: number): Omit<ProblemGroup, 'title'>[] {
      return prepared(
        `SELECT code, source, field, sheet, col AS "column", count(*) AS problems, count(DISTINCT account_id) AS accounts, min(message) AS message
         FROM problem WHERE batch_id = ? AND stale = 0 GROUP BY code, source, field, iif(col IS NULL, NULL, sheet), col
         ORDER BY accounts DESC, problems DESC, code`,
      ).all(batch) as Omit<ProblemGroup, 'title'>[]
    },

    /** Accounts by key, identity, identifier or problem code first, then by the text of their cells. */
    find(text: string, batch: number | null, limit: number): Account[] {
      const like = likeText(text)
      const inBatch = batch === null ? '' : 'AND a.batch_id = @batch'
      const values = { like, limit, text, ...(batch === null ? {} : { batch }) }
      const byName = prepared(
        `SELECT a.* FROM account a WHERE (a.key LIKE @like ESCAPE '\\' OR a.identity LIKE @like ESCAPE '\\'
           OR a.platform_identifier = @text OR a.existing_account_id = @text
           OR EXISTS (SELECT 1 FROM problem p WHERE p.account_id = a.id AND p.code = @text)) ${inBatch}
         ORDER BY a.key = @text DESC, a.batch_id DESC, a.position LIMIT @limit`,
      ).all(values)
      const found = byName.map((row) => accountRow.parse(row))
      if (found.length >= limit) return found
      const known = new Set(found.map((account) => account.id))
      const byCell = prepared(
        `SELECT DISTINCT a.* FROM source_row r JOIN account_row ar ON ar.batch_id = r.batch_id AND ar.sheet = r.sheet AND ar.row = r.row
         JOIN account a ON a.id = ar.account_id
         WHERE EXISTS (SELECT 1 FROM json_each(r.cells) c WHERE c.value LIKE @like ESCAPE '\\') ${inBatch} AND @text <> ''
         ORDER BY a.batch_id DESC, a.position LIMIT @limit`,
      ).all(values)
      const more = byCell.map((row) => accountRow.parse(row)).filter((account) => !known.has(account.id))
      return [...found, ...more].slice(0, limit)
    },

    list(
      batch: number,
      states: readonly AccountState[],
      needPerson: boolean,
      offset: number,
      limit: number,
    ): { total: number; accounts: Account[] } {
      const needs = needPerson
        ? ` AND (held_reason IS NOT NULL OR state IN ('blocked','refused') OR outcome IN ('already_there','failed','cancelled'))`
        : ''
      const from = `FROM account WHERE batch_id = @batch AND state IN (SELECT value FROM json_each(@states))${needs}`
      const values = { batch, states: JSON.stringify(states) }
      const { count } = prepared(`SELECT count(*) AS count ${from}`).get(values) as { count: number }
      const rows = prepared(
        `SELECT * ${from} ORDER BY ifnull(first_sent_at, 9e15), position LIMIT @limit OFFSET @offset`,
      ).all({ ...values, limit, offset })
      return { total: count, accounts: rows.map((row) => accountRow.parse(row)) }
    },
  }
}

/** The columns of a section's cells that lie on this row. */
function sectionColumns(place: string, row: number, indexes: ReadonlyMap<string, number>): number[] {
  const parsed = placeSchema.parse(JSON.parse(place))
  if (parsed.kind !== 'section') return []
  return [
    ...new Set(
      parsed.cells.filter((cell) => cell.row === row).flatMap((cell) => indexes.get(cell.column) ?? []),
    ),
  ]
}
