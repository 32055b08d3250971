// Turns the raw rows of one sheet into messages: finds the header, names the columns, passes rows on in chunks, and
// reports anything odd. Rows keep the sheet's own numbers, rows without text are left out, and no cell is dropped.
import type { RawRow } from './raw-row.ts'
import type { FileWarningCode } from '../../../../shared/sheet/file-warnings.ts'
import { createFillCount, type OddKind, oddKindOf } from '../../../../shared/sheet/odd-rows.ts'
import { nameColumns } from '../../../../shared/sheet/name-columns.ts'
import type { FillChoice } from '../../../../shared/sheet/fill-down.ts'
import type { Column, SheetInfo, SourceRow } from '../../../../shared/sheet/sheet.ts'
import { columnFindings } from './column-findings.ts'
import { createDamageSearch } from './damage.ts'
import { createFilling, type Filling } from './filling.ts'
import { headerIndex, headerLookAhead } from './header/header.ts'
import { joinedHeaders } from './header/header-groups.ts'
import { type BlankRowList, createBlankRowList } from './blank-row-list.ts'
import { warnOfChosenHeader } from './header/header-warnings.ts'
import type { Caps, ReadMessage } from '../reader.ts'
import type { MergedRange } from './merged-range.ts'
import { brief, checkSize, trimEnd } from './raw-row.ts'
import { refusal } from '../refusal.ts'
import type { WarningLog } from './warnings.ts'
import type { WorkbookTotal } from './workbook-total.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

export type SheetAssembly = {
  /** False once the sheet needs no more rows (`maxRows`). */
  readonly push: (row: RawRow) => boolean
  readonly end: () => void
  /** Returns the pending messages and clears them. */
  readonly take: () => ReadMessage[]
  readonly rowCount: () => number
  /** True if no row with text has come. */
  readonly isEmpty: () => boolean
}

export type SheetAssemblyInput = {
  readonly index: number
  readonly name: string
  readonly hidden: boolean
  readonly caps: Caps
  readonly headerRow: number | null
  readonly maxRows: number | null
  /**
   * Rows are numbered by the lines of a text file, which come with the blank ones among them. Of a workbook they are
   * numbered one by one, and a number that is left out is a blank row.
   */
  readonly rowsAreLines?: true
  /** True if it is known that no other sheet follows. */
  readonly last: boolean
  readonly warnings: WarningLog
  /** For a workbook: the total of all sheets. */
  readonly total?: WorkbookTotal | undefined
  readonly fill: FillChoice
  /** Merged ranges of the sheet; they may grow until the row in which they begin. */
  readonly ranges?: readonly MergedRange[]
  /** Conversion of every cell's text, including the header, chosen by the header's texts. Null for none. */
  readonly cellText?: ((headers: readonly string[]) => ((text: string) => string) | null) | undefined
}

/** Limits of one message of rows; it is sent when either is reached. */
const chunkRows = 200
const chunkCharacters = 1024 ** 2
/** Limit of rows above the header that a person can choose from. */
const mostAbove = 40
const aboveCharacters = 200
/** Limit of odd rows without text that are kept until the header is known. */
const mostBlanks = 1000

type Assembly = SheetAssemblyInput & {
  /** Messages that were not taken yet. */
  readonly ready: ReadMessage[]
  /** Rows until the header is chosen, then null. */
  waiting: RawRow[] | null
  columns: Column[]
  headerWidth: number
  /** Cells of the header as the file writes it, blank ones at the end included. */
  headerWritten: number
  headerCells: readonly string[]
  convert: ((text: string) => string) | null
  chunk: SourceRow[]
  /** Of the chunk. */
  characters: number
  count: number
  empty: boolean
  /** Odd rows without text that wait for the header. */
  blanks: RawRow[]
  odd: { readonly row: number; readonly kind: OddKind }[]
  /** The header or the data row before. */
  lastRow: number
  /** Blank lines before the header is known. */
  blankLines: number[]
  readonly blankRows: BlankRowList
  /** Rows that were counted when the header was chosen. */
  firstCounted: number
  readonly usual: ReturnType<typeof createFillCount>
  readonly filling: Filling
  /** By column. */
  readonly formulas: Map<number, { count: number; readonly row: number }>
  readonly damage: ReturnType<typeof createDamageSearch>
}

export function createSheetAssembly(input: SheetAssemblyInput): SheetAssembly {
  const parts: Assembly = {
    ...input,
    ready: [],
    waiting: [],
    columns: [],
    headerWidth: 0,
    headerWritten: 0,
    headerCells: [],
    convert: null,
    chunk: [],
    characters: 0,
    count: 0,
    empty: true,
    blanks: [],
    odd: [],
    lastRow: 0,
    blankLines: [],
    blankRows: createBlankRowList(),
    firstCounted: 0,
    usual: createFillCount(),
    filling: createFilling(input.fill, input.ranges ?? []),
    formulas: new Map(),
    damage: createDamageSearch(({ at, row, code, message: found }) =>
      input.warnings.add({ code, message: found, sheet: input.name, row, column: columnName(parts, at) }),
    ),
  }
  return {
    push: (row) => push(parts, row),
    end: () => end(parts),
    take: () => parts.ready.splice(0),
    rowCount: () => parts.count,
    isEmpty: () => parts.empty,
  }
}

