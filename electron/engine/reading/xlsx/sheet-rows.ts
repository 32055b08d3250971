// A worksheet's XML to raw rows, chunk by chunk. Optional parts may be missing (cell references, row numbers, the
// dimension): then cells and rows follow one another. Merged ranges, hidden rows and hidden columns are counted.
import type { KeptCell } from '../../../../shared/sheet.ts'
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import type { OddCell, RawRow } from '../sheet-assembly.ts'
import { countMerge, type SheetCounts } from '../sheet-counts.ts'
import type { ShowCell } from './cells.ts'
import { type PlainCell, readPlainCell } from './plain-cell.ts'
import { createTextGatherer } from './shared-strings.ts'
import type { Shown } from './shown.ts'
import { isTrue, parseXml, unescapeText, type XmlHandlers } from './xml.ts'
import type { Zip } from './zip.ts'

export type SheetRowsInput = {
  readonly zip: Zip
  readonly part: string
  readonly sheet: string
  readonly caps: Caps
  readonly cellText: ShowCell
  readonly counts: SheetCounts
}

/** Columns a worksheet may have, beyond which a reference is nonsense. */
const lastColumn = 16_384

export async function* readSheetRows(input: SheetRowsInput): AsyncGenerator<RawRow[]> {
  const { cellText } = input
  let rows: RawRow[] = []
  const row = createRowBuilder(input)
  const plain: PlainCell = { column: -1, style: 0, type: 'n', value: null, inline: null, formula: false }
  const take = (text: string, from: number): number => {
    for (let at = from; ; ) {
      const end = readPlainCell(text, at, plain)
      if (end === -1) return at
      at = end
      const column = row.place(plain.column)
      const { type, style, value, inline, formula } = plain
      if (value === null && inline === null) continue
      row.add(column, cellText(type, style, value, inline === null ? null : unescapeText(inline), formula))
    }
  }
  const events = parseXml(
    input.part,
    input.zip.stream(input.part),
    createCellHandlers(input, row, (done) => rows.push(done)),
    { parent: 'row', child: 'c', take },
  )
  for await (const _ of events) {
    yield rows
    rows = []
  }
}

type Cell = {
  at: number
  type: string
  style: number
  value: string | null
  inline: string | null
  formula: boolean
}

function createCellHandlers(
  input: SheetRowsInput,
  row: ReturnType<typeof createRowBuilder>,
  done: (row: RawRow) => void,
): XmlHandlers {
  const inline = createTextGatherer()
  let cell: Cell | null = null
  let inValue = false
  // Form controls have rows and columns of their own.
  let inData = false
  return {
    open: (name, attribute) => {
      if (name === 'sheetData') inData = true
      else if (!inData) countOutside(name, attribute, input)
      else if (name === 'c') {
        cell = {
          at: row.place(columnOf(attribute('r') ?? '')),
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
          value: null,
          inline: null,
          formula: false,
        }
      } else if (cell !== null) {
        if (name === 'v') {
          inValue = true
          cell.value ??= ''
        } else if (name === 'f') cell.formula = true
        else if (name === 'is') inline.start()
        else inline.open(name)
      } else if (name === 'row') row.start(attribute('r'), isTrue(attribute('hidden')))
    },
    close: (name) => {
      if (name === 'c' && cell !== null) {
        row.add(cell.at, input.cellText(cell.type, cell.style, cell.value, cell.inline, cell.formula))
        cell = null
      } else if (cell !== null) {
        if (name === 'v') inValue = false
        else if (name === 'is') cell.inline = inline.end()
        else inline.close(name)
      } else if (name === 'row' && inData) done(row.end())
      else if (name === 'sheetData') inData = false
    },
    text: (text) => {
      if (cell === null) return
      if (inValue) cell.value = (cell.value ?? '') + text
      else inline.text(text)
    },
  }
}

function createRowBuilder({ counts, sheet, caps }: SheetRowsInput) {
  let number = 0
  let cells: string[] = []
  let kept: Record<string, KeptCell> | undefined
  let odd: OddCell[] | undefined
  let next = 0
  let hiddenRow = false
  return {
    start: (reference: string | undefined, hidden: boolean): void => {
      const given = Number(reference)
      const before = number
      number = reference !== undefined && Number.isInteger(given) && given > 0 ? given : number + 1
      if (number <= before) counts.rowsOutOfOrder += 1
      hiddenRow = hidden
      cells = []
      kept = undefined
      odd = undefined
      next = 0
    },
    /** The zero-based column of a cell: as it says, else (-1) the one after the cell before. */
    place: (column: number): number => {
      const found = column === -1 ? next : column
      next = found + 1
      return found
    },
    add: (at: number, { text, kept: keptCell, odd: oddCell }: Shown): void => {
      if (text === '' && keptCell === undefined && oddCell === undefined) return
      if (at >= caps.columns) {
        throw refusal(
          'too_many_columns',
          `Row ${number} of sheet "${sheet}" has text in column ${at + 1}; at most ${caps.columns} columns can be read. Remove the columns that are not needed.`,
          { sheet, row: number },
        )
      }
      while (cells.length < at) cells.push('')
      if (cells[at] !== undefined && cells[at] !== '') {
        odd = [
          ...(odd ?? []),
          {
            at,
            code: 'cell_twice',
            message: `The file holds this cell twice: "${cells[at]}" and then "${text}", which is what is read. Open it in a spreadsheet program and save it again.`,
          },
        ]
      }
      cells[at] = text
      if (keptCell !== undefined) {
        kept ??= {}
        kept[at] = keptCell
      }
      if (oddCell !== undefined) {
        odd ??= []
        odd.push({ at, ...oddCell })
      }
    },
    end: (): RawRow => {
      if (hiddenRow && cells.length > 0) counts.hiddenRows += 1
      return { row: number, cells, kept, odd }
    },
  }
}

function countOutside(
  name: string,
  attribute: (name: string) => string | undefined,
  { counts, caps, sheet }: SheetRowsInput,
): void {
  if (name === 'mergeCell') countMerge(counts, attribute('ref') ?? null, sheet, caps)
  else if (name === 'col' && isTrue(attribute('hidden'))) {
    const from = Number(attribute('min') ?? 1)
    const to = Math.min(Number(attribute('max') ?? from), lastColumn)
    if (to >= from) counts.hiddenColumns += to - from + 1
  }
}

/** `AB12` is column 27; -1 for what is no reference. */
export function columnOf(reference: string): number {
  let column = 0
  let at = 0
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + (letter - 64)
  }
  if (at === 0 || at > 3 || at === reference.length || column > lastColumn) return -1
  for (; at < reference.length; at += 1) {
    const digit = reference.charCodeAt(at)
    if (digit < 48 || digit > 57) return -1
  }
  return column - 1
}
