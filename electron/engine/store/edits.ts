// Edits: whole or absent, over the cells as they were read, undone and redone in order. The text of an edited cell now
// stands in `cell_now`; a cell that an edit turned back to what was read has no row there.
import type { Database } from 'better-sqlite3'
import type { CellChange, EditView } from '../../../shared/views.ts'
import { toSourceRow, type RawRow } from './rows.ts'

/** One cell of an edit; `before` is the text that an earlier edit had put there, null where it was the cell as read. */
export type EditCell = {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly before: string | null
  readonly after: string
  /** `after` is the cell as it was read. */
  readonly asRead: boolean
}

export type StoredEdit = { readonly id: number; readonly words: string }

export type EditStore = ReturnType<typeof createEditStore>

const editViews = `SELECT e.id, e.at, e.words, e.undone,
    ifnull(e.cells, (SELECT count(*) FROM edit_cell c WHERE c.edit_id = e.id)) AS cells,
    ifnull(e.accounts, (SELECT count(DISTINCT r.account_id) FROM edit_cell c JOIN account_row r
      ON r.batch_id = e.batch_id AND r.sheet = c.sheet AND r.row = c.row WHERE c.edit_id = e.id)) AS accounts
  FROM edit e`

export function createEditStore(database: Database) {
  const insertEdit = database.prepare('INSERT INTO edit (batch_id, at, words) VALUES (?, ?, ?)')
  const insertCell = database.prepare(
    'INSERT INTO edit_cell VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET after = excluded.after',
  )
  const setCounts = database.prepare('UPDATE edit SET cells = ?, accounts = ? WHERE id = ?')
  const deleteUndone = database.prepare('DELETE FROM edit WHERE batch_id = ? AND undone = 1')
  const selectNow = database.prepare(
    'SELECT text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row = ? AND col = ?',
  )
  const upsertNow = database.prepare(
    'INSERT INTO cell_now VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text',
  )
  const deleteNow = database.prepare(
    'DELETE FROM cell_now WHERE batch_id = ? AND sheet = ? AND row = ? AND col = ?',
  )
  const selectRow = database.prepare(
    'SELECT row, cells, kept FROM source_row WHERE batch_id = ? AND sheet = ? AND row = ?',
  )
  const selectToUndo = database.prepare(
    'SELECT id, words FROM edit WHERE batch_id = ? AND undone = 0 ORDER BY id DESC LIMIT 1',
  )
  const selectToRedo = database.prepare(
    'SELECT id, words FROM edit WHERE batch_id = ? AND undone = 1 ORDER BY id LIMIT 1',
  )
  const putBack = database.prepare(
    `INSERT INTO cell_now SELECT @batch, sheet, row, col, before FROM edit_cell
     WHERE edit_id = @edit AND before IS NOT NULL ON CONFLICT DO UPDATE SET text = excluded.text`,
  )
  const takeOff = database.prepare(
    `DELETE FROM cell_now WHERE batch_id = @batch AND (sheet, row, col) IN
       (SELECT sheet, row, col FROM edit_cell WHERE edit_id = @edit AND before IS NULL)`,
  )
  const layAgain = database.prepare(
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
  const selectHistory = database.prepare(`${editViews} WHERE e.batch_id = ? ORDER BY e.id DESC`)
  const selectView = database.prepare(`${editViews} WHERE e.id = ?`)
  const countEdits = database.prepare('SELECT count(*) AS count FROM edit WHERE batch_id = ? AND undone = 0')
  const selectVersion = database.prepare(
    'SELECT max(id) AS most, total(undone) AS undone FROM edit WHERE batch_id = ?',
  )
  const selectAccount = database
    .prepare('SELECT account_id FROM account_row WHERE batch_id = ? AND sheet = ? AND row = ?')
    .pluck()
  const selectAccountsOfEdit = database
    .prepare(
      `SELECT DISTINCT r.account_id FROM edit_cell c JOIN account_row r
         ON r.batch_id = ? AND r.sheet = c.sheet AND r.row = c.row WHERE c.edit_id = ?`,
    )
    .pluck()

  function toView(row: unknown): EditView {
    const raw = row as Omit<EditView, 'undone'> & { readonly undone: number }
    return { ...raw, undone: raw.undone === 1 }
  }

  return {
    history(batch: number): EditView[] {
      return selectHistory.all(batch).map(toView)
    },
    view(id: number): EditView {
      return toView(selectView.get(id))
    },
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
    add(batch: number, words: string, cells: readonly EditCell[], accounts: number, at: number): number {
      deleteUndone.run(batch)
      const id = Number(insertEdit.run(batch, at, words).lastInsertRowid)
      for (const { sheet, row, col, before, after, asRead } of cells) {
        insertCell.run(id, sheet, row, col, before, after)
        if (asRead) deleteNow.run(batch, sheet, row, col)
        else upsertNow.run(batch, sheet, row, col, after)
      }
      setCounts.run(cells.length, accounts, id)
      return id
    },
    latest(batch: number, which: 'undo' | 'redo'): StoredEdit | null {
      const row = (which === 'undo' ? selectToUndo : selectToRedo).get(batch) as StoredEdit | undefined
      return row ?? null
    },
    undo(batch: number, edit: number): void {
      putBack.run({ batch, edit })
      takeOff.run({ batch, edit })
      setUndone.run(1, edit)
    },
    redo(batch: number, edit: number): void {
      layAgain.run({ batch, edit })
      takeOffAsRead.run({ batch, edit })
      setUndone.run(0, edit)
    },
    /** The columns that an edit changes. */
    columnsOf(edit: number): { readonly sheet: number; readonly col: number }[] {
      return selectColumns.all(edit) as { sheet: number; col: number }[]
    },
    /** Another text after every edit, undo and redo of the batch. */
    version(batch: number): string {
      const { most, undone } = selectVersion.get(batch) as { most: number | null; undone: number }
      return `${most ?? 0} ${undone}`
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
    accountsOfEdit(batch: number, edit: number): number[] {
      return selectAccountsOfEdit.all(batch, edit) as number[]
    },
  }
}
