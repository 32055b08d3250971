// Counts what people have changed in a batch: accounts with a changed cell on any sheet, each once, and the changed rows
// of each sheet. Walks the changed cells in pieces and yields after each one, so the caller can do other work there.
import type { Database } from 'better-sqlite3'
import type { ChangedView } from '../../../../shared/contract/fixing/edits.ts'
import type { Pieces } from '../lookup/pieces.ts'

const rowsAtOnce = 5000

type ChangedRow = { readonly sheet: number; readonly row: number; readonly account: number | null }

export function* countChanged(database: Database, batch: number): Pieces<ChangedView> {
  const selectPiece = database.prepare(
    `SELECT n.sheet, n.row, a.account_id AS account
     FROM (SELECT DISTINCT sheet, row FROM cell_now
       WHERE batch_id = @batch AND (sheet, row) > (@sheet, @row) ORDER BY sheet, row LIMIT ${rowsAtOnce}) n
     LEFT JOIN account_row a ON a.batch_id = @batch AND a.sheet = n.sheet AND a.row = n.row ORDER BY n.sheet, n.row`,
  )
  const accounts = new Set<number>()
  const bySheet = new Map<number, number>()
  let last: Pick<ChangedRow, 'sheet' | 'row'> = { sheet: -1, row: 0 }
  for (;;) {
    const piece = selectPiece.all({ batch, sheet: last.sheet, row: last.row }) as ChangedRow[]
    for (const { sheet, account } of piece) {
      bySheet.set(sheet, (bySheet.get(sheet) ?? 0) + 1)
      if (account !== null) accounts.add(account)
    }
    last = piece.at(-1) ?? last
    if (piece.length < rowsAtOnce) break
    yield
  }
  return { accounts: accounts.size, sheets: [...bySheet].map(([sheet, rows]) => ({ sheet, rows })) }
}
