// Edits over the cells as they were read. An edit is stored completely or not at all, and edits are undone and
// redone in order. `cell_now` holds the current text of each edited cell; a cell that is back at its original text
// has no row there. Each function is one statement over many cells, so an edit of a hundred thousand cells takes a
// few statements.
import type { Database } from 'better-sqlite3'
import { type AccountState, type Outcome, thereOutcomes } from '../../../../shared/sending/states.ts'
import type { CellChange, EditView } from '../../../../shared/contract/views.ts'
import { operatorNow } from '../operator.ts'
import { editViews, toEditView } from './edit-history.ts'
import { toSourceRow, type RawRow } from '../import/rows.ts'
import { sqlList } from '../database/sql-list.ts'
import { bindOperations } from '../operations.ts'
import { type Said, storeSaid } from '../../../../shared/texts/message.ts'

/** One cell of an edit. */
export type EditCell = {
  readonly sheet: number
  readonly row: number
  readonly col: number
  /** Text of an earlier edit, null if the cell had its original text; the store reads it itself. */
  readonly before: string | null
  readonly after: string
  /** `after` is the original text. */
  readonly asRead: boolean
}

/** Cells of one sheet for a statement: a JSON list of `[row, col, after, asRead as 0 or 1]`, each cell once. */
export type CellPiece = {
  readonly sheet: number
  readonly cells: string
  readonly count: number
  /** Some of them are reset to the original text. */
  readonly anyAsRead: boolean
}

export type StoredEdit = {
  readonly id: number
  readonly words: Said
  readonly cells: number
  readonly accounts: number
}
export type EditDirection = 'undo' | 'redo'
export type LockedAccount = {
  readonly key: string
  readonly state: AccountState
  readonly outcome: Outcome | null
}

export type EditStore = ReturnType<typeof createEditStore>

const cellsAtOnce = 2000

/** Cells in pieces; if a cell is named twice, the last text counts. */
export function piecesOf(cells: readonly EditCell[]): CellPiece[] {
  const once = new Map(cells.map((cell) => [`${cell.sheet} ${cell.row} ${cell.col}`, cell]))
  return [...Map.groupBy(once.values(), (cell) => cell.sheet)].flatMap(([sheet, all]) =>
    Array.from({ length: Math.ceil(all.length / cellsAtOnce) }, (_, at) => {
      const some = all.slice(at * cellsAtOnce, (at + 1) * cellsAtOnce)
      return {
        sheet,
        cells: JSON.stringify(
          some.map(({ row, col, after, asRead }) => [row, col, after.toWellFormed(), asRead ? 1 : 0]),
        ),
        count: some.length,
        anyAsRead: some.some(({ asRead }) => asRead),
      }
    }),
  )
}

/** The same rule as lockOf(). */
const locked = `(a.state IN ('queued','sending','unconfirmed','processing') OR ifnull(a.outcome, '') IN (${sqlList(thereOutcomes)}))`

export function createEditStore(database: Database) {
  return bindOperations(prepareEdits(database), {
    cellsOf: readCells,
    add: addEdit,
    next: listNext,
    nextTo: listNextTo,
    undo: undoEdit,
    redo: redoEdit,
    columnsOf: listColumns,
    version: readVersion,
    count: countEdits,
    replaceUndone,
    accountsOf: findAccounts,
    accountsOfEdit: findAccountsOfEdit,
    anyLocked: hasLocked,
    lockedOf: findLocked,
  })
}