function warn(
  { warnings, name }: Assembly,
  code: FileWarningCode,
  message: Message,
  row: number | null,
  column: string | null,
): void {
  warnings.add({ code, message, sheet: name, row, column })
}

/** Names of columns end in mappings, problems and reports, so they are in one language. */
function columnName(parts: Assembly, at: number): string {
  return parts.columns[at]?.name ?? `Column ${at + 1}`
}

function flush(parts: Assembly): void {
  const { ready, index } = parts
  if (parts.chunk.length > 0) ready.push({ kind: 'rows', sheet: index, rows: parts.chunk })
  if (parts.odd.length > 0) ready.push({ kind: 'odd_rows', sheet: index, rows: parts.odd })
  parts.odd = []
  parts.chunk = []
  parts.characters = 0
}

/** The header is chosen: announces the sheet, then passes on the waiting rows below it. */
function open(parts: Assembly, rows: readonly RawRow[]): void {
  const { usual, name, ready, index } = parts
  parts.waiting = null
  const at =
    parts.headerRow === null
      ? headerIndex(rows.map(({ cells }) => cells))
      : rows.findIndex((row) => row.row >= (parts.headerRow ?? 1))
  const header = at === null || at === -1 ? undefined : rows[at]
  const below = header === undefined || at === null ? [] : rows.slice(at + 1)
  parts.convert = parts.cellText?.(header?.cells ?? []) ?? null
  if (header !== undefined && parts.convert !== null) header.cells = header.cells.map(parts.convert)
  parts.headerCells = header?.cells ?? []
  parts.firstCounted = below.length
  for (const { cells } of below) usual.add(cells)
  parts.headerWidth = header?.cells.length ?? 0
  parts.headerWritten = header?.width ?? 0
  const width = Math.max(parts.headerWidth, ...below.map((row) => row.cells.length))
  const upper = at === null ? undefined : rows[at - 1]
  const grouped = joinedHeaders(
    upper?.row === (header?.row ?? 0) - 1 ? upper.cells : undefined,
    header?.cells ?? [],
  )
  const headers = [...grouped, ...Array<string>(width - parts.headerWidth).fill('')]
  parts.columns = nameColumns(headers)
  parts.filling.useColumns(parts.columns)
  const above = rows.slice(0, header === undefined || at === null ? rows.length : at)
  const sheet: SheetInfo = {
    name,
    hidden: parts.hidden,
    headerRow: header?.row ?? null,
    columns: parts.columns,
  }
  const reported = above.length === 0 ? sheet : { ...sheet, above: shownAbove(above) }
  ready.push({ kind: 'sheet', index, sheet: reported, ...(parts.last ? { last: true } : {}) })
  warnOfChosenHeader(parts, above, header, below)
  for (const row of parts.blanks) if (header !== undefined && row.row > header.row) tellOdd(parts, row)
  parts.blanks = []
  parts.lastRow = header?.row ?? 0
  for (const line of parts.blankLines) if (line > parts.lastRow) parts.blankRows.add(line, line)
  parts.blankLines = []
  for (const row of below) if (!pass(parts, row)) break
}

/** Passes one data row. Rows beyond `maxRows` are not counted and end the reading of this sheet. */
function pass(parts: Assembly, row: RawRow): boolean {
  const { caps, name, damage } = parts
  if (parts.maxRows !== null && parts.count >= parts.maxRows) return false
  parts.count += 1
  if (parts.count > caps.rows) {
    throw refusal('too_many_rows', message('import.too_many_rows', { sheet: name, most: caps.rows }), {
      sheet: name,
      row: row.row,
    })
  }
  if (parts.rowsAreLines !== true) parts.blankRows.add(parts.lastRow + 1, row.row - 1)
  parts.lastRow = row.row
  if (parts.convert !== null) row.cells = row.cells.map(parts.convert)
  if (row.width !== undefined && row.width < parts.headerWritten) {
    warn(
      parts,
      'short_row',
      message('sheet.short_row', { row: row.row, cells: row.width, header: parts.headerWritten }),
      row.row,
      null,
    )
  }
  if (row.cells.length > parts.headerWidth) widen(parts, row)
  tellOdd(parts, row)
  countFormulas(parts, row)
  damage.row(row)
  parts.filling.mergedCells(row)
  if (!seekOdd(parts, row)) parts.filling.columnCells(row)
  const { cells, kept } = row
  parts.chunk.push(kept === undefined ? { row: row.row, cells } : { row: row.row, cells, kept })
  let own = 0
  for (let at = 0; at < cells.length; at += 1) own += cells[at]?.length ?? 0
  parts.characters += own
  parts.total?.addRow(own)
  const more = parts.maxRows === null || parts.count < parts.maxRows
  if (!more || parts.chunk.length >= chunkRows || parts.characters >= chunkCharacters) flush(parts)
  return more
}

