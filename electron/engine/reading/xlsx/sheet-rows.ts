// A worksheet's XML to raw rows, chunk by chunk. Optional parts may be missing (cell references, row numbers, the
// dimension): then cells and rows follow one another. Merged ranges, hidden rows and hidden columns are counted.
import type { KeptCell } from '../../../../shared/sheet.ts'
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import type { OddCell, RawRow } from '../sheet-assembly.ts'
import type { CellText, StoredCell } from './cells.ts'
import { createTextGatherer } from './shared-strings.ts'
import { isTrue, parseXml } from './xml.ts'
import type { Zip } from './zip.ts'

export type SheetCounts = {
  hiddenRows: number
  hiddenColumns: number
  merges: number
  firstMerge: string | null
  rowsOutOfOrder: number
}

export type SheetRowsInput = {
  readonly zip: Zip
  readonly part: string
  readonly sheet: string
  readonly caps: Caps
  readonly cellText: (cell: StoredCell) => CellText
  readonly counts: SheetCounts
}

/** Columns a worksheet may have, beyond which a reference is nonsense. */
const lastColumn = 16_384

export async function* readSheetRows(input: SheetRowsInput): AsyncGenerator<RawRow[]> {
  let rows: RawRow[] = []
  const row = createRowBuilder(input)
  const inline = createTextGatherer()
  let cell: {
    at: number
    type: string
    style: number
    value: string | null
    inline: string | null
    formula: boolean
  } | null = null
  let inValue = false
  const events = parseXml(input.part, input.zip.stream(input.part), {
    open: (name, attribute) => {
      if (name === 'c') {
        cell = {
          at: row.column(attribute('r')),
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
          value: null,
          inline: null,
          formula: false,
        }
      } else if (cell !== null) {
        if (name === 'v') inValue = true
        else if (name === 'f') cell.formula = true
        else if (name === 'is') inline.start()
        else inline.open(name)
      } else if (name === 'row') row.start(attribute('r'), isTrue(attribute('hidden')))
      else countOutside(name, attribute, input)
    },
    close: (name) => {
      if (name === 'c' && cell !== null) {
        row.add(cell.at, input.cellText(cell))
        cell = null
      } else if (cell !== null) {
        if (name === 'v') inValue = false
        else if (name === 'is') cell.inline = inline.end()
        else inline.close(name)
      } else if (name === 'row') rows.push(row.end())
    },
    text: (text) => {
      if (cell === null) return
      if (inValue) cell.value = (cell.value ?? '') + text
      else inline.text(text)
    },
  })
  for await (const _ of events) {
    yield rows
    rows = []
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
    /** The zero-based column of a cell: by its reference, else the one after the cell before. */
    column: (reference: string | undefined): number => {
      const at = reference === undefined ? null : columnOf(reference)
      const found = at ?? next
      next = found + 1
      return found
    },
    add: (at: number, { text, kept: keptCell, odd: oddCell }: CellText): void => {
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
  if (name === 'mergeCell') {
    counts.merges += 1
    counts.firstMerge ??= attribute('ref') ?? null
    if (counts.merges > caps.merges) {
      throw refusal(
        'too_many_merges',
        `Sheet "${sheet}" has more than ${caps.merges} merged ranges. Undo the merging and save the file again.`,
        { sheet },
      )
    }
  } else if (name === 'col' && isTrue(attribute('hidden'))) {
    const from = Number(attribute('min') ?? 1)
    const to = Math.min(Number(attribute('max') ?? from), lastColumn)
    if (to >= from) counts.hiddenColumns += to - from + 1
  }
}

/** `AB12` is column 27; null for what is no reference. */
export function columnOf(reference: string): number | null {
  let column = 0
  let at = 0
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + (letter - 64)
  }
  const digits = at > 0 && at <= 3 && reference.length > at && /^\d+$/.test(reference.slice(at))
  return digits && column <= lastColumn ? column - 1 : null
}
