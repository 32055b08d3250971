// Cells that a fix examines: the original texts of a few columns with the edits over them. Reads in windows of row
// numbers, so that a filter with few matches blocks nobody.
import type { Database } from 'better-sqlite3'
import { thereOutcomes } from '../../../../shared/sending/states.ts'
import type { RowFilter } from '../../../../shared/fixing/row-filter.ts'
import { conditionsOf, joins } from '../lookup/rows/row-conditions.ts'
import { sqlList } from '../database/sql-list.ts'
import { createStatementCache } from '../database/statement-cache.ts'
import { bindOperations } from '../operations.ts'

export type FixRow = {
  readonly row: number
  readonly account: number | null
  /** Original texts, in the order of the requested columns. */
  readonly read: readonly string[]
  /** Current texts; the same list if nothing was edited. */
  readonly now: readonly string[]
}

export type FixRowsAsked = {
  readonly batch: number
  readonly sheet: number
  readonly columns: readonly number[]
  readonly filter: RowFilter | undefined
}

export type FixRowStore = ReturnType<typeof createFixRowStore>

/** With more columns whole rows are read: extracting each from the JSON text would cost more. */
const fewColumns = 6

export function createFixRowStore(database: Database) {
  return bindOperations(prepareFixRows(database), {
    piece: readPiece,
    locked: findLocked,
    builtAs: readBuiltAs,
  })
}

type Raw = [row: number, account: number | null, ...texts: (string | null)[]]

type FixRowStatements = ReturnType<typeof prepareFixRows>

function prepareFixRows(database: Database) {
  const prepared = createStatementCache(database)
  const selectEdits = database.prepare(
    'SELECT row, col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row BETWEEN ? AND ?',
  )
  const selectLocked = database
    .prepare(
      `SELECT DISTINCT ar.account_id FROM account_row ar JOIN account a ON a.id = ar.account_id
       WHERE ar.batch_id = ? AND ar.sheet = ? AND ar.row BETWEEN ? AND ? AND
         (a.state IN ('queued','sending','unconfirmed','processing') OR ifnull(a.outcome, '') IN (${sqlList(thereOutcomes)}))`,
    )
    .pluck()
  const selectFirstAccount = database
    .prepare('SELECT id FROM account WHERE batch_id = ? ORDER BY position LIMIT 1')
    .pluck()
  return { prepared, selectEdits, selectLocked, selectFirstAccount }
}

function statementFor(
  statements: FixRowStatements,
  columns: readonly number[],
  filter: RowFilter | undefined,
) {
  const conditions = conditionsOf(filter)
  const texts =
    columns.length > fewColumns
      ? ['r.cells']
      : columns.map((column) => `json_extract(r.cells, '$[${Math.trunc(column)}]')`)
  const from =
    conditions === null
      ? 'source_row r LEFT JOIN account_row ar ON ar.batch_id = r.batch_id AND ar.sheet = r.sheet AND ar.row = r.row'
      : joins
  const where = conditions === null ? '' : ` AND ${conditions.sql}`
  const sql = `SELECT r.row, ar.account_id, ${texts.join(', ')} FROM ${from}
      WHERE r.batch_id = @batch AND r.sheet = @sheet AND r.row > @after AND r.row <= @upTo${where} ORDER BY r.row LIMIT @limit`
  return { statement: statements.prepared(sql).raw(), values: conditions?.values ?? {} }
}

/** At most `limit` rows after one row number and up to another. */
function readPiece(
  statements: FixRowStatements,
  asked: FixRowsAsked,
  after: number,
  upTo: number,
  limit: number,
): FixRow[] {
  const { batch, sheet, columns, filter } = asked
  const { statement, values } = statementFor(statements, columns, filter)
  const raws = statement.all({ batch, sheet, after, upTo, limit, ...values }) as Raw[]
  const first = raws[0]?.[0]
  const last = raws.at(-1)?.[0]
  if (first === undefined || last === undefined) return []
  const edits = statements.selectEdits.all(batch, sheet, first, last) as {
    row: number
    col: number
    text: string
  }[]
  const byRow = edits.length === 0 ? null : Map.groupBy(edits, (edit) => edit.row)
  return raws.map((raw) => {
    const [row, account, ...texts] = raw
    const read =
      columns.length > fewColumns ? someOf(texts[0] ?? '[]', columns) : texts.map((text) => text ?? '')
    const here = byRow?.get(row)
    if (here === undefined) return { row, account, read, now: read }
    const now = columns.map((column, at) => here.find(({ col }) => col === column)?.text ?? read[at] ?? '')
    return { row, account, read, now }
  })
}

/** Accounts of these rows that are locked for editing now. */
function findLocked(
  statements: FixRowStatements,
  batch: number,
  sheet: number,
  first: number,
  last: number,
): ReadonlySet<number> {
  return new Set(statements.selectLocked.all(batch, sheet, first, last) as number[])
}

/** Stamp of the last build of a batch: a new build creates new accounts. */
function readBuiltAs(statements: FixRowStatements, batch: number): number {
  return (statements.selectFirstAccount.get(batch) as number | undefined) ?? 0
}

function someOf(cells: string, columns: readonly number[]): string[] {
  const all = JSON.parse(cells) as (string | undefined)[]
  return columns.map((column) => all[column] ?? '')
}
