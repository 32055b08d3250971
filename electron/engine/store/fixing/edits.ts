// Edits: whole or absent, over the cells as they were read, undone and redone in order. The text of an edited cell now
// stands in `cell_now`; a cell that an edit turned back to what was read has no row there. Everything here is one
// statement over many cells: an edit of a hundred thousand is a few of them, not a few hundred thousand.
import type { Database } from 'better-sqlite3'
import { type AccountState, type Outcome, thereOutcomes } from '../../../../shared/sending/states.ts'
import type { CellChange, EditView } from '../../../../shared/contract/views.ts'
import { editViews, toEditView } from './edit-history.ts'
import { toSourceRow, type RawRow } from '../import/rows.ts'
import { sqlList } from '../database/sql-list.ts'

/** One cell of an edit. */
export type EditCell = {
  readonly sheet: number
  readonly row: number
  readonly col: number
  /** The text that an earlier edit had put there, null where it was the cell as read; the store looks for itself. */
  readonly before: string | null
  readonly after: string
  /** `after` is the cell as it was read. */
  readonly asRead: boolean
}

/** Cells of one sheet as they go to a statement: a JSON list of `[row, col, after, asRead as 0 or 1]`, each cell once. */
export type CellPiece = {
  readonly sheet: number
  readonly cells: string
  readonly count: number
  /** Some of them are turned back to what was read. */
  readonly anyAsRead: boolean
}

export type StoredEdit = {
  readonly id: number
  readonly words: string
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

/** Cells in pieces; of a cell that is named twice the last text counts. */
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

/** As lockOf() has it. */
const locked = `(a.state IN ('queued','sending','unconfirmed','processing') OR ifnull(a.outcome, '') IN (${sqlList(thereOutcomes)}))`

export function createEditStore(database: Database) {
  const insertEdit = database.prepare('INSERT INTO edit (batch_id, at, words) VALUES (?, ?, ?)')
  const insertCells = database.prepare(
    `INSERT INTO edit_cell SELECT @edit, @sheet, v.value ->> 0, v.value ->> 1, n.text, v.value ->> 2 FROM json_each(@cells) v
       LEFT JOIN cell_now n ON n.batch_id = @batch AND n.sheet = @sheet AND n.row = v.value ->> 0 AND n.col = v.value ->> 1`,
  )
  const deleteAsRead = database.prepare(
    `DELETE FROM cell_now WHERE batch_id = @batch AND (sheet, row, col) IN
       (SELECT @sheet, v.value ->> 0, v.value ->> 1 FROM json_each(@cells) v WHERE v.value ->> 3 = 1)`,
  )
  const setCounts = database.prepare('UPDATE edit SET cells = ?, accounts = ? WHERE id = ?')
  const deleteUndone = database.prepare('DELETE FROM edit WHERE batch_id = ? AND undone = 1')
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
    // An edit that takes the place of undone ones may have their number, but not their time.
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
    /** What these changes are as cells of an edit: with what stands there now. Rows that do not exist are left out. */
    cellsOf(batch: number, changes: readonly CellChange[]): EditCell[] {
      return changes.flatMap(({ sheet, row, column: col, text: after }) => {
        const raw = selectRow.get(batch, sheet, row) as RawRow | undefined
        if (raw === undefined) return []
        const now = selectNow.get(batch, sheet, row, col) as { text: string } | undefined
        const asRead = (toSourceRow(raw).cells[col] ?? '') === after
        return [{ sheet, row, col, before: now?.text ?? null, after, asRead }]
      })
    },
    /** Lays an edit over the cells; what was undone before it cannot be done again. Returns its id. */
    add(batch: number, words: string, pieces: readonly CellPiece[], accounts: number, at: number): number {
      deleteUndone.run(batch)
      const edit = Number(insertEdit.run(batch, at, words).lastInsertRowid)
      let count = 0
      for (const { sheet, cells } of pieces) count += insertCells.run({ batch, edit, sheet, cells }).changes
      lay.run({ batch, edit })
      for (const { sheet, cells, anyAsRead } of pieces)
        if (anyAsRead) deleteAsRead.run({ batch, sheet, cells })
      setCounts.run(count, accounts, edit)
      return edit
    },
    /** The edits that undo cancels next, or that redo does again next, in that order. */
    next(batch: number, which: EditDirection, limit = 1): EditView[] {
      const rows =
        which === 'undo'
          ? selectToUndo.all(batch, 0, limit)
          : selectToRedo.all(batch, Number.MAX_SAFE_INTEGER, limit)
      return rows.map(toEditView)
    },
    /** Those on the way to a place in the history: undo down to behind an edit (0: all), redo up to and with one. */
    nextTo(batch: number, which: EditDirection, edit: number): EditView[] {
      return (which === 'undo' ? selectToUndo : selectToRedo).all(batch, edit, -1).map(toEditView)
    },
    undo(batch: number, edit: number): void {
      putBack.run({ batch, edit })
      takeOff.run({ batch, edit })
      setUndone.run(1, edit)
    },
    redo(batch: number, edit: number): void {
      lay.run({ batch, edit })
      takeOffAsRead.run({ batch, edit })
      setUndone.run(0, edit)
    },
    /** The columns that an edit changes. */
    columnsOf(edit: number): { readonly sheet: number; readonly col: number }[] {
      return selectColumns.all(edit) as { sheet: number; col: number }[]
    },
    /** Another text after every edit, undo and redo of the batch. */
    version(batch: number): string {
      const latest = selectVersion.get(batch) as { most: number | null; at: number | null; undone: number }
      return `${latest.most ?? 0} ${latest.at ?? 0} ${latest.undone}`
    },
    /** Edits that lie over the cells now. */
    count(batch: number): number {
      return (countEdits.get(batch) as { count: number }).count
    },
    /** What was undone cannot be done again. */
    forgetUndone(batch: number): void {
      deleteUndone.run(batch)
    },
    /** Accounts that the rows of these cells belong to. */
    accountsOf(batch: number, cells: readonly { readonly sheet: number; readonly row: number }[]): number[] {
      const found = new Set<number>()
      for (const { sheet, row } of cells) {
        const account = selectAccount.get(batch, sheet, row) as number | undefined
        if (account !== undefined) found.add(account)
      }
      return [...found]
    },
    /** At most so many of them. */
    accountsOfEdit(batch: number, edit: number, limit = -1): number[] {
      return selectAccountsOfEdit.all({ batch, edit, limit }) as number[]
    },
    /** Whether any account of the batch may not be edited now; asks the counts alone. */
    anyLocked(batch: number): boolean {
      return selectAnyLocked.get(batch) !== undefined
    },
    /** An account of an edit's cells that may not be edited now; null where there is none. */
    lockedOf(batch: number, edit: number): LockedAccount | null {
      return (selectLockedOf.get({ batch, edit }) as LockedAccount | undefined) ?? null
    },
  }
}