type EditStatements = ReturnType<typeof prepareEdits>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareEdits(database: Database) {
  const insertEdit = database.prepare(
    `INSERT INTO edit (batch_id, at, words, operator) VALUES (@batch, @at, @words, ${operatorNow('@batch')})`,
  )
  const insertCells = database.prepare(
    `INSERT INTO edit_cell SELECT @edit, @sheet, v.value ->> 0, v.value ->> 1, n.text, v.value ->> 2 FROM json_each(@cells) v
       LEFT JOIN cell_now n ON n.batch_id = @batch AND n.sheet = @sheet AND n.row = v.value ->> 0 AND n.col = v.value ->> 1`,
  )
  const deleteAsRead = database.prepare(
    `DELETE FROM cell_now WHERE batch_id = @batch AND (sheet, row, col) IN
       (SELECT @sheet, v.value ->> 0, v.value ->> 1 FROM json_each(@cells) v WHERE v.value ->> 3 = 1)`,
  )
  const setCounts = database.prepare('UPDATE edit SET cells = ?, accounts = ? WHERE id = ?')
  const setReplaced = database.prepare('UPDATE edit SET undone = 2 WHERE batch_id = ? AND undone = 1')
  const selectNow = database.prepare(
    'SELECT text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row = ? AND col = ?',
  )
  const selectRow = database.prepare(
    'SELECT row, cells, kept FROM source_row WHERE batch_id = ? AND sheet = ? AND row = ?',
  )
  const selectToUndo = database.prepare(
    `${editViews} WHERE e.batch_id = ? AND e.undone = 0 AND e.id > ? ORDER BY e.id DESC LIMIT ?`,
  )
  const selectToRedo = database.prepare(
    `${editViews} WHERE e.batch_id = ? AND e.undone = 1 AND e.id <= ? ORDER BY e.id LIMIT ?`,
  )
  const putBack = database.prepare(
    `INSERT INTO cell_now SELECT @batch, sheet, row, col, before FROM edit_cell
     WHERE edit_id = @edit AND before IS NOT NULL ON CONFLICT DO UPDATE SET text = excluded.text`,
  )
  const takeOff = database.prepare(
    `DELETE FROM cell_now WHERE batch_id = @batch AND (sheet, row, col) IN
       (SELECT sheet, row, col FROM edit_cell WHERE edit_id = @edit AND before IS NULL)`,
  )
  const lay = database.prepare(
    `INSERT INTO cell_now SELECT @batch, sheet, row, col, after FROM edit_cell
     WHERE edit_id = @edit ON CONFLICT DO UPDATE SET text = excluded.text`,
  )
  const takeOffAsRead = database.prepare(
    `DELETE FROM cell_now WHERE batch_id = @batch AND (sheet, row, col) IN
       (SELECT c.sheet, c.row, c.col FROM edit_cell c JOIN source_row r
          ON r.batch_id = @batch AND r.sheet = c.sheet AND r.row = c.row
        WHERE c.edit_id = @edit AND ifnull(json_extract(r.cells, '$[' || c.col || ']'), '') = c.after)`,
  )
  const selectColumns = database.prepare('SELECT DISTINCT sheet, col FROM edit_cell WHERE edit_id = ?')
  const setUndone = database.prepare('UPDATE edit SET undone = ? WHERE id = ?')
  const selectVersion = database.prepare(
    'SELECT max(id) AS most, at, total(undone) AS undone FROM edit WHERE batch_id = ?',
  )
  const countEdits = database.prepare('SELECT count(*) AS count FROM edit WHERE batch_id = ? AND undone = 0')
  const selectAccount = database
    .prepare('SELECT account_id FROM account_row WHERE batch_id = ? AND sheet = ? AND row = ?')
    .pluck()
  const accountsOfCells = `FROM edit_cell c JOIN account_row r
    ON r.batch_id = @batch AND r.sheet = c.sheet AND r.row = c.row`
  const selectAccountsOfEdit = database
    .prepare(`SELECT DISTINCT r.account_id ${accountsOfCells} WHERE c.edit_id = @edit LIMIT @limit`)
    .pluck()
  const selectAnyLocked = database.prepare(
    `SELECT 1 FROM account_count a WHERE a.batch_id = ? AND a.count > 0 AND ${locked} LIMIT 1`,
  )
  const selectLockedOf = database.prepare(
    `SELECT a.key, a.state, a.outcome ${accountsOfCells} JOIN account a ON a.id = r.account_id
     WHERE c.edit_id = @edit AND ${locked} LIMIT 1`,
  )
  return {
    insertEdit,
    insertCells,
    deleteAsRead,
    setCounts,
    setReplaced,
    selectNow,
    selectRow,
    selectToUndo,
    selectToRedo,
    putBack,
    takeOff,
    lay,
    takeOffAsRead,
    selectColumns,
    setUndone,
    selectVersion,
    countEdits,
    selectAccount,
    selectAccountsOfEdit,
    selectAnyLocked,
    selectLockedOf,
  }
}

