// Sample rows of a file that is not mapped yet, for suggestions, proposals and previews of a mapping. Takes a few
// hundred rows of each sheet, so that a person gets an answer quickly.
import type { SheetRows } from '../../../../shared/payload/collect-rows.ts'
import type { SourceRow } from '../../../../shared/sheet/sheet.ts'
import type { ColumnSamples } from '../../../../shared/mapping/suggest/values.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'

const rowsForSuggestions = 50
const accountsTriedOut = 100
/** Each account has few linked rows, usually in the order of the main sheet. */
const linkedRowsTriedOut = 5_000
const rowsInARow = 300
const placesAlongTheSheet = 8
const rowsAtAPlace = 25

/** The first values of every column, in row order, blanks kept. */
export function samplesOf(store: Store, batch: number): ColumnSamples[] {
  return store.rows.sheets(batch).flatMap(({ position, info }) => {
    const rows = likelyRows(store, batch, position, store.rows.page(batch, position, 0, rowsForSuggestions))
    return info.columns.map((column) => ({
      sheet: info.name,
      column: column.name,
      values: rows.map((row) => row.cells[column.index] ?? ''),
    }))
  })
}

/** The main sheet's first accounts with the linked rows that may belong to them. */
export function rowsToTryOut(store: Store, batch: number, main: string): SheetRows {
  return new Map(
    store.rows.sheets(batch).map(({ position, info }) => {
      const count = info.name === main ? accountsTriedOut : linkedRowsTriedOut
      return [info.name, keptRows(store, batch, position, store.rows.page(batch, position, 0, count))]
    }),
  )
}

/** Without the rows that a person has left out. */
export function keptRows(
  store: Store,
  batch: number,
  sheet: number,
  rows: readonly SourceRow[],
): SourceRow[] {
  const out = store.oddRows.ofSheet(batch, sheet, 'left_out')
  return rows.filter(({ row }) => !out.has(row))
}

/** Without totals, notes and repeated headers, unless a person has said that they are customers. */
function likelyRows(
  store: Store,
  batch: number,
  sheet: number,
  rows: readonly SourceRow[],
): readonly SourceRow[] {
  const open = store.oddRows.ofSheet(batch, sheet, null)
  return keptRows(store, batch, sheet, rows).filter(({ row }) => !open.has(row))
}

/** Rows from the start of the sheet and from positions along it, each once; see `likelyRows`. */
export function rowsAlong(store: Store, batch: number, sheet: StoredSheet): readonly SourceRow[] {
  return likelyRows(store, batch, sheet.position, allAlong(store, batch, sheet))
}

function allAlong(store: Store, batch: number, sheet: StoredSheet): SourceRow[] {
  const first = store.rows.page(batch, sheet.position, 0, rowsInARow)
  const last = first.at(-1)?.row
  const rest = (sheet.rowCount ?? 0) - first.length
  if (last === undefined || rest <= 0) return first
  const step = Math.max(rowsAtAPlace, Math.floor(rest / placesAlongTheSheet))
  const found = [...first]
  for (let place = 0; place < placesAlongTheSheet; place += 1) {
    const from = place === 0 ? last : store.rows.rowAfter(batch, sheet.position, last, place * step)
    if (from === null) break
    found.push(...store.rows.page(batch, sheet.position, from, rowsAtAPlace))
  }
  return found
}

const firstTried = 200

/** The first rows of the sheet, and those of a few places along it. */
export function firstAndSpread(store: Store, batch: number, sheet: StoredSheet): SourceRow[] {
  const first = store.rows.page(batch, sheet.position, 0, firstTried)
  const last = first.at(-1)?.row ?? 0
  const others = allAlong(store, batch, sheet).filter(({ row }) => row > last)
  return keptRows(store, batch, sheet.position, [...first, ...others])
}
