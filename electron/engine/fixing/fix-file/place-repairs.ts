// Puts the rows of a repaired fix file to their places in the batch. A row without a reference is used for nothing, and
// so is one whose reference is another row's: if the sheet was sorted without its hidden column, no row must get the
// texts of another.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { Column, SourceRow } from '../../../../shared/sheet/sheet.ts'
import { countPrints, printAt, type RowReference, rowsIn } from '../../report/rows/fix-reference.ts'
import type { StoredFixFile } from '../../store/fixing/fix-files.ts'
import { type CellPrints, createCellPrints, isAlike, isEmptied, seenOf } from './cell-prints.ts'
import type { MatchedColumns } from './match-columns.ts'
import type { RepairedFile, RepairedSheet } from './repaired-rows.ts'
import { message, type Message } from '../../../../shared/texts/create-message.ts'

const pieceOfRows = 500
const mostCandidates = 50

/** The batch's sheet of a reference: its own columns, and which of them link rows to accounts. */
export type RepairedTarget = { readonly own: readonly Column[]; readonly ties: readonly boolean[] }
export type FileRow = {
  readonly row: SourceRow
  readonly reference: RowReference
  readonly columns: MatchedColumns
  /** Fingerprints of the own columns now; of a column that is not in the file, the one it was written with. */
  readonly prints: string
}
export type StrangeRow = {
  readonly kind: 'foreign' | 'mixed_up'
  readonly sheet: string
  readonly row: SourceRow
  readonly why: Message
}
export type PlacedRepairs = {
  /** By place; several where a row was copied. */
  readonly byPlace: ReadonlyMap<string, readonly FileRow[]>
  readonly strange: readonly StrangeRow[]
  /** Rows of the fix file that the repaired one does not have, or only blank. */
  readonly deleted: readonly { readonly sheet: number; readonly row: number }[]
}

export type RepairedParts = {
  readonly target: (sheet: number) => RepairedTarget | null
  readonly columns: (file: RepairedSheet, sheet: number) => MatchedColumns | null
}

export async function placeRepairs(
  file: RepairedFile,
  fixFile: StoredFixFile,
  parts: RepairedParts,
): Promise<PlacedRepairs> {
  const places = new Set<string>()
  for (const { sheet, row } of rowsIn(fixFile.rows)) places.add(placeOf(sheet, row))
  const byPlace = new Map<string, FileRow[]>()
  const strange: StrangeRow[] = []
  const present = new Set<string>()
  const prints = createCellPrints(fixFile)
  for (const sheet of file.sheets) {
    const known: FileRow[] = []
    for (const [at, { row, reference }] of sheet.rows.entries()) {
      if (at % pieceOfRows === 0) await yieldToEventLoop()
      const place = reference === null ? '' : placeOf(reference.sheet, reference.row)
      const isKnown = reference?.code === fixFile.code && places.has(place)
      const columns = isKnown ? parts.columns(sheet, reference.sheet) : null
      if (reference === null || columns === null)
        strange.push({ kind: 'foreign', sheet: sheet.name, row, why: whyForeign(reference, fixFile) })
      else if (!isBlank(row, columns))
        known.push(fileRow(row, reference, columns, { prints, own: ownOf(parts, reference.sheet) }))
    }
    const torn = findTorn(known, parts, prints)
    for (const one of known) {
      const place = placeOf(one.reference.sheet, one.reference.row)
      present.add(place)
      if (torn.has(one))
        strange.push({ kind: 'mixed_up', sheet: sheet.name, row: one.row, why: message('repairs.mixed_up') })
      else byPlace.set(place, [...(byPlace.get(place) ?? []), one])
    }
  }
  const deleted = [...rowsIn(fixFile.rows)].filter(({ sheet, row }) => !present.has(placeOf(sheet, row)))
  return { byPlace, strange, deleted }
}

function placeOf(sheet: number, row: number): string {
  return `${sheet} ${row}`
}

function whyForeign(reference: RowReference | null, { code }: StoredFixFile): Message {
  if (reference === null) return message('repairs.row_added')
  return reference.code === code ? message('repairs.row_not_known') : message('repairs.row_of_other_file')
}

/** Nothing is left of the row but its reference. */
function isBlank({ cells }: SourceRow, { places }: MatchedColumns): boolean {
  return places.every((at) => at === null || (cells[at] ?? '').trim() === '')
}

function ownOf({ target }: RepairedParts, sheet: number): number[] {
  return (target(sheet)?.own ?? []).map(({ index }) => index)
}

function fileRow(
  row: SourceRow,
  reference: RowReference,
  columns: MatchedColumns,
  { prints, own }: { readonly prints: CellPrints; readonly own: readonly number[] },
): FileRow {
  const { sheet } = reference
  const now = columns.places.map((at, place) => {
    const written = printAt(reference.prints, place)
    const cell = { sheet, row: reference.row, column: own[place] ?? -1 }
    return at === null ? written : prints.ofFile(cell, row.cells[at] ?? '', written)
  })
  return { row, reference, columns, prints: now.join('') }
}

/** What can be compared of a row now, and as it was written. */
type Seen = { readonly row: FileRow; readonly now: string; readonly written: string }

/** Rows that are more like another row of the file than like the one that their reference names. */
function findTorn(rows: readonly FileRow[], parts: RepairedParts, prints: CellPrints): ReadonlySet<FileRow> {
  const torn = new Set<FileRow>()
  for (const [sheet, some] of Map.groupBy(rows, ({ reference }) => reference.sheet)) {
    const ties = parts.target(sheet)?.ties ?? []
    const tied = (seen: string): string =>
      ties.map((isTied, at) => (isTied ? printAt(seen, at) : '')).join('')
    const seen = some.map((row) => seenRow(row, prints, ownOf(parts, sheet)))
    const byKey = Map.groupBy(seen, ({ written }) => tied(written))
    const byWhole = Map.groupBy(seen, ({ written }) => written)
    const others = (one: Seen): Seen[] => byWhole.get(one.now) ?? []
    const changed = seen.filter(({ now, written }) => now !== written)
    for (const one of changed) {
      const own = equalCells(one.now, one.written)
      const same = tied(one.now)
      const candidates = same === tied(one.written) ? [] : (byKey.get(same) ?? [])
      const isOther = [...candidates.slice(0, mostCandidates), ...others(one)].some(
        ({ written }) => equalCells(one.now, written) >= own + 2,
      )
      if (isOther) torn.add(one.row)
    }
    // Where columns are withheld, few others may be left to compare, so one cell of another row is enough.
    if (prints.isAnyWithheld(sheet))
      for (const one of changed) {
        const same = tied(one.now)
        const isOther =
          same === tied(one.written)
            ? isEmptied(one.now, one.written) && others(one).length > 0
            : (byKey.get(same) ?? [])
                .slice(0, mostCandidates)
                .some(({ written }) => isAlike(one.now, written))
        if (isOther) torn.add(one.row)
      }
    // Once one row is torn apart, rows of two or three equal cells are too.
    if (torn.size > 0) for (const one of changed) if (others(one).length > 0) torn.add(one.row)
  }
  return torn
}

function seenRow(row: FileRow, prints: CellPrints, own: readonly number[]): Seen {
  const { reference } = row
  return {
    row,
    now: seenOf(prints, reference, row.prints, own),
    written: seenOf(prints, reference, reference.prints, own),
  }
}

function equalCells(now: string, written: string): number {
  let equal = 0
  for (let at = 0; at < countPrints(now); at += 1) if (printAt(now, at) === printAt(written, at)) equal += 1
  return equal
}
