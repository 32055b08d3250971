// Reads the rows for the memory of repairs page by page through its own read-only connection. No page blocks the
// write-ahead log, and none is read on the thread that serves the window.
import type { RepairWay } from '../../../../shared/fixing/repair-match.ts'
import { openDatabaseFile } from '../database/database-file.ts'
import { bindOperations } from '../operations.ts'

/** A cell that was edited and not reset, with the data to find it again. */
export type RepairedCell = {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly before: string
  readonly after: string
  /** Null for a row without an account, or an account without a key. */
  readonly key: string | null
  readonly supplier: string | null
  /** Ordinal among the key's rows on its sheet, from 0; null with `key`. */
  readonly ordinal: number | null
  readonly way: RepairWay
  readonly at: number
}
/** A repair of a batch that was removed. */
export type KeptRepair = Omit<RepairedCell, 'sheet' | 'row' | 'col'> & {
  readonly batch: number
  readonly made: number
  readonly batchName: string
  readonly feeds: string
  readonly place: string
  readonly column: string
  readonly stayed: number
}

type Mark = { readonly at: number; readonly way: RepairWay }
type Place = { readonly sheet: number; readonly row: number; readonly col: number }

const cellsAtOnce = 5000
const rowsAtOnce = 2000

export type RepairRows = ReturnType<typeof openRepairRows>

export function openRepairRows(file: string) {
  return bindOperations(prepareRepairRows(file), {
    repaired: walkRepaired,
    kept: walkKept,
    unwanted: listUnwanted,
    rowOf: findRow,
    text: readText,
    rows: walkRows,
    close: closeRows,
  })
}

