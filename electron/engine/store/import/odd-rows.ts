// Rows that do not look like a customer, as found by the reader, and the decisions about them. A decision belongs
// to the sheet name, the row number and the cells of the row. It applies again only if the same row is read again.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type OddChoice, type OddKind, oddKinds } from '../../../../shared/sheet/odd-rows.ts'
import { bindOperations } from '../operations.ts'

/** A row of a list. */
export type OddRow = {
  readonly sheet: number
  readonly sheetName: string
  readonly row: number
  readonly kind: OddKind
  /** Original texts. */
  readonly cells: readonly string[]
  readonly choice: OddChoice | null
}
export type OddCounts = Readonly<
  Record<OddKind, { readonly found: number; readonly leftOut: number; readonly customers: number }>
>
/** Rows that a decision covers. */
export type OddRowsMeant =
  | { readonly kind: OddKind | null }
  | { readonly rows: readonly { readonly sheet: number; readonly row: number }[] }

export type OddRowStore = ReturnType<typeof createOddRowStore>

const cellsText = z.array(z.string())

export function createOddRowStore(database: Database) {
  return bindOperations(prepareOddRows(database), {
    add: addRows,
    wish: storeWish,
    grantWishes,
    page: pageRows,
    counts: countRows,
    ofSheet: listOfSheet,
    undecidedAt: findUndecided,
    decide: decideRows,
    leftOut: countLeftOut,
  })
}

type OddRowStatements = ReturnType<typeof prepareOddRows>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareOddRows(database: Database) {
  const insert = database.prepare('INSERT OR REPLACE INTO odd_row VALUES (?, ?, ?, ?)')
  const insertWish = database.prepare('INSERT OR REPLACE INTO odd_row_wish VALUES (?, ?, ?)')
  // Each row with the decision made for its current content.
  const decided = `FROM odd_row o
    JOIN sheet s ON s.batch_id = o.batch_id AND s.position = o.sheet
    JOIN source_row r ON r.batch_id = o.batch_id AND r.sheet = o.sheet AND r.row = o.row
    LEFT JOIN odd_row_choice c ON c.batch_id = o.batch_id AND c.sheet_name = s.info ->> '$.name' AND c.row = o.row
      AND c.cells = r.cells
    WHERE o.batch_id = @batch`
  const select = database.prepare(
    `SELECT o.sheet, s.info ->> '$.name' AS sheetName, o.row, o.kind, r.cells, c.choice ${decided}
     AND (@kind IS NULL OR o.kind = @kind) ORDER BY o.sheet, o.row LIMIT @limit OFFSET @offset`,
  )
  const count = database.prepare(
    `SELECT o.kind, count(*) AS found, count(*) FILTER (WHERE c.choice = 'left_out') AS leftOut,
       count(*) FILTER (WHERE c.choice = 'customer') AS customers ${decided} GROUP BY o.kind`,
  )
  const selectOfSheet = database.prepare(
    `SELECT o.row, o.kind ${decided} AND o.sheet = @sheet AND c.choice IS @choice ORDER BY o.row`,
  )
  const matchingRowsSql = `o.batch_id = @batch AND (@kind IS NULL OR o.kind = @kind)
    AND (@rows IS NULL OR EXISTS (SELECT 1 FROM json_each(@rows) j
      WHERE j.value ->> '$.sheet' = o.sheet AND j.value ->> '$.row' = o.row))`
  const decide = database.prepare(
    `INSERT OR REPLACE INTO odd_row_choice
     SELECT o.batch_id, s.info ->> '$.name', o.row, r.cells, @choice FROM odd_row o
     JOIN sheet s ON s.batch_id = o.batch_id AND s.position = o.sheet
     JOIN source_row r ON r.batch_id = o.batch_id AND r.sheet = o.sheet AND r.row = o.row WHERE ${matchingRowsSql}
     -- By kind, rows that a person has decided about stay as decided.
     AND (@rows IS NOT NULL OR NOT EXISTS (SELECT 1 FROM odd_row_choice c WHERE c.batch_id = o.batch_id
       AND c.sheet_name = s.info ->> '$.name' AND c.row = o.row AND c.cells = r.cells))`,
  )
  const undecide = database.prepare(
    `DELETE FROM odd_row_choice WHERE batch_id = @batch AND (sheet_name, row) IN
       (SELECT s.info ->> '$.name', o.row FROM odd_row o
        JOIN sheet s ON s.batch_id = o.batch_id AND s.position = o.sheet WHERE ${matchingRowsSql})`,
  )
  const selectKind = database
    .prepare('SELECT kind FROM odd_row WHERE batch_id = ? AND sheet = ? AND row = ?')
    .pluck()
  const selectChoice = database
    .prepare(
      `SELECT c.choice FROM sheet s
       JOIN source_row r ON r.batch_id = s.batch_id AND r.sheet = s.position
       JOIN odd_row_choice c ON c.batch_id = s.batch_id AND c.sheet_name = s.info ->> '$.name' AND c.row = r.row
         AND c.cells = r.cells
       WHERE s.batch_id = ? AND s.position = ? AND r.row = ?`,
    )
    .pluck()
  const selectWishes = database.prepare('SELECT kind, choice FROM odd_row_wish WHERE batch_id = ?')
  const dropWishes = database.prepare('DELETE FROM odd_row_wish WHERE batch_id = ?')
  const countLeftOut = database
    .prepare(`SELECT count(*) FROM stray_row WHERE batch_id = ? AND code = 'row_left_out'`)
    .pluck()
  return {
    insert,
    insertWish,
    select,
    count,
    selectOfSheet,
    decide,
    undecide,
    selectKind,
    selectChoice,
    selectWishes,
    dropWishes,
    countLeftOut,
  }
}

