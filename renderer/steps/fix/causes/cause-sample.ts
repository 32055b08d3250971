// A sample of the rows of a large cause, spread evenly over its list. What fixes do to it is known at once, where counting
// all accounts would take minutes.
import type { FixScope } from '../../../../shared/fixing/fix.ts'
import { engine } from '../../../app/engine.ts'

const pieces = 8
const rowsOfPiece = 50

export type CauseSample = {
  readonly scope: FixScope
  /** Accounts on its rows. */
  readonly accounts: number
}

/** Null: no row is left. */
export async function sampleOf(
  batch: number,
  { sheet, columns, rows }: FixScope,
  signal: AbortSignal,
): Promise<CauseSample | null> {
  if (!('filter' in rows)) return null
  const accounts = new Set<number>()
  const numbers = new Set<number>()
  let total = 0
  for (let piece = 0; piece < pieces; piece += 1) {
    const last = Math.max(0, total - rowsOfPiece)
    const offset = Math.floor((last * piece) / (pieces - 1))
    const input = { batch, sheet, offset, limit: rowsOfPiece, filter: rows.filter }
    const page = await engine.sheets.page(input, { signal })
    total = page.total ?? total
    for (const { row, account } of page.rows) {
      numbers.add(row)
      if (account !== null) accounts.add(account.id)
    }
  }
  if (numbers.size === 0) return null
  const ranges = [...numbers].toSorted((one, other) => one - other).map((row): [number, number] => [row, row])
  return { scope: { sheet, columns, rows: { ranges } }, accounts: accounts.size }
}
