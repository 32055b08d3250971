// Queries of the edit history: all edits of a batch, those of one account, and those of one cell.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { CellHistory, EditView } from '../../../../shared/contract/views.ts'
import { toSourceRow, type RawRow } from '../import/rows.ts'
import { bindOperations } from '../operations.ts'
import { readSaid } from '../../../../shared/texts/message.ts'

export type EditHistoryStore = ReturnType<typeof createEditHistoryStore>

export const editViews = `SELECT e.id, e.at, e.words, e.operator, e.undone,
    ifnull(e.cells, (SELECT count(*) FROM edit_cell c WHERE c.edit_id = e.id)) AS cells,
    ifnull(e.accounts, (SELECT count(DISTINCT r.account_id) FROM edit_cell c JOIN account_row r
      ON r.batch_id = e.batch_id AND r.sheet = c.sheet AND r.row = c.row WHERE c.edit_id = e.id)) AS accounts,
    (SELECT json_array(c.sheet, c.row, c.col) FROM edit_cell c WHERE c.edit_id = e.id LIMIT 1) AS first
  FROM edit e`

export function createEditHistoryStore(database: Database) {
  return bindOperations(prepareEditHistory(database), {
    history: pageHistory,
    ofAccount: listEditsOfAccount,
    view: readEdit,
    cell: listEditsOfCell,
    editedCells: listEditedCells,
    touches: editTouches,
  })
}

const cellNumbers = z.tuple([z.number(), z.number(), z.number()])

/** Edits of one account that are listed. */
const mostOfAccount = 100

type EditHistoryStatements = ReturnType<typeof prepareEditHistory>

function prepareEditHistory(database: Database) {
  const selectHistory = database.prepare(`${editViews} WHERE e.batch_id = ? ORDER BY e.id DESC`)
  const selectOfAccount = database.prepare(
    `SELECT e.id, e.at, e.words, e.operator, e.undone, count(*) AS cells, 1 AS accounts,
       json_array(c.sheet, min(c.row), c.col) AS first
     FROM account_row r CROSS JOIN edit e ON e.batch_id = r.batch_id
       CROSS JOIN edit_cell c ON c.edit_id = e.id AND c.sheet = r.sheet AND c.row = r.row
     WHERE r.account_id = ? AND r.batch_id = ? GROUP BY e.id ORDER BY e.id DESC LIMIT ${mostOfAccount}`,
  )
  const selectView = database.prepare(`${editViews} WHERE e.id = ?`)
  const selectRow = database.prepare(
    'SELECT row, cells, kept FROM source_row WHERE batch_id = ? AND sheet = ? AND row = ?',
  )
  const selectNow = database
    .prepare('SELECT text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row = ? AND col = ?')
    .pluck()
  const selectEdits = database.prepare(
    `SELECT e.id, e.at, e.words, e.undone, c.before, c.after FROM edit e CROSS JOIN edit_cell c
       ON c.edit_id = e.id AND c.sheet = @sheet AND c.row = @row AND c.col = @col
     WHERE e.batch_id = @batch ORDER BY e.id DESC`,
  )
  const selectEditedCells = database.prepare(
    'SELECT row, col FROM cell_now WHERE batch_id = ? AND sheet = ? AND row BETWEEN ? AND ? ORDER BY row, col',
  )
  const selectTouches = database
    .prepare(
      'SELECT EXISTS (SELECT 1 FROM edit_cell WHERE edit_id = ? AND sheet = ? AND row > 0 AND col = ?)',
    )
    .pluck()
  return {
    selectHistory,
    selectOfAccount,
    selectView,
    selectRow,
    selectNow,
    selectEdits,
    selectEditedCells,
    selectTouches,
  }
}

/** Newest first. */
function pageHistory(statements: EditHistoryStatements, batch: number): EditView[] {
  return statements.selectHistory.all(batch).map(toEditView)
}

/** Newest first, each with the number of the account's own cells that it changed. */
function listEditsOfAccount(statements: EditHistoryStatements, batch: number, account: number): EditView[] {
  return statements.selectOfAccount.all(account, batch).map(toEditView)
}

function readEdit(statements: EditHistoryStatements, id: number): EditView {
  return toEditView(statements.selectView.get(id))
}

/** Null if the sheet has no such row. */
function listEditsOfCell(
  statements: EditHistoryStatements,
  batch: number,
  sheet: number,
  row: number,
  col: number,
): CellHistory | null {
  const raw = statements.selectRow.get(batch, sheet, row) as RawRow | undefined
  if (raw === undefined) return null
  const read = toSourceRow(raw).cells[col] ?? ''
  const now = statements.selectNow.get(batch, sheet, row, col) as string | undefined
  const edits = statements.selectEdits.all({ batch, sheet, row, col }) as (Omit<
    EditView,
    'undone' | 'replaced' | 'words' | 'first'
  > & {
    words: string
    undone: number
    before: string | null
    after: string
  })[]
  return {
    read,
    now: now ?? read,
    edits: edits.map(({ id, at, words, undone, before, after }) => ({
      id,
      at,
      words: readSaid(words),
      before: before ?? read,
      after,
      undone: undone !== 0,
    })),
  }
}

/** Cells of these rows whose text differs from the original, in order. */
function listEditedCells(
  statements: EditHistoryStatements,
  batch: number,
  sheet: number,
  first: number,
  last: number,
): { row: number; col: number }[] {
  return statements.selectEditedCells.all(batch, sheet, first, last) as { row: number; col: number }[]
}

/** True if the edit changed a cell of this column. */
function editTouches(statements: EditHistoryStatements, edit: number, sheet: number, col: number): boolean {
  return statements.selectTouches.get(edit, sheet, col) === 1
}

export function toEditView(row: unknown): EditView {
  const raw = row as Omit<EditView, 'undone' | 'replaced' | 'words' | 'first'> & {
    readonly words: string
    readonly undone: number
    readonly first: string | null
  }
  return {
    ...raw,
    words: readSaid(raw.words),
    first: raw.first === null ? null : firstCell(raw.first),
    undone: raw.undone !== 0,
    replaced: raw.undone === 2,
  }
}

function firstCell(json: string): EditView['first'] {
  const [sheet, row, column] = cellNumbers.parse(JSON.parse(json))
  return { sheet, row, column }
}
