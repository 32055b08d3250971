// Puts the rows of a repaired fix file to their places in the batch. A row without a reference is used for nothing, and
// so is one whose reference is another row's: if the sheet was sorted without its hidden column, no row must get the
// texts of another.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { Column, SourceRow } from '../../../../shared/sheet/sheet.ts'
import {
  countPrints,
  fingerprint,
  printAt,
  type RowReference,
  rowsIn,
} from '../../report/rows/fix-reference.ts'
import type { StoredFixFile } from '../../store/fixing/fix-files.ts'
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
  for (const sheet of file.sheets) {
    const known: FileRow[] = []
    for (const [at, { row, reference }] of sheet.rows.entries()) {
      if (at % pieceOfRows === 0) await yieldToEventLoop()
      const place = reference === null ? '' : placeOf(reference.sheet, reference.row)
      const isKnown = reference?.code === fixFile.code && places.has(place)
      const columns = isKnown ? parts.columns(sheet, reference.sheet) : null
      if (reference === null || columns === null)
        strange.push({ kind: 'foreign', sheet: sheet.name, row, why: whyForeign(reference, fixFile) })
      else if (!isBlank(row, columns)) known.push(fileRow(row, reference, columns))
    }
    const torn = findTorn(known, parts.target)
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

function fileRow(row: SourceRow, reference: RowReference, columns: MatchedColumns): FileRow {
  const prints = columns.places.map((at, own) =>
    at === null ? printAt(reference.prints, own) : fingerprint(row.cells[at] ?? ''),
  )
  return { row, reference, columns, prints: prints.join('') }
}

/** Rows that are more like another row of the file than like the one that their reference names. */
function findTorn(rows: readonly FileRow[], target: RepairedParts['target']): ReadonlySet<FileRow> {
  const torn = new Set<FileRow>()
  for (const [sheet, some] of Map.groupBy(rows, ({ reference }) => reference.sheet)) {
    const ties = target(sheet)?.ties ?? []
    const tied = (prints: string): string =>
      ties.map((isTied, at) => (isTied ? printAt(prints, at) : '')).join('')
    const byKey = Map.groupBy(some, ({ reference }) => tied(reference.prints))
    const byWhole = Map.groupBy(some, ({ reference }) => reference.prints)
    const others = (row: FileRow): FileRow[] => byWhole.get(row.prints) ?? []
    const changed = some.filter(({ prints, reference }) => prints !== reference.prints)
    for (const row of changed) {
      const own = equalCells(row.prints, row.reference)
      const same = tied(row.prints)
      const candidates = same === tied(row.reference.prints) ? [] : (byKey.get(same) ?? [])
      const isOther = [...candidates.slice(0, mostCandidates), ...others(row)].some(
        ({ reference }) => equalCells(row.prints, reference) >= own + 2,
      )
      if (isOther) torn.add(row)
    }
    // Once one row is torn apart, rows of two or three equal cells are too.
    if (torn.size > 0) for (const row of changed) if (others(row).length > 0) torn.add(row)
  }
  return torn
}

function equalCells(now: string, { prints }: RowReference): number {
  let equal = 0
  for (let at = 0; at < countPrints(now); at += 1) if (printAt(now, at) === printAt(prints, at)) equal += 1
  return equal
}