/** Converts changes to cells of an edit, with the current texts. Rows that do not exist are left out. */
function readCells(statements: EditStatements, batch: number, changes: readonly CellChange[]): EditCell[] {
  return changes.flatMap(({ sheet, row, column: col, text: after }) => {
    const raw = statements.selectRow.get(batch, sheet, row) as RawRow | undefined
    if (raw === undefined) return []
    const now = statements.selectNow.get(batch, sheet, row, col) as { text: string } | undefined
    const asRead = (toSourceRow(raw).cells[col] ?? '') === after
    return [{ sheet, row, col, before: now?.text ?? null, after, asRead }]
  })
}

/** Stores an edit over the cells; edits undone before stay listed and can no longer be redone. Returns its id. */
function addEdit(
  statements: EditStatements,
  batch: number,
  words: Said,
  pieces: readonly CellPiece[],
  accounts: number,
  at: number,
): number {
  statements.setReplaced.run(batch)
  const edit = Number(statements.insertEdit.run({ batch, at, words: storeSaid(words) }).lastInsertRowid)
  let count = 0
  for (const { sheet, cells } of pieces)
    count += statements.insertCells.run({ batch, edit, sheet, cells }).changes
  statements.lay.run({ batch, edit })
  for (const { sheet, cells, anyAsRead } of pieces)
    if (anyAsRead) statements.deleteAsRead.run({ batch, sheet, cells })
  statements.setCounts.run(count, accounts, edit)
  return edit
}

/** The next edits for undo or redo, in that order. */
function listNext(statements: EditStatements, batch: number, which: EditDirection, limit = 1): EditView[] {
  const rows =
    which === 'undo'
      ? statements.selectToUndo.all(batch, 0, limit)
      : statements.selectToRedo.all(batch, Number.MAX_SAFE_INTEGER, limit)
  return rows.map(toEditView)
}

/** The edits up to a place in the history: undo until after an edit (0: all), redo up to and including one. */
function listNextTo(
  statements: EditStatements,
  batch: number,
  which: EditDirection,
  edit: number,
): EditView[] {
  return (which === 'undo' ? statements.selectToUndo : statements.selectToRedo)
    .all(batch, edit, -1)
    .map(toEditView)
}

function undoEdit(statements: EditStatements, batch: number, edit: number): void {
  statements.putBack.run({ batch, edit })
  statements.takeOff.run({ batch, edit })
  statements.setUndone.run(1, edit)
}

function redoEdit(statements: EditStatements, batch: number, edit: number): void {
  statements.lay.run({ batch, edit })
  statements.takeOffAsRead.run({ batch, edit })
  statements.setUndone.run(0, edit)
}

/** The columns that an edit changes. */
function listColumns(
  statements: EditStatements,
  edit: number,
): { readonly sheet: number; readonly col: number }[] {
  return statements.selectColumns.all(edit) as { sheet: number; col: number }[]
}

/** Changes with every edit, undo and redo of the batch. */
function readVersion(statements: EditStatements, batch: number): string {
  const latest = statements.selectVersion.get(batch) as {
    most: number | null
    at: number | null
    undone: number
  }
  return `${latest.most ?? 0} ${latest.at ?? 0} ${latest.undone}`
}

/** Number of edits in effect. */
function countEdits(statements: EditStatements, batch: number): number {
  return (statements.countEdits.get(batch) as { count: number }).count
}

/** Undone edits stay in the history and can no longer be redone. */
function replaceUndone(statements: EditStatements, batch: number): void {
  statements.setReplaced.run(batch)
}

/** Accounts of the rows of these cells. */
function findAccounts(
  statements: EditStatements,
  batch: number,
  cells: readonly { readonly sheet: number; readonly row: number }[],
): number[] {
  const found = new Set<number>()
  for (const { sheet, row } of cells) {
    const account = statements.selectAccount.get(batch, sheet, row) as number | undefined
    if (account !== undefined) found.add(account)
  }
  return [...found]
}

/** At most `limit` of them. */
function findAccountsOfEdit(statements: EditStatements, batch: number, edit: number, limit = -1): number[] {
  return statements.selectAccountsOfEdit.all({ batch, edit, limit }) as number[]
}

/** True if any account of the batch is locked for editing now; reads only the counts. */
function hasLocked(statements: EditStatements, batch: number): boolean {
  return statements.selectAnyLocked.get(batch) !== undefined
}

/** A locked account among those of an edit's cells; null if there is none. */
function findLocked(statements: EditStatements, batch: number, edit: number): LockedAccount | null {
  return (statements.selectLockedOf.get({ batch, edit }) as LockedAccount | undefined) ?? null
}