type RepairStatements = ReturnType<typeof prepareRepairRows>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareRepairRows(file: string) {
  const database = openDatabaseFile(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  // Keys are looked up all over the file: a cache of 32 MiB keeps the upper index pages in memory.
  database.pragma('cache_size = -32768')
  const selectEdits = database.prepare(
    `SELECT e.id, e.at, ifnull(e.cells, 2) AS cells, EXISTS (SELECT 1 FROM edit_by_row b WHERE b.edit_id = e.id) AS byRow
     FROM edit e WHERE e.batch_id = ? AND e.undone = 0 ORDER BY e.id`,
  )
  const selectEditCells = database
    .prepare(
      `SELECT sheet, row, col FROM edit_cell WHERE edit_id = ? AND (sheet, row, col) > (?, ?, ?)
       ORDER BY sheet, row, col LIMIT ${cellsAtOnce}`,
    )
    .raw()
  const selectCells = database.prepare(
    `SELECT n.sheet, n.row, n.col, n.text AS after, ifnull(r.cells ->> n.col, '') AS before,
       a.key, a.supplier FROM cell_now n
     JOIN source_row r ON r.batch_id = n.batch_id AND r.sheet = n.sheet AND r.row = n.row
     LEFT JOIN account_row ar ON ar.batch_id = n.batch_id AND ar.sheet = n.sheet AND ar.row = n.row
     LEFT JOIN account a ON a.id = ar.account_id
     WHERE n.batch_id = ? AND (n.sheet, n.row, n.col) > (?, ?, ?)
     ORDER BY n.sheet, n.row, n.col LIMIT ${cellsAtOnce}`,
  )
  const countBetween = database
    .prepare(
      `SELECT count(*) FROM account a CROSS JOIN account_row o ON o.account_id = a.id
       WHERE a.key = @key AND a.batch_id = @batch AND o.sheet = @sheet AND o.row >= @from AND o.row < @row`,
    )
    .pluck()
  const selectRowOf = database.prepare(
    `SELECT o.row, a.supplier FROM account a CROSS JOIN account_row o ON o.account_id = a.id
     WHERE a.key = ? AND a.batch_id = ? AND o.sheet = ? ORDER BY o.row LIMIT 1 OFFSET ?`,
  )
  const selectText = database
    .prepare(
      "SELECT ifnull(cells ->> CAST(? AS INTEGER), '') FROM source_row WHERE batch_id = ? AND sheet = ? AND row = ?",
    )
    .pluck()
  const selectRows = database
    .prepare(
      `SELECT row, cells FROM source_row WHERE batch_id = ? AND sheet = ? AND row > ? ORDER BY row LIMIT ${rowsAtOnce}`,
    )
    .raw()
  const selectKept = database.prepare(
    `SELECT k.id, k.batch_id AS batch, k.batch_made AS made, k.batch_name AS batchName, k.supplier, k.feeds, k.place,
       k.column_name AS "column", k.account_key AS key, k.ordinal, k.before, k.after, k.way, k.stayed, k.at
     FROM kept_repair k WHERE k.id > ? AND NOT EXISTS
       (SELECT 1 FROM batch b WHERE b.id = k.batch_id AND b.created_at = k.batch_made)
     ORDER BY k.id LIMIT ${cellsAtOnce}`,
  )
  const selectUnwanted = database.prepare('SELECT id FROM unwanted_repair').pluck()
  return {
    database,
    selectEdits,
    selectEditCells,
    selectCells,
    countBetween,
    selectRowOf,
    selectText,
    selectRows,
    selectKept,
    selectUnwanted,
  }
}

/** The latest edit of each cell, by column and row. */
function readMarks(statements: RepairStatements, batch: number): (cell: Place) => Mark {
  const marks = new Map<string, Map<number, Mark>>()
  const edits = statements.selectEdits.all(batch) as {
    id: number
    at: number
    cells: number
    byRow: number
  }[]
  for (const edit of edits) {
    const mark: Mark = { at: edit.at, way: edit.byRow === 1 ? 'row' : edit.cells === 1 ? 'typed' : 'many' }
    for (let last: [number, number, number] | undefined = [-1, -1, -1]; last !== undefined; ) {
      const page: [number, number, number][] = statements.selectEditCells.all(edit.id, ...last) as [
        number,
        number,
        number,
      ][]
      for (const [sheet, row, col] of page) {
        const column = `${sheet} ${col}`
        const rows = marks.get(column) ?? new Map<number, Mark>()
        marks.set(column, rows)
        rows.set(row, mark)
      }
      last = page.length < cellsAtOnce ? undefined : page.at(-1)
    }
  }
  return ({ sheet, row, col }) => marks.get(`${sheet} ${col}`)?.get(row) ?? { at: 0, way: 'many' }
}

/** Rows of a sheet come in order, so the rows between two of a key are counted once. */
function countOrdinals(
  statements: RepairStatements,
  batch: number,
): (key: string, sheet: number, row: number) => number {
  const latest = new Map<string, { readonly row: number; readonly ordinal: number }>()
  return (key, sheet, row) => {
    const name = `${sheet} ${key}`
    const before = latest.get(name) ?? { row: 0, ordinal: 0 }
    const between = statements.countBetween.get({ key, batch, sheet, from: before.row, row }) as number
    const ordinal = before.ordinal + between
    latest.set(name, { row, ordinal })
    return ordinal
  }
}

/** Every repaired cell of a batch, in order; an ordinal costs a lookup each, and is null if not needed. */
function* walkRepaired(
  statements: RepairStatements,
  batch: number,
  withOrdinals = true,
): Generator<RepairedCell> {
  const markOf = readMarks(statements, batch)
  const ordinalOf = countOrdinals(statements, batch)
  let last: Place | undefined = { sheet: -1, row: -1, col: -1 }
  while (last !== undefined) {
    const page = statements.selectCells.all(batch, last.sheet, last.row, last.col) as (Place & {
      before: string
      after: string
      key: string | null
      supplier: string | null
    })[]
    for (const cell of page) {
      const key = cell.key === '' ? null : cell.key
      const ordinal = key === null || !withOrdinals ? null : ordinalOf(key, cell.sheet, cell.row)
      if (cell.before !== cell.after) yield { ...cell, key, ordinal, ...markOf(cell) }
    }
    last = page.length < cellsAtOnce ? undefined : page.at(-1)
  }
}

function* walkKept(statements: RepairStatements): Generator<KeptRepair> {
  for (let after = 0; ; ) {
    const page = statements.selectKept.all(after) as (KeptRepair & { readonly id: number })[]
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < cellsAtOnce) return
    after = last.id
  }
}

function listUnwanted(statements: RepairStatements): Set<string> {
  return new Set(statements.selectUnwanted.all() as string[])
}

/** The row of a supplier's account key and an ordinal in a batch; null if there is none. */
function findRow(
  statements: RepairStatements,
  batch: number,
  sheet: number,
  key: string,
  supplier: string | null,
  ordinal: number,
): number | null {
  const found = statements.selectRowOf.get(key, batch, sheet, ordinal) as
    | { row: number; supplier: string | null }
    | undefined
  return found === undefined || (found.supplier ?? '') !== (supplier ?? '') ? null : found.row
}

/** Original text of a cell. */
function readText(statements: RepairStatements, batch: number, { sheet, row, col }: Place): string {
  return (statements.selectText.get(col, batch, sheet, row) as string | undefined) ?? ''
}

/** Original rows of a sheet; each `cells` is JSON text. */
function* walkRows(
  statements: RepairStatements,
  batch: number,
  sheet: number,
): Generator<readonly [row: number, cells: string]> {
  for (let after = 0; ; ) {
    const page = statements.selectRows.all(batch, sheet, after) as [number, string][]
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < rowsAtOnce) return
    after = last[0]
  }
}

function closeRows(statements: RepairStatements): void {
  statements.database.close()
}