/** True if the row looks like no customer. */
function seekOdd(parts: Assembly, { row, cells }: RawRow): boolean {
  const { usual } = parts
  const kind = oddKindOf(cells, { header: parts.headerCells, usual: usual.usual() })
  if (kind !== null) parts.odd.push({ row, kind })
  // The first rows were counted when the header was chosen.
  if (parts.count > parts.firstCounted) usual.add(cells)
  return kind !== null
}

function tellOdd(parts: Assembly, row: RawRow): void {
  const { warnings, name } = parts
  for (const { at, code, message } of row.odd ?? [])
    warnings.add({ code, message, sheet: name, row: row.row, column: columnName(parts, at) })
}

function countFormulas({ formulas }: Assembly, row: RawRow): void {
  if (row.kept === undefined) return
  for (const [key, cell] of Object.entries(row.kept)) {
    if (cell.formula !== true) continue
    const seen = formulas.get(Number(key))
    if (seen === undefined) formulas.set(Number(key), { count: 1, row: row.row })
    else seen.count += 1
  }
}

function tellColumns(parts: Assembly): void {
  const { damage, warnings, name } = parts
  damage.facts.forEach((facts, at) => {
    if (facts === undefined) return
    const column = columnName(parts, at)
    for (const finding of columnFindings(column, facts)) warnings.add({ ...finding, sheet: name, column })
  })
}

function widen(parts: Assembly, row: RawRow): void {
  const { ready, index } = parts
  if (row.cells.length > parts.columns.length) {
    flush(parts)
    parts.columns = nameColumns([
      ...parts.columns.map(({ header }) => header),
      ...Array<string>(row.cells.length - parts.columns.length).fill(''),
    ])
    parts.filling.useColumns(parts.columns)
    ready.push({ kind: 'columns', index, columns: parts.columns })
  }
  row.cells.forEach((text, at) => {
    if (at < parts.headerWidth || text === '') return
    warn(
      parts,
      'cell_beyond_header',
      message('sheet.cell_beyond_header', {
        row: row.row,
        header: parts.headerWidth,
        text: brief({ cells: [text] }),
        column: columnName(parts, at),
      }),
      row.row,
      columnName(parts, at),
    )
  })
}

function push(parts: Assembly, row: RawRow): boolean {
  const { name, caps } = parts
  checkSize(row, name, caps)
  trimEnd(row)
  if (row.cells.every((text) => text === '' || text.trim() === '')) {
    if (parts.rowsAreLines === true) tellBlankLine(parts, row.row)
    if (parts.waiting === null) tellOdd(parts, row)
    else if (row.odd !== undefined && parts.blanks.length < mostBlanks) parts.blanks.push(row)
    return true
  }
  parts.empty = false
  if (parts.waiting === null) return pass(parts, row)
  parts.waiting.push(row)
  if (enough(parts.waiting, parts.headerRow)) open(parts, parts.waiting)
  return parts.waiting !== null || parts.maxRows === null || parts.count < parts.maxRows
}

function tellBlankLine({ waiting, blankLines, blankRows }: Assembly, line: number): void {
  if (waiting === null) blankRows.add(line, line)
  else blankLines.push(line)
}

function end(parts: Assembly): void {
  const { formulas, warnings, name } = parts
  if (parts.waiting !== null) open(parts, parts.waiting)
  flush(parts)
  const blank = parts.blankRows.found()
  if (blank !== null) parts.ready.push({ kind: 'blank_rows', sheet: parts.index, found: blank })
  const offer = parts.filling.offer()
  if (offer !== null) parts.ready.push({ kind: 'fills', sheet: parts.index, offer })
  for (const [at, seen] of formulas) {
    warnings.add({
      code: 'formula',
      message: message('sheet.formulas', {
        column: columnName(parts, at),
        cells: seen.count,
        row: seen.row,
      }),
      sheet: name,
      row: seen.row,
      column: columnName(parts, at),
      count: seen.count,
    })
  }
  tellColumns(parts)
  if (parts.count === 0 && parts.maxRows !== 0)
    warn(parts, 'no_rows', message('sheet.no_rows', { sheet: name }), null, null)
}

function enough(waiting: readonly RawRow[], headerRow: number | null): boolean {
  if (headerRow === null) return waiting.length >= headerLookAhead
  return waiting.filter(({ row }) => row >= headerRow).length >= headerLookAhead
}

function shownAbove(rows: readonly RawRow[]): { row: number; cells: string[] }[] {
  return rows.slice(0, mostAbove).map(({ row, cells }) => ({
    row,
    cells: cells.map((text) =>
      text.length > aboveCharacters ? `${text.slice(0, aboveCharacters - 1)}…` : text,
    ),
  }))
}
