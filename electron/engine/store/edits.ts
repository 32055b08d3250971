// Edits: whole or absent, over the cells as they were read, undone and redone in order. The text of an edited cell now
// stands in `cell_now`; a cell that an edit turned back to what was read has no row there.
import type { Database } from 'better-sqlite3'
import type { CellChange, EditView } from '../../../shared/views.ts'
import { toSourceRow, type RawRow } from './rows.ts'

type EditCell = { sheet: number; row: number; col: number; before: string | null; after: string }

export type EditStore = ReturnType<typeof createEditStore>

export function createEditStore(database: Database) {
  const insertEdit = database.prepare('INSERT INTO edit (batch_id, at, words) VALUES (?, ?, ?)')
  const insertCell = database.prepare(
    'INSERT INTO edit_cell VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET after = excluded.after',
  )
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
    'SELECT * FROM edit WHERE batch_id = ? AND undone = 0 ORDER BY id DESC LIMIT 1',
  )
  const selectToRedo = database.prepare(
    'SELECT * FROM edit WHERE batch_id = ? AND undone = 1 ORDER BY id LIMIT 1',
  )
  const selectCells = database.prepare(
    'SELECT sheet, row, col, before, after FROM edit_cell WHERE edit_id = ?',
  )
  const setUndone = database.prepare('UPDATE edit SET undone = ? WHERE id = ?')
  const selectHistory = database.prepare(
    `SELECT e.id, e.at, e.words, e.undone, (SELECT count(*) FROM edit_cell c WHERE c.edit_id = e.id) AS cells
     FROM edit e WHERE e.batch_id = ? ORDER BY e.id DESC`,
  )
  const selectAccounts = database.prepare(
    'SELECT account_id FROM account_row WHERE batch_id = ? AND sheet = ? AND row = ?',
  )

  function setCell(
    batch: number,
    cell: { sheet: number; row: number; col: number },
    text: string | null,
  ): void {
    if (text === null) deleteNow.run(batch, cell.sheet, cell.row, cell.col)
    else upsertNow.run(batch, cell.sheet, cell.row, cell.col, text)
  }

  function view(id: number, batch: number): EditView {
    const found = history(batch).find((edit) => edit.id === id)
    if (found === undefined) throw new Error(`There is no edit ${id}`)
    return found
  }

  function history(batch: number): EditView[] {
    type Row = Omit<EditView, 'undone'> & { undone: number }
    return (selectHistory.all(batch) as Row[]).map((row) => ({ ...row, undone: row.undone === 1 }))
  }

  return {
    history,
    /** Lays an edit over the cells; what was undone before it cannot be done again. Returns its id. */
    add(batch: number, words: string, changes: readonly CellChange[], at: number): number {
      deleteUndone.run(batch)
      const id = Number(insertEdit.run(batch, at, words).lastInsertRowid)
      for (const { sheet, row, column: col, text } of changes) {
        const raw = selectRow.get(batch, sheet, row) as RawRow | undefined
        if (raw === undefined) continue
        const now = selectNow.get(batch, sheet, row, col) as { text: string } | undefined
        insertCell.run(id, sheet, row, col, now?.text ?? null, text)
        setCell(batch, { sheet, row, col }, (toSourceRow(raw).cells[col] ?? '') === text ? null : text)
      }
      return id
    },
    latest(
      batch: number,
      which: 'undo' | 'redo',
    ): { readonly id: number; readonly cells: readonly EditCell[] } | null {
      const row = (which === 'undo' ? selectToUndo : selectToRedo).get(batch) as { id: number } | undefined
      return row === undefined ? null : { id: row.id, cells: selectCells.all(row.id) as EditCell[] }
    },
    undo(batch: number, edit: { readonly id: number; readonly cells: readonly EditCell[] }): EditView {
      for (const cell of edit.cells) setCell(batch, cell, cell.before)
      setUndone.run(1, edit.id)
      return view(edit.id, batch)
    },
    redo(batch: number, edit: { readonly id: number; readonly cells: readonly EditCell[] }): EditView {
      for (const cell of edit.cells) {
        const raw = selectRow.get(batch, cell.sheet, cell.row) as RawRow | undefined
        const read = raw === undefined ? '' : (toSourceRow(raw).cells[cell.col] ?? '')
        setCell(batch, cell, read === cell.after ? null : cell.after)
      }
      setUndone.run(0, edit.id)
      return view(edit.id, batch)
    },
    /** Accounts that the rows of these cells belong to. */
    accountsOf(batch: number, cells: readonly { readonly sheet: number; readonly row: number }[]): number[] {
      const found = new Set<number>()
      for (const { sheet, row } of cells) {
        const account = selectAccounts.get(batch, sheet, row) as { account_id: number } | undefined
        if (account !== undefined) found.add(account.account_id)
      }
      return [...found]
    },
  }
}
