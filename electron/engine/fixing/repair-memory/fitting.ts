// Remembered repairs that can be applied now: the recalled cells that were not edited since and whose account is
// editable. Checked in pieces; the window's thread is free between pieces.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { RepairOffer } from '../../../../shared/contract/fixing/memory.ts'
import { columnMeanings } from '../../../../shared/fixing/repair-match.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { AccountAt } from '../../store/fixing/repair-memory.ts'
import type { Store } from '../../store/store.ts'
import type { FoundOffers } from './recall-job.ts'

export type FittingCell = {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly offer: RepairOffer
  /** Null if the row belongs to no account. */
  readonly account: AccountAt | null
}
export type Fitting = {
  /** Those that fit at least one cell, by column, most cells first. */
  readonly offers: readonly RepairOffer[]
  /** The cells of the chosen offers, in file order. */
  cellsOf(chosen: ReadonlySet<string>): FittingCell[]
}

const pieceOfCells = 5000
const rowSpan = 4000

export async function fittingOf(store: Store, batch: StoredBatch, found: FoundOffers): Promise<Fitting> {
  const edited = await editedOf(store, batch.id)
  const accounts = accountsReader(store, batch.id)
  const count = found.row.length
  const account: (AccountAt | null)[] = []
  const fits = new Uint8Array(count)
  const columns = found.offers.map(() => new Map<string, number>())
  for (let at = 0; at < count; at += 1) {
    if (at % pieceOfCells === pieceOfCells - 1) await yieldToEventLoop()
    const { sheet, row, col, offer } = cellAt(found, at)
    const owner = accounts(sheet, row)
    account.push(owner)
    if (owner?.isLocked === true || edited.get(sheet)?.has(cellNumber(row, col)) === true) continue
    fits[at] = 1
    const column = columns[offer]
    const name = `${sheet} ${col}`
    column?.set(name, (column.get(name) ?? 0) + 1)
  }
  const names = namesOf(store, batch)
  const byFound = found.offers.map((offer, at) => toOffer(offer, columns[at] ?? new Map(), names))
  const offers = byFound.filter(({ cells }) => cells > 0).toSorted(inOrder)
  return {
    offers,
    cellsOf(chosen) {
      const cells: FittingCell[] = []
      for (let at = 0; at < count; at += 1) {
        const { offer: number, ...place } = cellAt(found, at)
        const offer = byFound[number]
        if (fits[at] === 1 && offer !== undefined && chosen.has(offer.id))
          cells.push({ ...place, offer, account: account[at] ?? null })
      }
      return cells
    },
  }
}

function toOffer(
  { feeds: _feeds, place: _place, ...offer }: FoundOffers['offers'][number],
  columns: ReadonlyMap<string, number>,
  names: ReadonlyMap<string, string>,
): RepairOffer {
  const places = [...columns].map(([where, cells]) => {
    const [sheet = 0, column = 0] = where.split(' ').map(Number)
    return { sheet, column, name: names.get(where) ?? '', cells }
  })
  return {
    ...offer,
    otherwise: [...offer.otherwise],
    columns: places.toSorted((a, b) => a.sheet - b.sheet || a.column - b.column),
    cells: places.reduce((sum, { cells }) => sum + cells, 0),
  }
}

/**
 * Order: other customers' repairs last; by column; certain ones first, most cells first; alternatives for one text
 * together.
 */
function inOrder(a: RepairOffer, b: RepairOffer): number {
  const [left] = a.columns
  const [right] = b.columns
  return (
    Number(a.basis === 'other_customer') - Number(b.basis === 'other_customer') ||
    (left?.sheet ?? 0) - (right?.sheet ?? 0) ||
    (left?.column ?? 0) - (right?.column ?? 0) ||
    Number(b.sure) - Number(a.sure) ||
    b.cells - a.cells ||
    (a.before < b.before ? -1 : a.before > b.before ? 1 : b.seen - a.seen)
  )
}

function namesOf(store: Store, batch: StoredBatch): Map<string, string> {
  const meanings = columnMeanings(batch.mapped?.mapping ?? null, store.rows.sheets(batch.id))
  return new Map(meanings.map(({ sheet, col, name }) => [`${sheet} ${col}`, name]))
}

const cellNumber = (row: number, col: number): number => row * 65_536 + col

function cellAt(found: FoundOffers, at: number) {
  return {
    sheet: found.sheet[at] ?? 0,
    row: found.row[at] ?? 0,
    col: found.col[at] ?? 0,
    offer: found.offer[at] ?? 0,
  }
}

async function editedOf(store: Store, batch: number): Promise<Map<number, Set<number>>> {
  const edited = new Map<number, Set<number>>()
  for (let after = { sheet: -1, row: -1, col: -1 }; ; ) {
    const { cells, more } = store.memory.edited(batch, after)
    for (const { sheet, row, col } of cells) {
      const ofSheet = edited.get(sheet) ?? new Set<number>()
      edited.set(sheet, ofSheet)
      ofSheet.add(cellNumber(row, col))
    }
    const last = cells.at(-1)
    if (!more || last === undefined) return edited
    after = last
    await yieldToEventLoop()
  }
}

/** Cells come in file order, so that the accounts of a range of rows are read at once. */
function accountsReader(store: Store, batch: number): (sheet: number, row: number) => AccountAt | null {
  let span: { sheet: number; first: number; accounts: Map<number, AccountAt> } | null = null
  return (sheet, row) => {
    if (span === null || span.sheet !== sheet || row < span.first || row >= span.first + rowSpan) {
      const accounts = store.memory.accountsAt(batch, sheet, row, row + rowSpan - 1)
      span = { sheet, first: row, accounts }
    }
    return span.accounts.get(row) ?? null
  }
}
