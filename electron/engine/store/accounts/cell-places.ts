// Converts the place of a problem (sheet and column names) to the stored row positions and the current cell text.
// Names are looked up once for all problems of a batch, because they change only when its file is read again.
import type { Database } from 'better-sqlite3'
import type { Place } from '../../../../shared/payload/problems.ts'
import { type RowRef, sheetInfo } from '../../../../shared/sheet/sheet.ts'

type NamedSheet = { readonly position: number; readonly columns: ReadonlyMap<string, number> }
type Names = { readonly readAt: number | null; readonly sheets: ReadonlyMap<string, NamedSheet> }

/** Start of a place; `col` and `text` only if it is one cell. */
export type StoredPlace = {
  readonly sheet: number | null
  readonly row: number | null
  readonly col: number | null
  readonly text: string | null
}

const batchesKept = 8

export function createCellPlaces(database: Database) {
  const selectReadAt = database.prepare('SELECT read_at FROM batch WHERE id = ?').pluck()
  const selectSheets = database.prepare('SELECT position, info FROM sheet WHERE batch_id = ?')
  const selectText = database
    .prepare(
      `SELECT coalesce(
         (SELECT text FROM cell_now WHERE batch_id = @batch AND sheet = @sheet AND row = @row AND col = @col),
         (SELECT cells ->> CAST(@col AS INTEGER) FROM source_row WHERE batch_id = @batch AND sheet = @sheet AND row = @row), '')`,
    )
    .pluck()
  const known = new Map<number, Names>()

  function namesOf(batch: number): Names['sheets'] {
    const readAt = (selectReadAt.get(batch) as number | null | undefined) ?? null
    const kept = known.get(batch)
    // Null: the file is still being read, and its columns may change.
    if (kept !== undefined && readAt !== null && kept.readAt === readAt) return kept.sheets
    const rows = selectSheets.all(batch) as { position: number; info: string }[]
    const sheets = new Map(
      rows.map(({ position, info }) => {
        const { name, columns } = sheetInfo.parse(JSON.parse(info))
        return [name, { position, columns: new Map(columns.map((column) => [column.name, column.index])) }]
      }),
    )
    known.delete(batch)
    known.set(batch, { readAt, sheets })
    const oldest = known.keys().next().value
    if (known.size > batchesKept && oldest !== undefined) known.delete(oldest)
    return sheets
  }

  return {
    /** Finds places of a batch by the current names of its sheets and columns. */
    of(batch: number): (place: Place) => StoredPlace {
      const names = namesOf(batch)
      return (place) => {
        const start = startOf(place)
        if (start === null) return { sheet: null, row: null, col: null, text: null }
        const { row } = start
        const named = names.get(start.sheet)
        const sheet = named?.position ?? null
        const col = place.kind === 'cell' ? (named?.columns.get(place.cell.column) ?? null) : null
        const text = col === null ? null : (selectText.get({ batch, sheet, row, col }) as string)
        return { sheet, row, col, text }
      }
    },
  }
}

/** Row on which a place begins. */
function startOf(place: Place): RowRef | null {
  if (place.kind === 'cell') return place.cell
  return (place.kind === 'section' ? place.cells[0] : place.row) ?? null
}
