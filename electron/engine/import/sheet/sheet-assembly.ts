// Turns the raw rows of one sheet into messages: finds the header, names the columns, passes rows on in chunks, and
// reports anything odd. Rows keep the sheet's own numbers, rows without text are left out, and no cell is dropped.
import type { RawRow } from './raw-row.ts'
import type { FileWarningCode } from '../../../../shared/sheet/file-warnings.ts'
import { createFillCount, type OddKind, oddKindOf } from '../../../../shared/sheet/odd-rows.ts'
import { nameColumns } from '../../../../shared/sheet/name-columns.ts'
import type { Column, SheetInfo, SourceRow } from '../../../../shared/sheet/sheet.ts'
import { columnFindings } from './column-findings.ts'
import { createDamageSearch } from './damage.ts'
import { headerIndex, headerLookAhead, looksLikeData } from './header.ts'
import type { Caps, ReadMessage } from '../reader.ts'
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
  /** True if it is known that no other sheet follows. */
  readonly last: boolean
  readonly warnings: WarningLog
  /** For a workbook: the total of all sheets. */
  readonly total?: WorkbookTotal | undefined
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

export function createSheetAssembly(input: SheetAssemblyInput): SheetAssembly {
  const { index, name, caps, warnings } = input
  const ready: ReadMessage[] = []
  let waiting: RawRow[] | null = []
  let columns: Column[] = []
  let headerWidth = 0
  let headerWritten = 0
  let cellText: ((text: string) => string) | null = null
  let chunk: SourceRow[] = []
  let characters = 0
  let count = 0
  let empty = true
  /** Odd rows without text that wait for the header. */
  let blanks: RawRow[] = []
  let odd: { readonly row: number; readonly kind: OddKind }[] = []
  let headerCells: readonly string[] = []
  let firstCounted = 0
  const fill = createFillCount()
  const formulas = new Map<number, { count: number; readonly row: number }>()

  const warn = (code: FileWarningCode, message: Message, row: number | null, column: string | null): void =>
    warnings.add({ code, message, sheet: name, row, column })
  // Names of columns end in mappings, problems and reports, so they are in one language.
  const columnName = (at: number): string => columns[at]?.name ?? `Column ${at + 1}`
  const damage = createDamageSearch(({ at, row, code, message }) =>
    warnings.add({ code, message, sheet: name, row, column: columnName(at) }),
  )

  function flush(): void {
    if (chunk.length > 0) ready.push({ kind: 'rows', sheet: index, rows: chunk })
    if (odd.length > 0) ready.push({ kind: 'odd_rows', sheet: index, rows: odd })
    odd = []
    chunk = []
    characters = 0
  }

  /** The header is chosen: announces the sheet, then passes on the waiting rows below it. */
  function open(rows: readonly RawRow[]): void {
    waiting = null
    const at =
      input.headerRow === null
        ? headerIndex(rows.map(({ cells }) => cells))
        : rows.findIndex((row) => row.row >= (input.headerRow ?? 1))
    const header = at === null || at === -1 ? undefined : rows[at]
    const below = header === undefined || at === null ? [] : rows.slice(at + 1)
    cellText = input.cellText?.(header?.cells ?? []) ?? null
    if (header !== undefined && cellText !== null) header.cells = header.cells.map(cellText)
    headerCells = header?.cells ?? []
    firstCounted = below.length
    for (const { cells } of below) fill.add(cells)
    headerWidth = header?.cells.length ?? 0
    headerWritten = header?.width ?? 0
    const width = Math.max(headerWidth, ...below.map((row) => row.cells.length))
    const headers = [...(header?.cells ?? []), ...Array<string>(width - headerWidth).fill('')]
    columns = nameColumns(headers)
    const above = rows.slice(0, header === undefined || at === null ? rows.length : at)
    const sheet: SheetInfo = { name, hidden: input.hidden, headerRow: header?.row ?? null, columns }
    const reported = above.length === 0 ? sheet : { ...sheet, above: shownAbove(above) }
    ready.push({ kind: 'sheet', index, sheet: reported, ...(input.last ? { last: true } : {}) })
    warnOfHeader(above, header)
    warnOfWidth(header, below)
    for (const row of blanks) if (header !== undefined && row.row > header.row) tellOdd(row)
    blanks = []
    for (const row of below) if (!pass(row)) break
  }

  /** A single filled cell above rows of several is more likely a title than the header. */
  function warnOfWidth(header: RawRow | undefined, below: readonly RawRow[]): void {
    const filled = ({ cells }: RawRow): number => cells.filter((text) => text.trim() !== '').length
    if (header === undefined || input.headerRow !== null || filled(header) > 1) return
    const wider = below.find((row) => filled(row) > 1)
    if (wider === undefined) return
    warn(
      'header_narrow',
      message('sheet.header_narrow', {
        row: header.row,
        wider: wider.row,
        cells: filled(wider),
        text: brief(header),
      }),
      header.row,
      null,
    )
  }

  function warnOfHeader(above: readonly RawRow[], header: RawRow | undefined): void {
    if (header === undefined && input.headerRow !== null) {
      const why = message('sheet.header_row_missing', { sheet: name, row: input.headerRow })
      warn('header_row_missing', why, null, null)
    }
    for (const row of above) {
      warn(
        'row_above_header',
        message('sheet.row_above_header', { row: row.row, text: brief(row) }),
        row.row,
        null,
      )
    }
    if (header === undefined) return
    damage.header(header.cells, header.row)
    if (input.headerRow === null && looksLikeData(header.cells)) {
      warn(
        'header_like_data',
        message('sheet.header_like_data', { row: header.row, text: brief(header) }),
        header.row,
        null,
      )
    }
    for (const { header: text, name: unique, index: at } of columns.slice(0, headerWidth)) {
      if (text.trim() === '') {
        const why = message('sheet.blank_header', { number: at + 1, column: unique })
        warn('blank_header', why, header.row, unique)
      } else if (unique !== text.trim().replace(/\s+/g, ' ')) {
        warn(
          'duplicate_header',
          message('sheet.duplicate_header', { header: text, column: unique }),
          header.row,
          unique,
        )
      }
    }
  }

  /** Passes one data row. Rows beyond `maxRows` are not counted and end the reading of this sheet. */
  function pass(row: RawRow): boolean {
    if (input.maxRows !== null && count >= input.maxRows) return false
    count += 1
    if (count > caps.rows) {
      throw refusal('too_many_rows', message('import.too_many_rows', { sheet: name, most: caps.rows }), {
        sheet: name,
        row: row.row,
      })
    }
    if (cellText !== null) row.cells = row.cells.map(cellText)
    if (row.width !== undefined && row.width < headerWritten) {
      warn(
        'short_row',
        message('sheet.short_row', { row: row.row, cells: row.width, header: headerWritten }),
        row.row,
        null,
      )
    }
    if (row.cells.length > headerWidth) widen(row)
    tellOdd(row)
    countFormulas(row)
    damage.row(row)
    seekOdd(row)
    const { cells, kept } = row
    chunk.push(kept === undefined ? { row: row.row, cells } : { row: row.row, cells, kept })
    let own = 0
    for (let at = 0; at < cells.length; at += 1) own += cells[at]?.length ?? 0
    characters += own
    input.total?.addRow(own)
    const more = input.maxRows === null || count < input.maxRows
    if (!more || chunk.length >= chunkRows || characters >= chunkCharacters) flush()
    return more
  }

  function seekOdd({ row, cells }: RawRow): void {
    const kind = oddKindOf(cells, { header: headerCells, usual: fill.usual() })
    if (kind !== null) odd.push({ row, kind })
    // The first rows were counted when the header was chosen.
    if (count > firstCounted) fill.add(cells)
  }

  function tellOdd(row: RawRow): void {
    for (const { at, code, message } of row.odd ?? [])
      warnings.add({ code, message, sheet: name, row: row.row, column: columnName(at) })
  }

  function countFormulas(row: RawRow): void {
    if (row.kept === undefined) return
    for (const [key, cell] of Object.entries(row.kept)) {
      if (cell.formula !== true) continue
      const seen = formulas.get(Number(key))
      if (seen === undefined) formulas.set(Number(key), { count: 1, row: row.row })
      else seen.count += 1
    }
  }

  function tellColumns(): void {
    damage.facts.forEach((facts, at) => {
      if (facts === undefined) return
      const column = columnName(at)
      for (const finding of columnFindings(column, facts)) warnings.add({ ...finding, sheet: name, column })
    })
  }

  function widen(row: RawRow): void {
    if (row.cells.length > columns.length) {
      flush()
      columns = nameColumns([
        ...columns.map(({ header }) => header),
        ...Array<string>(row.cells.length - columns.length).fill(''),
      ])
      ready.push({ kind: 'columns', index, columns })
    }
    row.cells.forEach((text, at) => {
      if (at < headerWidth || text === '') return
      warn(
        'cell_beyond_header',
        message('sheet.cell_beyond_header', {
          row: row.row,
          header: headerWidth,
          text: brief({ cells: [text] }),
          column: columnName(at),
        }),
        row.row,
        columnName(at),
      )
    })
  }

  return {
    push: (row) => {
      checkSize(row, name, caps)
      trimEnd(row)
      if (row.cells.every((text) => text === '' || text.trim() === '')) {
        if (waiting === null) tellOdd(row)
        else if (row.odd !== undefined && blanks.length < mostBlanks) blanks.push(row)
        return true
      }
      empty = false
      if (waiting === null) return pass(row)
      waiting.push(row)
      if (enough(waiting, input.headerRow)) open(waiting)
      return waiting !== null || input.maxRows === null || count < input.maxRows
    },
    end: () => {
      if (waiting !== null) open(waiting)
      flush()
      for (const [at, seen] of formulas) {
        warnings.add({
          code: 'formula',
          message: message('sheet.formulas', {
            column: columnName(at),
            cells: seen.count,
            row: seen.row,
          }),
          sheet: name,
          row: seen.row,
          column: columnName(at),
          count: seen.count,
        })
      }
      tellColumns()
      if (count === 0 && input.maxRows !== 0)
        warn('no_rows', message('sheet.no_rows', { sheet: name }), null, null)
    },
    take: () => ready.splice(0),
    rowCount: () => count,
    isEmpty: () => empty,
  }
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
