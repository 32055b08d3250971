// What grids and lists ask for: pages of rows with their accounts and problems, problem groups, accounts by text or
// state. Filters become conditions of one statement; statements are prepared once a shape.
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import type { AccountState, Outcome } from '../../../shared/account-state.ts'
import { placeSchema, problem } from '../../../shared/problems.ts'
import type { GridRow, ProblemGroup, RowFilter } from '../../../shared/views.ts'
import { type Account, accountRow } from './accounts.ts'
import { conditionsOf, joins, likeText } from './row-conditions.ts'
import { type RawRow, toSourceRow, withEdits } from './rows.ts'

type RawGridRow = RawRow & {
  account_id: number | null
  key: string
  state: GridState
  outcome: GridOutcome
  held_reason: string | null
  held_until: number | null
  stray: string | null
}
type GridState = NonNullable<GridRow['account']>['state']
type GridOutcome = NonNullable<GridRow['account']>['outcome']

const problemRow = problem.extend({
  id: z.number(),
  account_id: z.number(),
  sheet: z.number().nullable(),
  row: z.number().nullable(),
  col: z.number().nullable(),
  place: z.string(),
  stale: z.number(),
})

/** A hold with a day ahead of it needs nobody until then. */
const needsPerson = `iif(held_reason IS NOT NULL, ifnull(held_until, 0) <= @now,
  state IN ('blocked','refused') OR ifnull(outcome, '') IN ('already_there','failed','cancelled'))`

/** Which accounts a list shows; everything given must hold. */
export type AccountFilter = {
  readonly states: readonly AccountState[]
  /** Of the settled ones only these. */
  readonly outcomes?: readonly Outcome[] | undefined
  readonly needPerson?: boolean | undefined
  readonly held?: boolean | undefined
  readonly serviceStatus?: string | null | undefined
}

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
        `SELECT r.row, r.cells, r.kept, a.id AS account_id, a.key, a.state, a.outcome, a.held_reason, a.held_until, s.message AS stray
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
                  heldUntil: raw.held_until,
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
      wanted: AccountFilter,
      now: number,
      offset: number,
      limit: number,
    ): { total: number; accounts: Account[] } {
      const parts = ['batch_id = @batch', 'state IN (SELECT value FROM json_each(@states))']
      const values: Record<string, unknown> = { batch, states: JSON.stringify(wanted.states) }
      if (wanted.outcomes !== undefined) {
        parts.push('(outcome IS NULL OR outcome IN (SELECT value FROM json_each(@outcomes)))')
        values['outcomes'] = JSON.stringify(wanted.outcomes)
      }
      if (wanted.needPerson === true) {
        parts.push(needsPerson)
        values['now'] = now
      }
      if (wanted.held !== undefined) parts.push(`held_reason IS ${wanted.held ? 'NOT NULL' : 'NULL'}`)
      if (wanted.serviceStatus !== undefined) {
        parts.push('service_status IS @serviceStatus')
        values['serviceStatus'] = wanted.serviceStatus
      }
      const from = `FROM account WHERE ${parts.join(' AND ')}`
      const { count } = prepared(`SELECT count(*) AS count ${from}`).get(values) as { count: number }
      const rows = prepared(
        `SELECT * ${from} ORDER BY ifnull(first_sent_at, 9e15), position LIMIT @limit OFFSET @offset`,
      ).all({ ...values, limit, offset })
      return { total: count, accounts: rows.map((row) => accountRow.parse(row)) }
    },

    /** What the service says of the accounts that it was sent, most first; and the account that waits longest. */
    serviceWords(batch: number): {
      words: { word: string | null; accounts: number }[]
      oldest: Account | null
    } {
      const words = prepared(
        `SELECT service_status AS word, count(*) AS accounts FROM account
         WHERE batch_id = ? AND state IN ('unconfirmed','watching','settled') GROUP BY service_status
         ORDER BY accounts DESC, word`,
      ).all(batch) as { word: string | null; accounts: number }[]
      const oldest = prepared(
        `SELECT * FROM account WHERE batch_id = ? AND state IN ('unconfirmed','watching') AND first_sent_at IS NOT NULL
         ORDER BY first_sent_at LIMIT 1`,
      ).get(batch)
      return { words, oldest: oldest === undefined ? null : accountRow.parse(oldest) }
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