function decideRows(
  statements: OddRowStatements,
  batch: number,
  rows: OddRowsMeant,
  choice: OddChoice | null,
): number {
  const named = 'rows' in rows ? JSON.stringify(rows.rows) : null
  const kind = 'kind' in rows ? rows.kind : null
  const found = { batch, kind, rows: named }
  return choice === null
    ? statements.undecide.run(found).changes
    : statements.decide.run({ ...found, choice }).changes
}

function addRows(
  statements: OddRowStatements,
  batch: number,
  sheet: number,
  rows: readonly { readonly row: number; readonly kind: OddKind }[],
): void {
  for (const { row, kind } of rows) statements.insert.run(batch, sheet, row, kind)
}

/** Advance decision about every row of a kind that reading finds. */
function storeWish(
  statements: OddRowStatements,
  batch: number,
  kinds: readonly OddKind[],
  choice: OddChoice,
): void {
  for (const kind of kinds) statements.insertWish.run(batch, kind, choice)
}

/** Applies the advance decisions once; the file is read. */
function grantWishes(statements: OddRowStatements, batch: number): void {
  for (const { kind, choice } of statements.selectWishes.all(batch) as { kind: OddKind; choice: OddChoice }[])
    decideRows(statements, batch, { kind }, choice)
  statements.dropWishes.run(batch)
}

/** Ordered by sheet and row. */
function pageRows(
  statements: OddRowStatements,
  batch: number,
  kind: OddKind | null,
  offset: number,
  limit: number,
): OddRow[] {
  const rows = statements.select.all({ batch, kind, offset, limit }) as (OddRow & { cells: string })[]
  return rows.map((row) => ({ ...row, cells: cellsText.parse(JSON.parse(row.cells)) }))
}

function countRows(statements: OddRowStatements, batch: number): OddCounts {
  const found = new Map(
    (
      statements.count.all({ batch }) as {
        kind: OddKind
        found: number
        leftOut: number
        customers: number
      }[]
    ).map(({ kind, ...counts }) => [kind, counts]),
  )
  const none = { found: 0, leftOut: 0, customers: 0 }
  return Object.fromEntries(oddKinds.map((kind) => [kind, found.get(kind) ?? none])) as OddCounts
}

/** Rows of a sheet with this decision; null: undecided. */
function listOfSheet(
  statements: OddRowStatements,
  batch: number,
  sheet: number,
  choice: OddChoice | null,
): Map<number, OddKind> {
  const rows = statements.selectOfSheet.all({ batch, sheet, choice }) as { row: number; kind: OddKind }[]
  return new Map(rows.map(({ row, kind }) => [row, kind]))
}

/** Kind of an undecided odd row; null for a row of data, and for a decided one. */
function findUndecided(
  statements: OddRowStatements,
  batch: number,
  sheet: number,
  row: number,
): OddKind | null {
  const kind = statements.selectKind.get(batch, sheet, row) as OddKind | undefined
  if (kind === undefined || statements.selectChoice.get(batch, sheet, row) !== undefined) return null
  return kind
}

/** Number of rows that the built accounts leave out. */
function countLeftOut(statements: OddRowStatements, batch: number): number {
  return statements.countLeftOut.get(batch) as number
}
